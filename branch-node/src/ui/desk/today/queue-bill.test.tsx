import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { en } from "#ui/i18n/en/en.ts";
import { hi } from "#ui/i18n/hi/hi.ts";
import { Sentences, type Spoken } from "#ui/i18n/language.tsx";
import { billOfDay } from "./bill-of-day.ts";
import { DueMark } from "./queue-bill.tsx";

function bill(
  status: "draft" | "issued" | "partially_paid" | "paid" | "void" | "credited",
  due: number,
  of = "pat_1",
) {
  return { patient_id: of, status, due_minor: due, currency: "INR" };
}

function shown(due: number, spoken: Spoken): string {
  const mark = (
    <Sentences spoken={spoken}>
      <DueMark due={due} currency="INR" />
    </Sentences>
  );
  return renderToStaticMarkup(mark).replaceAll(/[\u2068\u2069\u00a0]/gu, "");
}

describe("somebody's bill in the queue", () => {
  it("adds up what is due of all bills that stand, of this patient alone", () => {
    const bills = [
      bill("issued", 30_000),
      bill("partially_paid", 12_050),
      bill("paid", 0),
      bill("issued", 99_900, "pat_2"),
    ];
    expect(billOfDay(bills, "pat_1")).toEqual({ due: 42_050, currency: "INR" });
  });

  it("counts no bill that is not issued, void or credited", () => {
    const none = [bill("draft", 100), bill("void", 100), bill("credited", 100)];
    expect(billOfDay(none, "pat_1")).toBeNull();
    expect(billOfDay([...none, bill("paid", 0)], "pat_1")).toEqual({ due: 0, currency: "INR" });
  });

  it("says what is due in the words of the page, and that nothing is", () => {
    const english = { language: "en", catalog: en } as const;
    expect(shown(42_050, english)).toBe('<bdi class="queue-bill is-due">₹420.50 due</bdi>');
    expect(shown(0, english)).toBe(`<bdi class="queue-bill">${en["billStatus.paid"]}</bdi>`);
    expect(shown(42_050, { language: "hi", catalog: hi })).toContain("₹420.50");
  });
});
