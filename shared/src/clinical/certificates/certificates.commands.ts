import type * as z from "zod";
import { visitToWriteIn } from "#clinical/encounters/encounters.commands.ts";
import { referencedPatient, today } from "#clinical/patients/patients.commands.ts";
import { registeredDoctor } from "#clinical/staff/staff.commands.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState } from "#resource/state-machine.ts";
import type { Fields } from "#write/model.ts";
import { certificateStatuses, type CertificateStatus } from "./certificate-parts.contract.ts";
import { certificateCrud, type certificatesContract } from "./certificates.contract.ts";
import { certificateEvents } from "./certificates.events.ts";
import { unfitFault, untimelyFault } from "./certificates.rules.ts";
import { certificateStates } from "./certificates.states.ts";
import { diagnosisIn, summaryOf } from "./certificates.summary.ts";
import {
  certificateCounter,
  certificatesTable,
  formatCertificateNo,
  type CertificateRow,
} from "./certificates.table.ts";

type CertificateFields = Fields<typeof certificatesTable.columns>;
type CreateBody = z.output<typeof certificatesContract.create.body>;
type UpdateBody = z.output<typeof certificatesContract.update.body>;

// Payloads leave the node: ids, numbers and states, never what is certified.
function emit(ctx: WriteContext, name: keyof typeof certificateEvents, row: CertificateRow): void {
  const { patient_id, encounter_id, doctor_id, certificate_no, certificate_type, status } = row;
  const thin = { patient_id, encounter_id, doctor_id, certificate_no, certificate_type, status };
  ctx.write.emit(certificateEvents[name], certificatesTable, row, thin);
}

function step(ctx: WriteContext, status: CertificateStatus, reason: string | null) {
  return { status, at: ctx.write.at, by: ctx.caller.id, reason };
}

/** Refuses to certify in the name of somebody else, or of a doctor without a registration. @throws AppError forbidden, prescriber_unregistered, invalid_reference */
async function refuseDoctor(ctx: WriteContext, id: string): Promise<void> {
  await registeredDoctor(ctx, "doctor_id", id);
  if (ctx.caller.type !== "staff" || ctx.caller.id === id) return;
  throw new AppError("forbidden", "A certificate is issued by the doctor who signs it.");
}

/**
 * Issues a certificate or a referral, with what the visit says now.
 * @throws AppError invalid_reference, patient_merged, prescriber_unregistered, forbidden, validation_error, conflicting_fields
 */
export async function issueCertificate(
  ctx: WriteContext,
  body: CreateBody,
  given: Omit<CertificateFields, "branch_id">,
): Promise<CertificateRow> {
  const patient = await referencedPatient(ctx, "patient_id", body.patient_id);
  const visit = await visitToWriteIn(ctx, "encounter_id", body.encounter_id, patient.id);
  await refuseDoctor(ctx, body.doctor_id);
  const type = body.certificate_type;
  const fault =
    unfitFault({ ...given, certificate_type: type }) ??
    untimelyFault({ ...given, certificate_type: type }, today(ctx));
  if (fault !== null) throw fieldError(fault);
  const summary = type === "referral" ? await summaryOf(ctx, visit, patient) : null;
  // The number's row is held from here to the command's end.
  const count = await ctx.write.next(certificateCounter(ctx.branch.id));
  const row = ctx.write.insert(certificatesTable, ctx.newId(certificateCrud.prefix), {
    ...given,
    branch_id: ctx.branch.id,
    certificate_no: formatCertificateNo(ctx.branch.code, count),
    diagnosis: diagnosisIn(given.shows_diagnosis, visit),
    summary,
    status: "issued",
    status_history: [step(ctx, "issued", null)],
    issued_at: ctx.write.at,
  });
  emit(ctx, "issued", row);
  return row;
}

const shortestReasons: Readonly<Record<CertificateStatus, number>> = {
  issued: 0,
  cancelled: 3,
  entered_in_error: 10,
};

/** Calls a certificate off. @throws AppError invalid_transition, validation_error */
export function changeCertificate(
  ctx: WriteContext,
  row: CertificateRow,
  { status: wanted, status_reason: reason, metadata }: UpdateBody,
): CertificateRow {
  const from = enumValueOf(certificateStatuses, row.status);
  const said = metadata === undefined ? {} : { metadata };
  if (wanted === undefined || wanted === from) {
    const same = ctx.write.update(certificatesTable, row, said);
    if (same !== row) emit(ctx, "updated", same);
    return same;
  }
  const status = nextState(certificateStates, from, wanted);
  const shortest = shortestReasons[status];
  if ((reason ?? "").length < shortest) {
    const message = `is required: at least ${shortest} characters`;
    throw fieldError({ path: "status_reason", code: "validation_error", message });
  }
  const status_history = [...row.status_history, step(ctx, status, reason ?? null)];
  const after = ctx.write.update(certificatesTable, row, { ...said, status, status_history });
  emit(ctx, status === "cancelled" ? "cancelled" : "updated", after);
  return after;
}
