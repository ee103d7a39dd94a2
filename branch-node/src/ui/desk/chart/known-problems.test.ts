import { describe, expect, test } from "vitest";
import {
  allergiesOf,
  allergyKey,
  conditionKey,
  conditionsOf,
  newestOfEach,
  withEntry,
  type Allergy,
} from "./known-problems.ts";

const latex: Allergy = { substance: "Latex", criticality: "high", recorded_at: "2026-01-01" };
const dust: Allergy = { substance: "Dust", criticality: "low" };

describe("what is known of a patient", () => {
  test("goes back to the branch member for member, and without what no form makes", () => {
    const kept = [
      { substance: "Latex", criticality: "high", reaction: null, recorded_at: "2026-01-01" },
      { substance: "Egg", criticality: "of a newer program" },
      { criticality: "low" },
    ];
    expect(allergiesOf({ allergies: kept })).toEqual([
      kept[0],
      { substance: "Egg", criticality: "unable_to_assess" },
    ]);
    const conditions = [
      { code: "J45.9", system: "icd10", display: "Asthma", note: null },
      { code: "X", system: "of a newer program" },
    ];
    expect(conditionsOf({ conditions })).toEqual([conditions[0]]);
    expect(conditionsOf({ conditions: null })).toEqual([]);
  });

  test("stands once under one name or code, as it was written down last", () => {
    const asked = { ...latex, substance: " latex ", recorded_at: "2026-02-01", criticality: "low" };
    const entries = [latex, { ...asked, criticality: "low" } as const, dust];
    expect(newestOfEach(entries, allergyKey)).toEqual([entries[1], dust]);
    expect(conditionKey({ system: "icd10", code: "J45.9" })).toBe("icd10 J45.9");
  });

  test("is added, replaced and taken away by what it is called", () => {
    const all = [latex, dust];
    const egg: Allergy = { substance: "Egg", criticality: "low" };
    expect(withEntry(all, allergyKey, null, egg)).toEqual([latex, dust, egg]);
    expect(withEntry(all, allergyKey, "latex", egg)).toEqual([dust, egg]);
    expect(withEntry(all, allergyKey, "latex", null)).toEqual([dust]);
    const again: Allergy = { substance: "LATEX", criticality: "low" };
    expect(withEntry(all, allergyKey, null, again)).toEqual([dust, again]);
  });
});
