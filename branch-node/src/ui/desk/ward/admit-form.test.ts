import { describe, expect, test } from "vitest";
import { bodyOfDraft, gapsOf, type AdmitDraft } from "./admit-form.ts";

const draft: AdmitDraft = {
  kind: "requested",
  patientId: "pat_1",
  bedId: "",
  wardId: "wrd_1",
  bedClass: "private",
  doctorId: "stf_1",
  type: "elective",
  source: "",
  payer: "self",
  diet: "",
  until: null,
  isMlc: false,
  mlcNo: "",
  attendantName: "",
  attendantPhone: "",
  relationship: "",
};

describe("the form of a new stay", () => {
  test("says what is missing, in the order of its fields", () => {
    expect(gapsOf(draft)).toEqual([]);
    expect(
      gapsOf({ ...draft, kind: "admitted", patientId: null, doctorId: "", isMlc: true }),
    ).toEqual(["patient", "bed", "doctor", "mlcNo"]);
    expect(gapsOf({ ...draft, attendantPhone: "98220 12345" })).toEqual(["attendant"]);
    expect(bodyOfDraft({ ...draft, doctorId: "" }, undefined)).toBeNull();
  });

  test("asks for a bed of a class in a ward", () => {
    expect(bodyOfDraft(draft, undefined)).toEqual({
      patient_id: "pat_1",
      status: "requested",
      admitting_doctor_id: "stf_1",
      admission_type: "elective",
      payer_type: "self",
      ward_id: "wrd_1",
      bed_class: "private",
    });
  });

  test("sends what was filled in, without spaces around it", () => {
    const filled: AdmitDraft = {
      ...draft,
      until: "2026-12-01",
      diet: "soft",
      source: "er",
      isMlc: true,
      mlcNo: " 17/2026 ",
      attendantName: " Asha Rane ",
      attendantPhone: "98220 12345",
      relationship: "child",
    };
    expect(bodyOfDraft(filled, undefined)).toMatchObject({
      expected_discharge_date: "2026-12-01",
      diet: "soft",
      admit_source: "er",
      mlc: true,
      mlc_no: "17/2026",
      attendant: { name: "Asha Rane", phone: "98220 12345", relationship: "child" },
    });
  });
});
