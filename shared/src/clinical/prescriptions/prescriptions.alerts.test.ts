import { describe, expect, test } from "vitest";
import { alertsOf, needsReason } from "./prescriptions.alerts.ts";

function against(substance: string, generic: string, criticality = "high", drug = "Brand") {
  const medicine = { drug_name: drug, generic_name: generic };
  return alertsOf([medicine], [{ substance, criticality }]).map(({ severity }) => severity);
}

describe("an allergy", () => {
  test.each([
    ["the drug itself, however it is written", "AMOXICILLIN", "amoxicillin", "contraindicated"],
    ["one part of a mixture", "amoxicillin", "Amoxicillin + Clavulanic acid", "contraindicated"],
    ["a member of the family", "Penicillin", "Amoxicillin", "major"],
    ["the family of which one is known", "Amoxicillin", "Ampicillin", "major"],
    ["sulfa", "Sulfa drugs", "Sulfamethoxazole + Trimethoprim", "major"],
  ])("stands against %s", (_what, substance, generic, severity) => {
    expect(against(substance, generic)).toEqual([severity]);
  });

  test("that is not dangerous stands in the way all the same", () => {
    expect(against("Aspirin", "Aspirin", "low")).toEqual(["major"]);
    expect(against("Crocin tablets", "Paracetamol", "low", "Crocin")).toEqual(["major"]);
  });

  test.each([
    ["Peanuts", "Paracetamol"],
    ["Penicillin", "Azithromycin"],
    ["Ascorbic acid", "Mefenamic acid"],
  ])("to %s stands against nothing of %s", (substance, generic) => {
    expect(against(substance, generic)).toEqual([]);
  });
});

test("a medicine that is there twice is said, and needs no reason", () => {
  const twice = ["Calpol", "Crocin"].map((drug_name) => ({
    drug_name,
    generic_name: "Paracetamol",
  }));
  const alerts = alertsOf(twice, []);
  expect(alerts).toMatchObject([{ severity: "moderate", source: "duplicate" }]);
  expect(alerts.some(needsReason)).toBe(false);
  const allergic = alertsOf(twice.slice(1), [{ substance: "Paracetamol", criticality: "low" }]);
  expect(allergic.every(needsReason)).toBe(true);
});
