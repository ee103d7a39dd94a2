import { describe, expect, test } from "vitest";
import { emptyDraft } from "#ui/desk/registration/registration-draft.ts";
import {
  consentState,
  detailsState,
  encounterState,
  readConsent,
  readDetails,
  readEncounter,
  readRegistration,
  registrationState,
  subjectOf,
} from "./form-state.ts";

describe("a form as the branch keeps it", () => {
  test("gives a registration back as it was typed, with its key", () => {
    const fields = { ...emptyDraft, name: "इंदिरा", dob: "12/04", hasConsent: true };
    const kept: unknown = JSON.parse(JSON.stringify(registrationState(fields, "key-1")));
    expect(readRegistration(Object.fromEntries(Object.entries(kept ?? {})))).toEqual({
      fields,
      intentKey: "key-1",
    });
  });

  test("gives a patient's details back with what they began on, and leads to them in the chart", () => {
    const before = { ...emptyDraft, name: "Asha", phone: "+919845012345" };
    const details = { fields: { ...before, phone: "98450 12346" }, before, version: 4 };
    const state = detailsState(details);
    expect(readDetails(state)).toEqual(details);
    expect(readDetails({ fields: before })).toBeNull();
    const draft = { kind: "patient.update", entity_id: "pat_1", form_state: state };
    expect(subjectOf(draft)).toEqual({
      kind: "chart",
      form: "details",
      tab: "details",
      patientId: "pat_1",
    });
  });

  test("gives a visit back with its patient and the version that was seen", () => {
    const fields = {
      complaint: "बुखार",
      diagnosis: "J0",
      diagnoses: [{ code: "R50.9", system: "icd10", use: "provisional" } as const],
      notes: "Two\nlines",
      advice: "Rest",
      disposition: "",
      followUp: "",
      isFollowUpBooked: true,
      addendum: "",
    };
    const kept = encounterState(fields, { patient_id: "pat_1", version: 3 });
    expect(readEncounter(kept)).toEqual({ fields, patientId: "pat_1", encounterVersion: 3 });
  });

  test("gives a consent back with its patient, and forgets what is no choice any more", () => {
    const fields = {
      type: "data_processing",
      answer: "permit",
      method: "paper_scan",
      witnessId: "",
      relation: "guardian",
      name: "Jyoti",
      phone: "98220 12345",
      notice: "2026-01",
      language: "mr",
      purpose: "",
      until: "2026-12-31",
    } as const;
    const kept = consentState(fields, "pat_1", "key-1");
    expect(kept["intent_key"]).toBe("key-1");
    expect(readConsent(kept)).toEqual({ fields, patientId: "pat_1" });
    const other = {
      fields: { ...fields, method: "telepathy", until: "soon" },
      patient_id: "pat_1",
    };
    expect(readConsent(other)?.fields).toEqual({ ...fields, method: "", until: "" });
    expect(readConsent({ fields })).toBeNull();
  });

  test("takes the code that an earlier page has kept as what is typed", () => {
    const kept = readEncounter({ fields: { complaint: "Fever", diagnosis: "J06.9" } });
    expect(kept?.fields).toEqual({
      complaint: "Fever",
      diagnosis: "J06.9",
      diagnoses: [],
      notes: "",
      advice: "",
      disposition: "",
      followUp: "",
      isFollowUpBooked: true,
      addendum: "",
    });
  });

  test("reads what another version of the page has put down as far as it goes", () => {
    const kept = { fields: { name: "Asha", gender: 7, shoe_size: "38" } };
    expect(readRegistration(kept)).toEqual({
      fields: { ...emptyDraft, name: "Asha" },
      intentKey: undefined,
    });
    expect(readRegistration({ name: "Half a na" })).toBeNull();
  });
});

describe("what a form is about, and so where it is continued", () => {
  const about = (kind: string, entityId: string | null, state = {}) =>
    subjectOf({ kind, entity_id: entityId, form_state: state });

  test("is a part of the patient's chart for medicines and for tests", () => {
    const chart = { kind: "chart", patientId: "pat_1" };
    expect(about("prescription.create", "pat_1")).toEqual({
      ...chart,
      form: "medicines",
      tab: "medicines",
    });
    expect(about("lab-order.create", "pat_1")).toEqual({
      ...chart,
      form: "results",
      tab: "results",
    });
    expect(about("certificate.create", "pat_1")).toEqual({
      ...chart,
      form: "letters",
      tab: "letters",
    });
    expect(about("radiology-study.create", "pat_1")).toEqual({
      ...chart,
      form: "study",
      tab: "results",
    });
  });

  test("is radiology where a study is ordered there, of somebody who may not be chosen yet", () => {
    const of = { patient_id: "pat_1" };
    const study = { kind: "study", patientId: "pat_1" };
    expect(about("radiology-study.create", null, of)).toEqual(study);
    expect(about("radiology-study.create", null)).toEqual({ ...study, patientId: null });
  });

  test("is the emergency where somebody is triaged there, whether their visit is known or not", () => {
    const of = { patient_id: "pat_1" };
    const triage = { kind: "triage", patientId: "pat_1" };
    expect(about("triage.create", null, of)).toEqual(triage);
    expect(about("triage.create", "enc_1", of)).toEqual(triage);
    expect(about("triage.create", null)).toEqual({ ...triage, patientId: null });
  });

  test("is a claim, or a request to a payer, of somebody who may not be chosen yet", () => {
    const of = { patient_id: "pat_1" };
    expect(about("claim.create", null, of)).toEqual({ kind: "claim", patientId: "pat_1" });
    expect(about("preauth.create", null)).toEqual({ kind: "preauth", patientId: null });
  });

  test("is the stay on the ward, or a new stay of somebody who may not be chosen yet", () => {
    const of = { patient_id: "pat_1" };
    expect(about("admission.create", null, of)).toEqual({ kind: "admission", patientId: "pat_1" });
    expect(about("admission.create", null)).toEqual({ kind: "admission", patientId: null });
    const stay = { stayId: "adm_1", patientId: "pat_1" };
    expect(about("admission.move", "adm_1", of)).toEqual({ kind: "move", ...stay });
    expect(about("admission.discharge", "adm_1", of)).toEqual({ kind: "discharge", ...stay });
  });

  test("is the laboratory order for one result and for several", () => {
    const of = { order_id: "lab_1", patient_id: "pat_1" };
    const order = { kind: "labResults", orderId: "lab_1", patientId: "pat_1" };
    expect(about("lab-result.enter", "tst_1", of)).toEqual(order);
    expect(about("lab-result.enter-all", "lab_1", of)).toEqual(order);
  });

  test("is nothing that the desk can open where the form does not say it, or comes from elsewhere", () => {
    expect(about("lab-result.enter", "tst_1")).toEqual({ kind: "unknown" });
    expect(about("admission.move", "adm_1")).toEqual({ kind: "unknown" });
    expect(about("some.thing", "pat_1", { patient_id: "pat_1" })).toEqual({ kind: "unknown" });
  });
});
