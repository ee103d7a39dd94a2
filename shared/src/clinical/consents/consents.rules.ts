import { lacksGuardian } from "#clinical/patients/patients.commands.ts";
import type { PatientRow } from "#clinical/patients/patients.table.ts";
import { staffTable } from "#clinical/staff/staff.table.ts";
import { documentsTable } from "#clinical/documents/documents.table.ts";
import { encountersTable } from "#clinical/encounters/encounters.table.ts";
import { fieldError } from "#kernel/errors.ts";
import { isoInstant } from "#kernel/clock.ts";
import type { WriteContext } from "#resource/context.ts";
import { isPaperOf } from "./consents.guard.ts";
import type { ConsentRow } from "./consents.table.ts";

function required(path: string, message: string) {
  return fieldError({ path, code: "validation_error", message });
}

/** A consent before it has the columns that every record has. */
type Drafted = Omit<ConsentRow, "id" | "version" | "created_at" | "created_by" | "updated_at">;

type Rules = Partial<Drafted> &
  Pick<
    ConsentRow,
    | "consent_type"
    | "purpose_code"
    | "hi_types"
    | "scope"
    | "valid_from"
    | "valid_until"
    | "data_erase_at"
    | "notice_version"
    | "language"
    | "captured_method"
    | "given_by"
    | "witness_id"
  >;

/** What a consent of a type cannot do without. @throws AppError validation_error */
export function requireForType(consent: Rules): void {
  const { consent_type: type, purpose_code: purpose, hi_types: kinds } = consent;
  const isShared = type === "data_sharing" || type === "abdm_hi_share";
  if (isShared && purpose === null) throw required("purpose_code", "is required to share records");
  if (type === "abdm_hi_share" && (kinds === null || kinds.length === 0))
    throw required("hi_types", "is required to share records by ABDM");
}

/** Whether the times of a consent go together. @throws AppError validation_error */
export function requireTimes(ctx: WriteContext, consent: Rules): void {
  const now = isoInstant(ctx.now());
  const { valid_from: from, valid_until: until, data_erase_at: erased, scope } = consent;
  if (until !== null && until <= (from ?? now))
    throw required("valid_until", "must be after valid_from, and to come");
  if (erased !== null && erased <= now) throw required("data_erase_at", "must be to come");
  if (scope?.date_from !== undefined && scope.date_to !== undefined) {
    if (scope.date_from > scope.date_to)
      throw required("scope.date_to", "must not be before scope.date_from");
  }
}

/** Whether the visits a consent is about are the patient's. @throws AppError invalid_reference */
export async function requireOwnVisits(
  ctx: WriteContext,
  patientId: string,
  scope: ConsentRow["scope"],
): Promise<void> {
  for (const [index, id] of (scope?.encounter_ids ?? []).entries()) {
    const visit = await ctx.write.load(encountersTable, id);
    if (visit?.patient_id === patientId) continue;
    const path = `scope.encounter_ids.${index}`;
    throw fieldError({ path, code: "invalid_reference", message: "names no visit of the patient" });
  }
}

/**
 * Whether the paper that is to prove a consent is one: of the patient, kept as the paper of a consent, and still there.
 * @throws AppError invalid_reference
 */
export async function requireOwnPaper(
  ctx: WriteContext,
  patientId: string,
  id: string | null,
): Promise<void> {
  if (id === null) return;
  const paper = await ctx.write.load(documentsTable, id);
  if (paper !== null && isPaperOf(patientId, paper)) return;
  const message = "names no paper of a consent of the patient";
  throw fieldError({ path: "document_id", code: "invalid_reference", message });
}

/** What has to be known of how somebody has said yes or no. @throws AppError validation_error, invalid_reference */
export async function requireEvidence(
  ctx: WriteContext,
  patient: Pick<PatientRow, "dob" | "emergency_contact">,
  consent: Rules,
): Promise<void> {
  const { captured_method: method, given_by: giver, witness_id: witness } = consent;
  if (method === null) throw required("captured_method", "is required once it is decided");
  if (giver === null) throw required("given_by", "is required once it is decided");
  if (giver.relation === "self" && lacksGuardian(ctx, { ...patient, emergency_contact: null }))
    throw required("given_by.relation", "must be who answers for a child");
  if (consent.consent_type === "data_processing") {
    if (consent.notice_version === null)
      throw required("notice_version", "is required: which notice was read");
    if (consent.language === null) throw required("language", "is required: how it was read");
  }
  if (method === "verbal_witnessed" && witness === null)
    throw required("witness_id", "is required for what was only said");
  if (witness === null) return;
  if (witness === ctx.caller.id) throw required("witness_id", "must be somebody else");
  if ((await ctx.write.load(staffTable, witness)) === null) {
    const message = "names nobody of the staff";
    throw fieldError({ path: "witness_id", code: "invalid_reference", message });
  }
}
