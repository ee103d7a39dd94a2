import fc from "fast-check";
import { expect, test } from "vitest";
import { financialYear, nextInSeries, type SeriesPlace } from "./series.ts";

const place: SeriesPlace = {
  branchCode: "BR01",
  till: 1,
  epoch: 1,
  businessDate: "2025-11-21",
  yearStartMonth: 4,
};

function counting() {
  const counters = new Map<string, number>();
  return {
    next: (name: string) => {
      const value = (counters.get(name) ?? 0) + 1;
      counters.set(name, value);
      return Promise.resolve(value);
    },
  };
}

test.each([
  ["2025-03-31", 4, "2425"],
  ["2025-04-01", 4, "2526"],
  ["2099-12-31", 4, "9900"],
  ["2026-06-30", 7, "2526"],
  ["2026-07-01", 7, "2627"],
  ["2026-01-01", 1, "2026"],
])("the financial year of %s, beginning in month %i, is %s", (date, month, year) => {
  expect(financialYear(date, month)).toBe(year);
});

test("writes the first till's numbers with digits only", async () => {
  const { text } = await nextInSeries({ next: () => Promise.resolve(123) }, place);
  expect(text).toBe("BR01/2526/000123");
});

test("leaves room for four digits also where paper, till and epoch have a letter each", async () => {
  const crowded = { ...place, till: 2, epoch: 2, paper: "credit_note" } as const;
  const { text } = await nextInSeries({ next: () => Promise.resolve(7) }, crowded);
  expect(text).toBe("BR01/C2526AN0007");
});

test("begins again with the financial year", async () => {
  const write = counting();
  await nextInSeries(write, { ...place, businessDate: "2026-03-31" });
  const { text } = await nextInSeries(write, { ...place, businessDate: "2026-04-01" });
  expect(text).toBe("BR01/2627/000001");
});

test("refuses to go on above the last number that fits", async () => {
  const full = { next: () => Promise.resolve(1_000_000) };
  await expect(nextInSeries(full, place)).rejects.toThrow("full");
});

test.each([{ till: 14 }, { epoch: 14 }, { branchCode: "TOOLONG" }, { branchCode: "A-1" }])(
  "refuses a place that has no series: %o",
  async (wrong) => {
    await expect(nextInSeries(counting(), { ...place, ...wrong })).rejects.toThrow(/./u);
  },
);

const places = fc.record({
  branchCode: fc.stringMatching(/^[0-9A-Z]{1,4}$/),
  till: fc.integer({ min: 1, max: 13 }),
  epoch: fc.integer({ min: 1, max: 13 }),
  businessDate: fc.constantFrom("2025-03-31", "2025-04-01", "2026-03-31", "2026-04-01"),
  yearStartMonth: fc.constantFrom(1, 4),
});

test("no two places ever print the same number, and none is longer than 16 characters", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(places, { minLength: 2, maxLength: 30 }), async (all) => {
      const write = counting();
      const texts: string[] = [];
      for (const one of all) texts.push((await nextInSeries(write, one)).text);
      expect(new Set(texts).size).toBe(texts.length);
      for (const text of texts) expect(text).toMatch(/^[0-9A-Z/]{13,16}$/);
    }),
  );
});
