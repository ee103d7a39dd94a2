import type * as z from "zod";
import { knownPatient, referencedPatient } from "#clinical/patients/patients.commands.ts";
import type { PatientRow } from "#clinical/patients/patients.table.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { phone as phoneSchema } from "#contract/fields.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { recordMapping } from "#resource/record-mapping.ts";
import { nextState } from "#resource/state-machine.ts";
import { consentEvidence, consentStates, type ConsentState } from "./consent-parts.contract.ts";
import { consentCrud, consentFields, type consentsContract } from "./consents.contract.ts";
import { emitConsent } from "./consents.events.ts";
import { isSharingWithheld } from "./consents.queries.ts";
import {
  requireEvidence,
  requireForType,
  requireOwnPaper,
  requireOwnVisits,
  requireTimes,
} from "./consents.rules.ts";
import { followStanding } from "./consents.standing.ts";
import { consentMachine, decisionOf, stateOf } from "./consents.states.ts";
import { consentsTable, type ConsentRow } from "./consents.table.ts";

type CreateBody = z.output<typeof consentsContract.create.body>;
type UpdateBody = z.output<typeof consentsContract.update.body>;
type Giver = CreateBody["given_by"];

const mapping = recordMapping(consentFields);

function giverOf(ctx: WriteContext, giver: Giver): ConsentRow["given_by"] {
  if (giver === null || giver === undefined) return null;
  if (giver.phone === undefined) return { relation: giver.relation, name: giver.name };
  const read = phoneSchema(ctx.branch.country).safeParse(giver.phone);
  if (read.success) return { ...giver, phone: read.data };
  const message = "must be a telephone number, national or +country";
  throw fieldError({ path: "given_by.phone", code: "validation_error", message });
}

/**
 * Asks for a consent, or notes what was said at once.
 * @throws AppError invalid_reference, patient_merged, validation_error
 */
export async function makeConsent(ctx: WriteContext, body: CreateBody): Promise<ConsentRow> {
  const patient = await referencedPatient(ctx, "patient_id", body.patient_id);
  const { decision } = body;
  const { at } = ctx.write;
  const status = decision === undefined || decision === null ? "requested" : stateOf[decision];
  const isDecided = status !== "requested";
  const fields = {
    ...mapping.first(body),
    given_by: giverOf(ctx, body.given_by),
    branch_id: ctx.branch.id,
    status,
    valid_from: body.valid_from ?? null,
    captured_by: isDecided ? ctx.caller.id : null,
    decided_at: isDecided ? at : null,
    revoked_at: null,
    revoke_reason: null,
    status_history: [{ status, at, by: ctx.caller.id, reason: null }],
  };
  requireForType(fields);
  requireTimes(ctx, fields);
  await requireOwnVisits(ctx, patient.id, fields.scope);
  await requireOwnPaper(ctx, patient.id, fields.document_id);
  if (isDecided) await requireEvidence(ctx, patient, fields);
  const row = ctx.write.insert(consentsTable, ctx.newId(consentCrud.prefix), fields);
  emitConsent(ctx, status, row);
  await followStanding(ctx, row);
  return row;
}

/** @throws AppError consent_withheld where a patient's records may not go to another branch */
export async function refuseWithheldSharing(
  ctx: WriteContext,
  path: string,
  patient: PatientRow,
): Promise<void> {
  if (!(await isSharingWithheld(ctx, patient, ctx.write.at))) return;
  const message = "names a patient who has not agreed to it, or not any more";
  throw fieldError({ path, code: "consent_withheld", message });
}

function restated(ctx: WriteContext, row: ConsentRow, from: ConsentState, body: UpdateBody) {
  const { status: wanted = from, status_reason: reason } = body;
  if (wanted === from) return { status: from };
  const status = nextState(consentMachine, from, wanted);
  const { at } = ctx.write;
  const step = { status, at, by: ctx.caller.id, reason: reason ?? null };
  const decision = decisionOf[status];
  return {
    status,
    status_history: [...row.status_history, step],
    ...(decision === undefined ? {} : { decision, decided_at: at, captured_by: ctx.caller.id }),
    ...(status === "revoked" ? { revoked_at: at, revoke_reason: reason ?? null } : {}),
  };
}

function refuseLooseEvidence(from: ConsentState, body: UpdateBody): void {
  const { status: to = from } = body;
  if (to !== from && decisionOf[to] !== undefined) return;
  const loose = consentEvidence.find((name) => body[name] !== undefined);
  if (loose === undefined) return;
  const message = "goes with the decision, and stays; ask for a new consent";
  throw fieldError({ path: loose, code: "conflicting_fields", message });
}

/** A signed paper is scanned when there is time for it; the one that is there stays. @throws AppError conflicting_fields */
function refuseOtherPaper(
  { document_id: known }: ConsentRow,
  { document_id: given }: UpdateBody,
): void {
  if (given === undefined || known === null || given === known) return;
  const message = "stays; ask for a new consent";
  throw fieldError({ path: "document_id", code: "conflicting_fields", message });
}

/**
 * Grants, refuses or withdraws a consent.
 * @throws AppError invalid_transition, conflicting_fields, invalid_reference, validation_error
 */
export async function changeConsent(
  ctx: WriteContext,
  row: ConsentRow,
  body: UpdateBody,
): Promise<ConsentRow> {
  const from = enumValueOf(consentStates, row.status);
  refuseLooseEvidence(from, body);
  refuseOtherPaper(row, body);
  const { status: _status, given_by: giver, ...rest } = body;
  const steps = restated(ctx, row, from, body);
  const patch = {
    ...mapping.later(rest),
    ...(giver === undefined ? {} : { given_by: giverOf(ctx, giver) }),
    ...steps,
  };
  if (row.document_id === null)
    await requireOwnPaper(ctx, row.patient_id, body.document_id ?? null);
  const isDecided = steps.status !== from && decisionOf[steps.status] !== undefined;
  if (isDecided) {
    const next = { ...row, ...patch };
    requireTimes(ctx, next);
    await requireEvidence(ctx, await knownPatient(ctx, "patient_id", row.patient_id), next);
  }
  const changed = ctx.write.update(consentsTable, row, patch);
  if (changed === row) return row;
  emitConsent(ctx, steps.status === from ? "updated" : steps.status, changed);
  await followStanding(ctx, changed);
  return changed;
}
