import { describe, expect, test } from "vitest";
import { medicineLine } from "./medicine-line.ts";
import {
  bodyOfMedicines,
  draftOfLine,
  draftOfMedicine,
  gapsOfMedicine,
  needsWeight,
  typedNumber,
  type MedicineDraft,
} from "./rx-draft.ts";

function typed(line: string, patch: Partial<MedicineDraft> = {}): MedicineDraft {
  const read = medicineLine(line);
  if (read === null) throw new Error(`no medicine: ${line}`);
  return { ...draftOfLine(0, read), ...patch };
}

describe("a medicine of the form", () => {
  test("is sent as it was typed, and how many are dispensed is left to the branch", () => {
    expect(bodyOfMedicines([typed("para 500 bd 5 after food")])).toEqual([
      {
        item_id: null,
        drug_name: "Paracetamol",
        generic_name: "Paracetamol",
        strength: "500 mg",
        form: "tablet",
        route: "oral",
        dose: 1,
        dose_unit: "tablet",
        frequency: "bd",
        custom_text: null,
        duration_days: 5,
        as_needed: false,
        instructions: "after food",
      },
    ]);
    expect(bodyOfMedicines([typed("ors sos 10")])).toMatchObject([
      { frequency: "sos", duration_days: null, quantity: 10, as_needed: true, strength: null },
    ]);
  });

  test.each([
    ["para 500", {}, ["frequency"]],
    ["para 500 bd", {}, ["duration_days"]],
    ["para 500 bd 5", { days: "five" }, ["duration_days"]],
    ["para 500 bd 5", { days: "2.5" }, ["duration_days"]],
    ["para 500 bd 5", { dose: "0" }, ["dose"]],
    ["para 500 bd 5", { name: " ", generic: "" }, ["drug_name", "generic_name"]],
    ["para 500 bd 5", { quantity: "many" }, ["quantity"]],
    ["para 500 bd 5", { frequency: "custom" }, ["custom_text"]],
    ["syr cough bd 5", {}, ["dose"]],
    ["inj monocef 1g bd 3", {}, ["route"]],
    ["para 500 stat", {}, []],
    ["ors sos", {}, []],
    ["para 500 2-0-1 5", {}, []],
  ] as const)("%s with %j: %j is missing", (line, patch, missing) => {
    const draft = typed(line, patch);
    expect(gapsOfMedicine(draft)).toEqual(missing);
    expect(bodyOfMedicines([draft]) === null).toBe(missing.length > 0);
  });

  test("begins with what was prescribed before, and works out how many anew where that can be", () => {
    const medicine = {
      id: "rxi_1",
      quantity: 5,
      quantity_unit: "tablet",
      refills: 0,
      substitution_allowed: true,
      start_date: null,
      item_id: "itm_1",
      drug_name: "Crocin",
      generic_name: "Paracetamol",
      strength: "650 mg",
      form: "tablet",
      route: "oral",
      dose: 0.5,
      dose_unit: "tablet",
      frequency: "tds",
      custom_text: null,
      duration_days: 3,
      as_needed: false,
      instructions: null,
    } as const;
    expect(draftOfMedicine(4, medicine)).toMatchObject({
      key: 4,
      itemId: "itm_1",
      dose: "0.5",
      days: "3",
      quantity: "",
      instructions: "",
    });
    const whenNeeded = { ...medicine, frequency: "sos", duration_days: null } as const;
    expect(draftOfMedicine(0, whenNeeded)).toMatchObject({ days: "", quantity: "5" });
  });
});

test("numbers are read as people type them", () => {
  expect(["2", " 0,5 ", "1.5"].map(typedNumber)).toEqual([2, 0.5, 1.5]);
  expect(["", "x", "1e3", "-1", "1.2.3"].map(typedNumber)).toEqual(Array(5).fill(Number.NaN));
});

test("nothing is prescribed without the weight of a child, or where a dose is by weight", () => {
  const plain = [typed("para 500 bd 5")];
  expect(needsWeight(143, plain)).toBe(true);
  expect(needsWeight(144, plain)).toBe(false);
  expect(needsWeight(null, plain)).toBe(false);
  expect(needsWeight(600, [typed("syr para 120mg/5ml 15mg/kg tds 3")])).toBe(true);
});
