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

const named = (generic_name: string) => ({ drug_name: "Brand", generic_name });
const between = (one: string, other: string) =>
  alertsOf([named(one), named(other)], []).filter(({ source }) => source === "interaction");

describe("two medicines", () => {
  test.each([
    ["Methylphenidate", "Selegiline hydrochloride", "blood_pressure_crisis"],
    ["Atazanavir + Ritonavir", "Pantoprazole sodium", "loses_effect"],
    ["FEBUXOSTAT", "Azathioprine", "bone_marrow"],
    ["Escitalopram oxalate", "Linezolid", "serotonin_excess"],
    ["Irinotecan", "Ketoconazole", "toxicity"],
    ["Paracetamol + Tramadol", "Phenelzine", "serotonin_excess"],
    ["Amitriptyline", "Moclobamide", "serotonin_excess"],
    ["Haloperidol", "Domperidone", "heart_rhythm"],
    ["Ramelteon", "Fluvoxamine", "deep_sedation"],
    ["Lopinavir + Ritonavir", "Rifampicin + Isoniazid", "loses_effect"],
    ["Simvastatin", "Clarithromycin", "muscle_damage"],
    ["Ergotamine + Caffeine", "Erythromycin", "vessel_spasm"],
    ["Tizanidine", "Ciprofloxacin", "deep_sedation"],
    ["Tranylcypromine", "Procarbazine", "blood_pressure_crisis"],
    ["Sumatriptan", "Rasagiline", "serotonin_excess"],
  ])("%s and %s are not given together without a reason, in either order", (one, other, effect) => {
    for (const alerts of [between(one, other), between(other, one)]) {
      expect(alerts).toMatchObject([{ source: "interaction", effect }]);
      expect(alerts.every(needsReason)).toBe(true);
    }
    const [alert] = between(one, other);
    expect(alert?.pair).toContain(one);
    expect(alert?.pair).toContain(other);
  });

  test.each([
    ["Paracetamol", "Amoxicillin"],
    ["Atorvastatin", "Clarithromycin"],
    ["Erythromycin", "Erythromycin"],
    ["Metformin", "Pantoprazole + Domperidone"],
  ])("%s and %s are given together", (one, other) => {
    expect(between(one, other)).toEqual([]);
  });

  test("are seen where one is taken already, with the prescription that says so", () => {
    const taken = { ...named("Simvastatin"), rx_no: "PUN-R0000007", until: "2026-04-01" };
    const [alert, ...more] = alertsOf([named("Clarithromycin")], [], [taken]);
    expect(more).toEqual([]);
    expect(alert).toMatchObject({ severity: "contraindicated", effect: "muscle_damage" });
    expect(alert?.pair).toContain("PUN-R0000007");
    expect(alertsOf([named("simvastatin")], [], [taken])).toMatchObject([
      { source: "duplicate", severity: "moderate", text: expect.stringContaining("2026-04-01") },
    ]);
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
