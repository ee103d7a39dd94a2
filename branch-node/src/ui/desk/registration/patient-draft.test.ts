import { describe, expect, test } from "vitest";
import {
  patientShape,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import {
  changeFaults,
  draftOfPatient,
  patientChange,
  rebasedDraft,
  textIn,
} from "./patient-draft.ts";

const newId = createIdSource(Date.now);
const today = "2026-11-23";

function patientWith(fields: Partial<Patient> = {}): Patient {
  return patientShape.parse({
    id: newId("pat"),
    branch_id: newId("brn"),
    photo_document_id: null,
    tenant_id: newId("ten"),
    uhid: "PUN1-000001-H",
    name: "Tara Bhide",
    gender: "female",
    dob: "1990-06-05",
    dob_estimated: false,
    mobile: "+919011224477",
    phone: "+919011224477",
    alternate_phone: null,
    email: null,
    abha_id: null,
    abha_address: null,
    consent_status: "granted",
    address: { line1: "4 Well Lane", line2: "Ward 2", city: "Pune", country: "IN" },
    blood_group: null,
    marital_status: null,
    preferred_language: null,
    relative: { relation: "husband", name: "Jay Bhide" },
    emergency_contact: { name: "Om Bhide", relationship: "child", phone: "+919011224478" },
    allergies: [],
    no_known_allergies: null,
    conditions: null,
    identifiers: [],
    is_unidentified: false,
    is_vip: false,
    is_masked: false,
    is_deceased: false,
    deceased_at: null,
    status: "active",
    merged_into_id: null,
    merge_reason: null,
    merged_ids: null,
    created_at: "2026-11-01T00:00:00.000Z",
    updated_at: "2026-11-01T00:00:00.000Z",
    created_by: "stf_1",
    updated_by: "stf_1",
    version: 1,
    origin: "branch",
    origin_node_id: null,
    hlc: "0",
    sync_state: "synced",
    metadata: {},
    ...fields,
  });
}

describe("a change of a patient", () => {
  const patient = patientWith();
  const before = draftOfPatient(patient);
  const changeBy = (typed: Partial<typeof before>) =>
    patientChange(patient, before, { ...before, ...typed }, today);

  test("says nothing where nothing was typed", () => {
    expect(changeBy({})).toEqual({});
  });

  test("says what was typed alone, although the record has been changed elsewhere since", () => {
    const now = patientWith({ phone: "+919822012999" });
    expect(patientChange(now, before, { ...before, city: "Nashik" }, today)).toEqual({
      address: { line1: "4 Well Lane", line2: "Ward 2", city: "Nashik", country: "IN" },
    });
  });

  test("takes away the part of an address that was emptied, and keeps those that the form does not show", () => {
    expect(changeBy({ city: " " })).toEqual({
      address: { line1: "4 Well Lane", line2: "Ward 2", country: "IN" },
    });
    expect(
      patientChange(
        patientWith({ address: { city: "Pune", country: "IN" } }),
        { ...before, line1: "" },
        { ...before, line1: "", city: "" },
        today,
      ),
    ).toEqual({ address: null });
  });

  test("takes away a relative whose name was emptied", () => {
    expect(changeBy({ relativeName: "" })).toEqual({ relative: null });
    expect(changeBy({ relativeRelation: "father" })).toEqual({
      relative: { relation: "father", name: "Jay Bhide" },
    });
  });

  test("puts another payer in the place of the one that is shown, beside every other number", () => {
    const mrn = { type: "mrn", value: "OLD/7" };
    const insured = patientWith({ identifiers: [mrn, { type: "cghs", value: "C1" }] });
    const shown = draftOfPatient(insured);
    const changed = { ...shown, payer: "esic", payerNumber: "E2" };
    expect(patientChange(insured, shown, changed, today)).toEqual({
      identifiers: [mrn, { type: "esic", value: "E2" }],
    });
    const own = { ...shown, payer: "", payerNumber: "" };
    expect(patientChange(insured, shown, own, today)).toEqual({ identifiers: [mrn] });
  });

  test("keeps a relationship that the form does not offer", () => {
    expect(changeBy({ guardianPhone: "9011224479" })).toEqual({
      emergency_contact: { name: "Om Bhide", relationship: "child", phone: "9011224479" },
    });
  });
});

describe("a form over a record that is changed elsewhere", () => {
  const before = draftOfPatient(patientWith());
  const after = draftOfPatient(patientWith({ phone: "+919822012999", name: "Tara Joshi" }));

  test("follows it where nothing was typed, and keeps what was", () => {
    const typed = { ...before, name: "Tara B." };
    expect(rebasedDraft(typed, before, after)).toEqual({ ...after, name: "Tara B." });
  });
});

describe("what is wrong with a change", () => {
  test("is nothing that was kept without it: a telephone number is corrected where no birth date is known", () => {
    const before = draftOfPatient(patientWith({ dob: null }));
    expect(changeFaults(before, { ...before, phone: "9822012999" }, today)).toEqual({});
    expect(changeFaults(before, { ...before, dob: "31/02/1990" }, today)).toHaveProperty("dob");
    expect(changeFaults(before, { ...before, name: "" }, today)).toHaveProperty("name");
  });
});

test("a part of a record without a fixed form gives texts alone", () => {
  expect(textIn({ city: 7 }, "city")).toBe("");
  expect(textIn(null, "city")).toBe("");
});
