import { expect, test } from "vitest";
import { bodyOf, emptyCertificate, gapsOf, type CertificateDraft } from "./certificate-draft.ts";

const empty = emptyCertificate("2026-07-24");
const where = { patientId: "pat_1", visitId: "enc_1", doctorId: "stf_1" };
const ids = { patient_id: "pat_1", encounter_id: "enc_1", doctor_id: "stf_1" };

test("asks for what its type needs, and for nothing else", () => {
  expect(gapsOf(empty)).toEqual(["rest_to"]);
  expect(gapsOf({ ...empty, restFrom: null, restTo: "2026-07-25" })).toEqual(["rest_from"]);
  expect(gapsOf({ ...empty, type: "fitness" })).toEqual([]);
  expect(gapsOf({ ...empty, type: "fitness", fitFrom: null })).toEqual(["fit_from"]);
  expect(gapsOf({ ...empty, type: "referral", reason: " " })).toEqual(["referred_to", "reason"]);
});

test("sends what goes with its type, and keeps to itself what was typed for another", () => {
  const typed: CertificateDraft = {
    ...empty,
    restTo: "2026-07-26",
    fitFor: " Sport ",
    referredTo: " Cardiology ",
    referredPlace: "",
    reason: "सीने में दर्द",
    remarks: "  ",
    showsDiagnosis: true,
  };
  expect(bodyOf(typed, where)).toEqual({
    ...ids,
    certificate_type: "sick_leave",
    rest_from: "2026-07-24",
    rest_to: "2026-07-26",
    shows_diagnosis: true,
  });
  expect(bodyOf({ ...typed, type: "fitness" }, where)).toEqual({
    ...ids,
    certificate_type: "fitness",
    fit_from: "2026-07-24",
    fit_for: "Sport",
    shows_diagnosis: true,
  });
  expect(bodyOf({ ...typed, type: "referral", remarks: "Call first" }, where)).toEqual({
    ...ids,
    certificate_type: "referral",
    referred_to: "Cardiology",
    reason: "सीने में दर्द",
    remarks: "Call first",
    shows_diagnosis: true,
  });
});
