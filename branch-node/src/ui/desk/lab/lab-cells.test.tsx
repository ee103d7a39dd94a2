import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { en } from "#ui/i18n/en/en.ts";
import { Sentences } from "#ui/i18n/language.tsx";
import { OrderTests } from "./lab-cells.tsx";

type Test = LabOrder["tests"][number];

function pending(nth: number, more: Partial<Test> = {}): Test {
  return {
    id: `lot_${nth}`,
    test_code: `T${nth}`,
    name: `Test ${nth}`,
    loinc: null,
    specimen_type: "serum",
    container: null,
    fasting: false,
    price_minor: null,
    turnaround_minutes: null,
    status: "pending",
    is_critical_open: false,
    ...more,
  };
}

function shown(tests: readonly Test[]): string {
  return renderToStaticMarkup(
    <Sentences spoken={{ language: "en", catalog: en }}>
      <OrderTests order={{ tests: [...tests] }} />
    </Sentences>,
  );
}

function namesIn(markup: string): readonly string[] {
  return [...markup.matchAll(/<bdi>([^<]+)<\/bdi>/gu)].map(([, name]) => name ?? "");
}

describe("the tests of an order in its line", () => {
  const panel = Array.from({ length: 14 }, (_, place) => pending(place + 1));

  it("names five of a long panel and says how many more there are", () => {
    const line = shown(panel);
    expect(namesIn(line)).toEqual(["Test 1", "Test 2", "Test 3", "Test 4", "Test 5"]);
    expect(line).toMatch(/>and .?9.? more</u);
    expect(line).toContain(`title="${panel.map(({ name }) => name).join(", ")}"`);
  });

  it("names those besides that have come further, and what somebody has to be told", () => {
    const further = panel.map((test, place) => {
      if (place === 8) return pending(9, { status: "final" });
      return place === 12 ? pending(13, { is_critical_open: true }) : test;
    });
    const line = shown(further);
    expect(namesIn(line)).toEqual([
      "Test 1",
      "Test 2",
      "Test 3",
      "Test 4",
      "Test 5",
      "Test 9",
      "Test 13",
    ]);
    expect(line).toMatch(/>and .?7.? more</u);
    expect(line).toContain(en["lab.critical"]);
  });

  it("names all where one more would stand for a single test", () => {
    const line = shown(panel.slice(0, 6));
    expect(namesIn(line)).toHaveLength(6);
    expect(line).not.toContain("more");
  });
});
