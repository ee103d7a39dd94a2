import { ApiError } from "@edgeward/shared/contract/client.ts";
import type { ErrorCode } from "@edgeward/shared/kernel/errors.ts";
import * as z from "zod";
import type { Say, TextId } from "#ui/i18n/text.ts";
import { isUnreachable } from "#ui/net/api.ts";

const fieldsShape = z.object({
  fields: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
});

/** One field that the server found wrong. */
export type FieldFault = z.output<typeof fieldsShape>["fields"][number];

/** The fields that an answer names as wrong; none when it is about something else. */
export function fieldFaults(error: unknown): readonly FieldFault[] {
  if (!(error instanceof ApiError)) return [];
  return fieldsShape.safeParse(error.details).data?.fields ?? [];
}

const codeTexts: Readonly<Record<ErrorCode, TextId>> = {
  bad_request: "fault.other",
  malformed_json: "fault.other",
  missing_header: "fault.other",
  idempotency_key_required: "fault.other",
  invalid_cursor: "fault.other",
  cursor_expired: "fault.other",
  unauthorized: "fault.session",
  token_expired: "fault.session",
  token_revoked: "fault.session",
  invalid_credentials: "fault.session",
  invalid_pairing_code: "fault.session",
  forbidden: "fault.forbidden",
  tenant_forbidden: "fault.forbidden",
  branch_forbidden: "fault.forbidden",
  role_not_granted: "fault.forbidden",
  scope_missing: "fault.forbidden",
  device_blocked: "fault.forbidden",
  access_reason_required: "fault.accessReason",
  not_found: "fault.notFound",
  method_not_allowed: "fault.other",
  invalid_transition: "fault.invalidTransition",
  idempotency_in_progress: "fault.inProgress",
  owned_by_branch: "fault.ownedByBranch",
  hub_only: "fault.atHub",
  sequence_gap: "fault.other",
  gone: "fault.notFound",
  version_conflict: "fault.versionConflict",
  payload_too_large: "fault.tooLarge",
  unsupported_media_type: "fault.other",
  validation_error: "fault.fields",
  unknown_field: "fault.other",
  unknown_parameter: "fault.other",
  read_only_field: "fault.other",
  invalid_enum: "fault.fields",
  invalid_id: "fault.other",
  invalid_reference: "fault.reference",
  timezone_required: "fault.other",
  tenant_mismatch: "fault.other",
  branch_mismatch: "fault.other",
  conflicting_fields: "fault.fields",
  slot_unavailable: "fault.slotUnavailable",
  bed_unavailable: "fault.bedUnavailable",
  already_admitted: "fault.alreadyAdmitted",
  consent_withheld: "fault.consentWithheld",
  insufficient_balance: "fault.balance",
  batch_blocked: "fault.batchBlocked",
  batch_expired: "fault.batchExpired",
  over_receipt: "fault.overReceipt",
  over_dispense: "fault.overDispense",
  prescription_required: "fault.prescriptionRequired",
  price_over_mrp: "fault.priceOverMrp",
  already_billed: "fault.alreadyBilled",
  already_claimed: "fault.alreadyClaimed",
  over_payer_share: "fault.overPayerShare",
  overpayment: "fault.overpayment",
  duplicate_payment: "fault.duplicatePayment",
  cash_limit_exceeded: "fault.cashLimit",
  specimen_mismatch: "fault.specimen",
  implausible_value: "fault.implausible",
  prescriber_unregistered: "fault.prescriber",
  not_printable: "fault.notPrintable",
  content_type_mismatch: "fault.fileType",
  image_too_large: "fault.pictureSize",
  duplicate_abha_id: "fault.duplicateAbha",
  duplicate_uhid: "fault.duplicate",
  duplicate_identifier: "fault.duplicate",
  duplicate_value: "fault.duplicate",
  patient_merged: "fault.patientMerged",
  pan_detected: "fault.cardNumber",
  aadhaar_not_allowed: "fault.cardNumber",
  idempotency_key_reused: "fault.keyReused",
  rate_limited: "fault.tooOften",
  internal: "fault.internal",
  unavailable: "fault.unreachable",
};

const textOfCode: ReadonlyMap<string, TextId> = new Map(Object.entries(codeTexts));

// Of one field these say more than that it is not accepted.
const ownTexts: ReadonlySet<TextId> = new Set<TextId>([
  "fault.cardNumber",
  "fault.duplicate",
  "fault.duplicateAbha",
  "fault.bedUnavailable",
  "fault.alreadyAdmitted",
  "fault.alreadyBilled",
  "fault.batchBlocked",
  "fault.batchExpired",
  "fault.overReceipt",
  "fault.overDispense",
  "fault.balance",
  "fault.prescriptionRequired",
  "fault.priceOverMrp",
  "fault.alreadyClaimed",
  "fault.overPayerShare",
  "fault.overpayment",
  "fault.duplicatePayment",
  "fault.cashLimit",
  "fault.specimen",
  "fault.implausible",
  "fault.prescriber",
  "fault.fileType",
  "fault.pictureSize",
]);

const pathTexts: readonly (readonly [path: RegExp, text: TextId])[] = [
  [/^diagnosis_code$|^diagnoses\.\d+\.code$/u, "fault.wrongCode"],
  [/^diagnoses$/u, "fault.primary"],
  [/^doctor_id$/u, "fault.needsDoctor"],
  [/^triage_waived_reason$/u, "fault.needsTriage"],
  [/^follow_up_date$/u, "fault.pastDay"],
  [/^override_reason$/u, "fault.overrideReason"],
  [/^retriage_reason$/u, "fault.needsReason"],
  [/^vitals$/u, "fault.needsVitals"],
  [/^visit_status$/u, "fault.visitStatus"],
  [/^status_reason$/u, "fault.needsReason"],
  [/^due_at$/u, "fault.doseNoted"],
  [/^prescription_id$/u, "fault.rxEnded"],
  [/^lines\.\d+\.fefo_reason$/u, "dispense.needsFefo"],
  [/^lines\.\d+\.substitution_reason$/u, "dispense.needsSubstitution"],
  [/^items\.\d+\.quantity$/u, "fault.quantity"],
  [/^items\.\d+\.duration_days$/u, "fault.duration"],
  [/^weight_kg$/u, "fault.weight"],
  [/^allergies_checked$/u, "fault.allergies"],
  [/^override(?:\.reason)?$/u, "fault.inSpite"],
  [/^mlc_no$/u, "fault.mlcNo"],
  [/^attendant\.phone$/u, "fault.phoneNumber"],
  [/^discharge\.cause_of_death_code$/u, "fault.causeOfDeath"],
  [/^data\.diagnoses$/u, "fault.summaryDiagnosis"],
  [/^rest_to$/u, "letters.restFault"],
  [/^(?:rest|fit)_from$/u, "letters.dayFault"],
  [/^shows_diagnosis$/u, "letters.noDiagnosis"],
  [/^discharge_clearances$/u, "fault.clearances"],
  [/^discharge_clearances\./u, "fault.clearance"],
  [/^captured_method$/u, "consents.needsMethod"],
  [/^witness_id$/u, "consents.needsWitness"],
  [/^given_by(?:\.name)?$/u, "consents.needsName"],
  [/^given_by\.relation$/u, "consents.needsAdult"],
  [/^given_by\.phone$/u, "fault.phoneNumber"],
  [/^notice_version$/u, "consents.needsNotice"],
  [/^language$/u, "consents.needsLanguage"],
  [/^purpose_code$/u, "consents.needsPurpose"],
  [/^valid_until$/u, "consents.needsUntil"],
  [/^(?:notes|chief_complaint|advice|reason)$/u, "fault.tooLong"],
];

/** What a code says of one field, where the field has no sentence of its own. */
export function textOfFieldCode(code: string): TextId {
  const known = code === "validation_error" ? undefined : textOfCode.get(code);
  const isOwn = known !== undefined && ownTexts.has(known);
  return isOwn ? known : "fault.field";
}

/** What is wrong with one field, in a sentence of the page's language. */
export function fieldFaultText({ path, code }: FieldFault, say: Say): string {
  const known = textOfFieldCode(code);
  const text = pathTexts.find(([pattern]) => pattern.test(path))?.[1];
  if (known === "fault.cardNumber") return say(known);
  return say(text ?? known);
}

/** What went wrong, in a sentence of the page's language; never in the server's own words. */
export function faultText(error: unknown, say: Say): string {
  if (!(error instanceof ApiError) || isUnreachable(error)) return say("fault.unreachable");
  const [field, ...others] = fieldFaults(error);
  const isOfField = field !== undefined && others.length === 0 && field.code === error.code;
  const hasOwnText = pathTexts.some(([pattern]) => field !== undefined && pattern.test(field.path));
  if (isOfField && hasOwnText) return fieldFaultText(field, say);
  const text = textOfCode.get(error.code) ?? "fault.other";
  return say(text, { request: error.requestId ?? "–" });
}

const suggestionsShape = z.object({
  suggestions: z.array(z.object({ start_at: z.string(), available: z.boolean() })),
});

/** The free times that a refused booking proposes. */
export function suggestionsOf(error: unknown): readonly string[] {
  if (!(error instanceof ApiError) || error.code !== "slot_unavailable") return [];
  const found = suggestionsShape.safeParse(error.details).data?.suggestions ?? [];
  return found.filter(({ available }) => available).map(({ start_at: startAt }) => startAt);
}
