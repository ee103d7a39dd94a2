import { describe, expect, test } from "vitest";
import { emptyDraft } from "#ui/desk/registration/registration-draft.ts";
import { subjectOf } from "./draft-subject.ts";
import {
  consentState,
  detailsState,
  encounterState,
  readConsent,
  readDetails,
  readEncounter,
  readRegistration,
  registrationState,
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
