import { describe, expect, test } from "vitest";
import { bodyOf, emptyOrder, gapsOf, withTest, type ChosenTest } from "./order-draft.ts";

const hb: ChosenTest = {
  code: "hb",
  name: "Haemoglobin",
  kind: "test",
  fasting: false,
  specimen_type: "blood",
  tests: [],
};
const lipids: ChosenTest = {
  ...hb,
  code: "lipids",
  name: "Lipid profile",
  kind: "panel",
  fasting: true,
  specimen_type: null,
  tests: ["hdl", "ldl"],
};

describe("an order of tests", () => {
  test("has each test once, in the order in which they were chosen", () => {
    const chosen = [hb, lipids, hb].reduce<readonly ChosenTest[]>(withTest, []);
    expect(chosen.map(({ code }) => code)).toEqual(["hb", "lipids"]);
  });

  test("is not sent without a test, without its doctor, or with words that were not taken", () => {
    expect(gapsOf(emptyOrder(""))).toEqual(["tests", "ordered_by"]);
    expect(gapsOf({ ...emptyOrder("stf_1"), chosen: [hb] })).toEqual([]);
    expect(gapsOf({ ...emptyOrder("stf_1"), chosen: [hb], typed: "pota" })).toEqual(["unadded"]);
    expect(gapsOf({ ...emptyOrder("stf_1"), typed: "pota" })).toEqual(["unadded"]);
  });

  test("says the visit and the notes where there are any", () => {
    const draft = { ...emptyOrder("stf_1"), chosen: [hb, lipids], priority: "stat" } as const;
    const of = { patientId: "pat_1", visitId: null };
    const tests = [{ test_code: "hb" }, { test_code: "lipids" }];
    const least = { patient_id: "pat_1", ordered_by: "stf_1", priority: "stat", tests };
    expect(bodyOf({ ...draft, notes: "  " }, of)).toEqual(least);
    expect(bodyOf({ ...draft, notes: " On warfarin " }, { ...of, visitId: "enc_1" })).toEqual({
      ...least,
      encounter_id: "enc_1",
      clinical_notes: "On warfarin",
    });
  });
});
