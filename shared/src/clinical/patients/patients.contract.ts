import * as z from "zod";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import {
  abhaAddress,
  abhaNumber,
  address,
  date,
  email,
  enumOf,
  idOf,
  int,
  noAadhaar,
  str,
  ts,
  uhid,
} from "#contract/fields.ts";
import { pageOf, pageQuery, recordFilters } from "#contract/paging.ts";
import { metadataField, readOnlyFields, recordReadOnly, recordShape } from "#contract/record.ts";
import { encounterShape } from "#clinical/encounters/encounters.contract.ts";

const genders = ["male", "female", "other", "unknown"] as const;
/** The states of a patient's general consent. */
export const consentStatuses = ["pending", "granted", "denied", "revoked", "expired"] as const;
/** What a patient's record can be. */
export const patientStatuses = ["active", "inactive", "merged"] as const;
const identifierTypes = [
  "mrn",
  "passport",
  "driving_licence",
  "voter_id",
  "pmjay",
  "cghs",
  "esic",
  "employee",
  "insurance_member",
  "other",
] as const;
const relationships = [
  "spouse",
  "parent",
  "child",
  "sibling",
  "guardian",
  "friend",
  "other",
] as const;
const bloodGroups = ["A+", "A-", "B+", "B-", "AB+", "AB-", "O+", "O-", "unknown"] as const;
const maritalStatuses = ["single", "married", "divorced", "widowed", "unknown"] as const;

const genderLetters: Readonly<Record<string, string>> = {
  M: "male",
  F: "female",
  O: "other",
  T: "other",
  U: "unknown",
};

/** The words of the contract; the letters that registers use are understood. */
const genderField = z.preprocess(
  (value) => (typeof value === "string" ? (genderLetters[value] ?? value) : value),
  enumOf(genders),
);

// A telephone number is read with the acting branch's country, so it is checked by the command.
const phoneField = str(3, 32);

/** Whom to call. */
export const emergencyContact = z.strictObject({
  name: str(1, 200),
  relationship: enumOf(relationships),
  phone: phoneField,
});

const allergy = z.strictObject({
  substance: str(1, 200),
  code: str(1, 64).nullable().optional(),
  criticality: enumOf(["low", "high", "unable_to_assess"]),
  reaction: str(0, 500).nullable().optional(),
  recorded_at: ts.optional(),
});

const identifier = z.strictObject({
  type: enumOf(identifierTypes),
  value: str(1, 64).check(noAadhaar),
  issuer: str(1, 200).nullable().optional(),
});

/** What both creating and updating may say. */
export const patientFields = {
  name: str(1, 200),
  gender: genderField,
  dob: date.nullable(),
  age_years: int(0, 130),
  mobile: phoneField.nullable(),
  phone: phoneField.nullable(),
  alternate_phone: phoneField.nullable(),
  email: email.nullable(),
  abha_id: abhaNumber.nullable(),
  abha_address: abhaAddress.nullable(),
  consent_status: enumOf(consentStatuses),
  address: address.nullable(),
  blood_group: enumOf(bloodGroups).nullable(),
  marital_status: enumOf(maritalStatuses).nullable(),
  preferred_language: str(2, 35).nullable(),
  emergency_contact: emergencyContact.nullable(),
  allergies: z.array(allergy).max(100),
  identifiers: z.array(identifier).max(20),
  is_unidentified: z.boolean(),
  is_vip: z.boolean(),
  is_deceased: z.boolean(),
  deceased_at: ts.nullable(),
} as const;

const optionalFields = z.strictObject(patientFields).partial().shape;

/** What registering a patient takes. */
export const createPatientBody = z.strictObject({
  ...optionalFields,
  tenant_id: idOf("ten").optional(),
  branch_id: idOf("brn").optional(),
  uhid: uhid.optional(),
  name: patientFields.name.optional(),
  gender: patientFields.gender,
  metadata: metadataField,
});

/** What only the server sets on a patient. */
export const patientReadOnly = [
  ...recordReadOnly,
  "branch_id",
  "uhid",
  "dob_estimated",
  "merged_into_id",
] as const;

/** What changing a patient takes; what the server sets may be repeated. */
export const updatePatientBody = z.strictObject({
  ...readOnlyFields(patientReadOnly),
  ...optionalFields,
  status: enumOf(["active", "inactive"]).optional(),
  metadata: metadataField,
});

/** A patient as it is answered. */
export const patientShape = z.strictObject({
  id: idOf("pat"),
  branch_id: idOf("brn").nullable(),
  uhid: z.string(),
  name: z.string(),
  gender: z.enum(genders),
  dob: z.string().nullable(),
  dob_estimated: z.boolean(),
  mobile: z.string().nullable(),
  phone: z.string().nullable(),
  alternate_phone: z.string().nullable(),
  email: z.string().nullable(),
  abha_id: z.string().nullable(),
  abha_address: z.string().nullable(),
  consent_status: z.enum(consentStatuses),
  address: z.record(z.string(), z.unknown()).nullable(),
  blood_group: z.string().nullable(),
  marital_status: z.string().nullable(),
  preferred_language: z.string().nullable(),
  emergency_contact: z.record(z.string(), z.unknown()).nullable(),
  allergies: z.array(z.record(z.string(), z.unknown())),
  identifiers: z.array(
    z.strictObject({
      type: z.string(),
      value: z.string(),
      issuer: z.string().nullable().optional(),
    }),
  ),
  is_unidentified: z.boolean(),
  is_vip: z.boolean(),
  is_deceased: z.boolean(),
  deceased_at: z.string().nullable(),
  status: z.enum(patientStatuses),
  merged_into_id: z.string().nullable(),
  ...recordShape,
});

/** A patient as it is answered. */
export type Patient = z.output<typeof patientShape>;

/** Something the caller should know about a write that went through. */
const warningShape = z.strictObject({
  code: z.string(),
  message: z.string(),
  patient_ids: z.array(z.string()).optional(),
  field: z.string().optional(),
});

const patientWithWarnings = patientShape.extend({ warnings: z.array(warningShape) });

const patientFilters = {
  q: str(2, 100).optional(),
  name: str(2, 100).optional(),
  mrn: str(1, 64).optional(),
  phone: str(3, 32).optional(),
  abha_id: str(4, 20).optional(),
} as const;

const idParams = z.strictObject({ id: idOf("pat") });

/** The endpoints of patients. */
export const patientsContract = {
  list: readEndpoint({
    path: "/v1/patients",
    summary: "List patients, newest first",
    tag: "Patients",
    access: { resource: "patients", action: "read" },
    params: noParams,
    query: z.strictObject({
      ...pageQuery,
      ...recordFilters,
      ...patientFilters,
      sort: enumOf(["-created_at", "created_at", "name"]).optional(),
      gender: enumOf(genders).optional(),
      dob: date.optional(),
      status: enumOf(patientStatuses).optional(),
      consent_status: enumOf(consentStatuses).optional(),
      branch_id: idOf("brn").optional(),
    }),
    response: pageOf(patientShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
  search: readEndpoint({
    path: "/v1/patients/search",
    summary: "Find patients by name, UHID, MRN, phone or ABHA number, best match first",
    tag: "Patients",
    access: { resource: "patients", action: "read" },
    params: noParams,
    query: z.strictObject({ ...patientFilters, limit: pageQuery.limit, cursor: pageQuery.cursor }),
    response: pageOf(patientShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
  duplicates: readEndpoint({
    path: "/v1/patients/duplicates",
    summary: "Patients who may already be the person about to be registered",
    tag: "Patients",
    access: { resource: "patients", action: "read" },
    params: noParams,
    query: z.strictObject({
      name: str(1, 200).optional(),
      dob: date.optional(),
      phone: str(3, 32).optional(),
      abha_id: abhaNumber.optional(),
    }),
    response: z.strictObject({ data: z.array(patientShape) }),
  }),
  get: readEndpoint({
    path: "/v1/patients/{id}",
    summary: "Get one patient",
    tag: "Patients",
    access: { resource: "patients", action: "read" },
    params: idParams,
    query: noQuery,
    response: patientShape,
  }),
  create: writeEndpoint({
    method: "POST",
    path: "/v1/patients",
    summary: "Register a patient",
    tag: "Patients",
    access: { resource: "patients", action: "create" },
    operation: "patient.create",
    home: "any",
    params: noParams,
    query: noQuery,
    body: createPatientBody,
    response: patientWithWarnings,
    status: 201,
    errors: ["duplicate_abha_id", "duplicate_uhid", "duplicate_identifier", "conflicting_fields"],
  }),
  update: writeEndpoint({
    method: "PUT",
    path: "/v1/patients/{id}",
    summary: "Change a patient: fields left out stay, null clears",
    tag: "Patients",
    access: { resource: "patients", action: "update" },
    operation: "patient.update",
    home: "any",
    params: idParams,
    query: noQuery,
    body: updatePatientBody,
    response: patientWithWarnings,
    status: 200,
    errors: ["version_conflict", "patient_merged", "duplicate_abha_id", "invalid_transition"],
  }),
  encounters: readEndpoint({
    path: "/v1/patients/{id}/encounters",
    summary: "A patient's encounters, newest first",
    tag: "Patients",
    access: { resource: "encounters", action: "read" },
    params: idParams,
    query: z.strictObject({ ...pageQuery }),
    response: pageOf(encounterShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
} as const;
