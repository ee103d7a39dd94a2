import * as z from "zod";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import {
  abhaAddress,
  abhaNumber,
  address,
  date,
  email,
  enumOf,
  idListOf,
  idOf,
  int,
  noAadhaar,
  str,
  ts,
  uhid,
  writtenPhone,
} from "#contract/fields.ts";
import { integerParameter, pageOf, pageQuery, recordFilters } from "#contract/paging.ts";
import { answerShape, field, patchShape, readOnlyOf, sentShape } from "#contract/record-fields.ts";
import { metadataField, readOnlyFields, recordReadOnly, recordShape } from "#contract/record.ts";
import { encounterShape } from "#clinical/encounters/encounters.contract.ts";
import { patientChangesEndpoint } from "./patients.changes.contract.ts";
import { allergy, condition, keptCondition } from "./known-problems.contract.ts";
import { mergeReason, mergingEndpoints } from "./patients.merging.contract.ts";

/** What a patient's gender can be. */
export const genders = ["male", "female", "other", "unknown"] as const;
/** The states of a patient's general consent. */
export const consentStatuses = ["pending", "granted", "denied", "revoked", "expired"] as const;
/** What a patient's record can be. */
export const patientStatuses = ["active", "inactive", "merged"] as const;
/** What a number that somebody else has given a patient can be. */
export const identifierTypes = [
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
/** How an emergency contact stands to a patient. */
export const relationships = [
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

/** The words of the contract; the letters that registers use are understood. */
const genderField: z.ZodType<(typeof genders)[number], string> = enumOf(genders, {
  M: "male",
  F: "female",
  O: "other",
  T: "other",
  U: "unknown",
});

/** Whom to call. */
export const emergencyContact = z.strictObject({
  name: str(1, 200),
  relationship: enumOf(relationships),
  phone: writtenPhone,
});

/** By whom registers tell people of one name apart: son or daughter, wife or husband of, or in the care of. */
export const relativeRelations = ["father", "mother", "husband", "wife", "guardian"] as const;

const relative = z.strictObject({ relation: enumOf(relativeRelations), name: str(1, 200) });

const anyMembers = z.record(z.string(), z.unknown());

const keptIdentifier = z.strictObject({
  type: z.string(),
  value: z.string(),
  issuer: z.string().nullable().optional(),
});

/** More numbers of others than anybody has. */
export const mostIdentifiers = 20;

/** A number that somebody else has given a patient, as a body says it. */
export const identifierValue = str(1, 64).check(noAadhaar);

/** A number with whose it is. */
export const identifier = z.strictObject({
  type: enumOf(identifierTypes),
  value: identifierValue,
  issuer: str(1, 200).nullable().optional(),
});

/** A patient's own fields. */
export const patientFields = {
  uhid: field.text(uhid, { given: "once" }),
  name: field.text(str(1, 200), { search: "words", sort: true }),
  gender: { ...field.word(genders, { filter: true }), sent: genderField },
  dob: field.text(date, { optional: true, filter: true }),
  dob_estimated: field.bool({ given: "never" }),
  // Another name for `phone`, kept nowhere.
  mobile: { ...field.phone({ optional: true }), kind: "none" },
  phone: field.phone({ optional: true }),
  alternate_phone: field.phone({ optional: true }),
  email: field.text(email, { optional: true }),
  abha_id: field.text(abhaNumber, { optional: true }),
  abha_address: field.text(abhaAddress, { optional: true }),
  /** What was said as the patient was registered; from then on their consents say it. */
  consent_status: field.word(consentStatuses, { initial: "pending", filter: true, given: "once" }),
  address: field.json(address, anyMembers, { optional: true }),
  blood_group: field.text(enumOf(bloodGroups), { optional: true }),
  marital_status: field.text(enumOf(maritalStatuses), { optional: true }),
  preferred_language: field.text(str(2, 35), { optional: true }),
  relative: field.json(relative, anyMembers, { optional: true }),
  emergency_contact: field.json(emergencyContact, anyMembers, { optional: true }),
  allergies: field.json(z.array(allergy).max(100), z.array(anyMembers), { initial: [] }),
  /** True where somebody has asked and there are none; never beside an allergy. */
  no_known_allergies: field.bool({ optional: true }),
  conditions: field.json(z.array(condition).max(100), z.array(keptCondition), { optional: true }),
  identifiers: field.json(z.array(identifier).max(mostIdentifiers), z.array(keptIdentifier), {
    initial: [],
  }),
  is_unidentified: field.bool({ initial: false }),
  is_vip: field.bool({ initial: false }),
  is_deceased: field.bool({ initial: false }),
  deceased_at: field.text(ts, { optional: true }),
  /** A picture among the branch's files, by which people of one name are told apart. */
  photo_document_id: field.text(idOf("fil"), { optional: true }),
  /** Whether a list has left out most of it: the record is opened with a reason. */
  is_masked: field.computed(z.boolean()),
  status: {
    ...field.word(patientStatuses, { given: "later", filter: true }),
    sent: enumOf(["active", "inactive"]),
  },
  merged_into_id: field.text(idOf("pat"), { optional: true, given: "never" }),
  /** Why it was merged. */
  merge_reason: field.text(mergeReason, { optional: true, given: "never" }),
  /** The records that were merged into this one. */
  merged_ids: field.json(z.array(idOf("pat")), z.array(z.string()), {
    optional: true,
    given: "never",
  }),
} as const;

const alsoGiven = {
  /** Stands for a birth date. */
  age_years: int(0, 130).optional(),
  metadata: metadataField,
} as const;

const sent = sentShape(patientFields);

/** What registering a patient takes. */
export const createPatientBody = z.strictObject({
  ...sent,
  ...alsoGiven,
  tenant_id: idOf("ten").optional(),
  branch_id: idOf("brn").optional(),
  uhid: sent.uhid.optional(),
  name: sent.name.optional(),
});

/** What only the server sets on a patient. */
export const patientReadOnly = [...recordReadOnly, "branch_id", ...readOnlyOf(patientFields)];

/** What changing a patient takes; what the server sets may be repeated. */
export const updatePatientBody = z.strictObject({
  ...readOnlyFields([...recordReadOnly, "branch_id"]),
  ...patchShape(patientFields),
  ...alsoGiven,
});

/** A patient as it is answered. */
export const patientShape = z.strictObject({
  id: idOf("pat"),
  branch_id: idOf("brn").nullable(),
  ...answerShape(patientFields),
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
      /** Only these, also such as were merged into others. */
      ids: idListOf("pat").optional(),
      sort: enumOf(["-created_at", "created_at", "name"]).optional(),
      gender: genderField.optional(),
      dob: date.optional(),
      status: enumOf(patientStatuses).optional(),
      consent_status: enumOf(consentStatuses).optional(),
      identity_unverified: z.enum(["true", "false"]).optional(),
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
      gender: genderField.optional(),
      dob: date.optional(),
      /** In place of a birth date. */
      age_years: integerParameter(0, 130).optional(),
      phone: str(3, 32).optional(),
      abha_id: abhaNumber.optional(),
      /** The name of who answers for the person. */
      guardian: str(1, 200).optional(),
      village: str(1, 100).optional(),
      /** House and street. */
      line1: str(1, 200).optional(),
      postal_code: str(1, 20).optional(),
      /** A printed number, such as a passport's or an insurer's. */
      number: str(1, 64).optional(),
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
    errors: [
      "duplicate_abha_id",
      "duplicate_uhid",
      "duplicate_identifier",
      "conflicting_fields",
      "invalid_reference",
    ],
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
    errors: [
      "version_conflict",
      "patient_merged",
      "duplicate_abha_id",
      "invalid_transition",
      "conflicting_fields",
      "invalid_reference",
    ],
  }),
  ...mergingEndpoints(patientShape),
  changes: patientChangesEndpoint,
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
