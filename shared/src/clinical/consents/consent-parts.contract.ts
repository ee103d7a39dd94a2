import * as z from "zod";
import { date, enumOf, idOf, int, storedPhone, str, writtenPhone } from "#contract/fields.ts";

/** What somebody agrees to, or does not. `data_processing` is the notice and consent of India's data protection act. */
export const consentTypes = [
  "general_treatment",
  "procedure",
  "anaesthesia",
  "blood_transfusion",
  "telemedicine",
  "data_processing",
  "data_sharing",
  "abdm_hi_share",
  "research",
  "photography",
  "marketing",
] as const;

/** The states of a consent; the ways between them stand in the state table beside this file. */
export const consentStates = ["requested", "granted", "denied", "revoked", "expired"] as const;

/** One state of a consent. */
export type ConsentState = (typeof consentStates)[number];

/** What somebody has said. */
export const consentDecisions = ["permit", "deny"] as const;

/** What records are shared for, by ABDM's list. */
export const purposeCodes = ["CAREMGT", "BTG", "PUBHLTH", "HPAYMT", "DSRCH", "PATRQT"] as const;

/** Kinds of records that are shared, by ABDM's list. */
export const healthInformationTypes = [
  "OPConsultation",
  "Prescription",
  "DiagnosticReport",
  "DischargeSummary",
  "ImmunizationRecord",
  "HealthDocumentRecord",
  "WellnessRecord",
  "Invoice",
] as const;

/** What may be done with what is shared. */
export const accessModes = ["VIEW", "STORE", "QUERY", "STREAM"] as const;

/** How somebody has said it. */
export const captureMethods = [
  "signature_pad",
  "paper_scan",
  "otp",
  "biometric",
  "verbal_witnessed",
  "abdm_app",
  "web",
] as const;

/** What stands in a consent as proof of how it was said: it is given with the decision, and stays. */
export const consentEvidence = [
  "notice_version",
  "language",
  "captured_method",
  "given_by",
  "witness_id",
] as const;

/** Who may speak for a patient. */
const givers = ["self", "guardian", "spouse", "parent", "legal_representative"] as const;

const recipient = z.strictObject({ type: str(1, 40), id: str(1, 64), name: str(1, 200) });

/** Which records a consent is about, from when to when, and who may have them. */
export const consentScope = z.strictObject({
  encounter_ids: z.array(idOf("enc")).max(100).optional(),
  date_from: date.optional(),
  date_to: date.optional(),
  recipients: z.array(recipient).max(50).optional(),
});

/** The same, as an answer says it. */
export const consentScopeShape = z.strictObject({
  encounter_ids: z.array(z.string()).optional(),
  date_from: z.string().optional(),
  date_to: z.string().optional(),
  recipients: z
    .array(z.strictObject({ type: z.string(), id: z.string(), name: z.string() }))
    .optional(),
});

/** How often what is shared may be asked for. */
export const consentFrequency = z.strictObject({
  unit: enumOf(["HOUR", "DAY", "WEEK", "MONTH", "YEAR"]),
  value: int(1, 1_000),
  repeats: int(0, 1_000),
});

/** The same, as an answer says it. */
export const consentFrequencyShape = z.strictObject({
  unit: z.string(),
  value: z.int(),
  repeats: z.int(),
});

const uuid = str(36, 36).regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u, "must be a UUID");

/** By which a consent is known in India's health exchange. */
export const abdmReference = z.strictObject({
  request_id: uuid.optional(),
  artefact_id: uuid.optional(),
  hip_id: str(1, 64).optional(),
  hiu_id: str(1, 64).optional(),
  cm_id: enumOf(["sbx", "abdm"]).optional(),
  signature: str(1, 4_000).optional(),
});

/** The same, as an answer says it. */
export const abdmReferenceShape = z.strictObject({
  request_id: z.string().optional(),
  artefact_id: z.string().optional(),
  hip_id: z.string().optional(),
  hiu_id: z.string().optional(),
  cm_id: z.string().optional(),
  signature: z.string().optional(),
});

/** Who has spoken, as a body says it: the number national or international. */
export const writtenGiver = z.strictObject({
  relation: enumOf(givers),
  name: str(1, 200),
  phone: writtenPhone.optional(),
});

/** The same, as it is kept. */
export const keptGiver = z.strictObject({
  relation: enumOf(givers),
  name: str(1, 200),
  phone: storedPhone.optional(),
});

/** The same, as an answer says it. */
export const giverShape = z.strictObject({
  relation: z.string(),
  name: z.string(),
  phone: z.string().optional(),
});
