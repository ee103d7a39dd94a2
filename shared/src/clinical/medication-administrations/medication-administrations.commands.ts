import type * as z from "zod";
import { referencedVisit } from "#clinical/encounters/encounters.commands.ts";
import { referencedPatient } from "#clinical/patients/patients.commands.ts";
import { samePerson } from "#clinical/patients/same-person.commands.ts";
import type { PrescribedItem } from "#clinical/prescriptions/prescription-parts.contract.ts";
import { prescriptionToGive } from "#clinical/prescriptions/given-prescriptions.commands.ts";
import {
  prescriptionsTable,
  type PrescriptionRow,
} from "#clinical/prescriptions/prescriptions.table.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { AppError, fieldError, type FieldIssue } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState } from "#resource/state-machine.ts";
import { found } from "#write/write.ts";
import {
  administrationCrud,
  administrationStatuses,
  type administrationsContract,
  type AdministrationStatus,
} from "./medication-administrations.contract.ts";
import { administrationEvents } from "./medication-administrations.events.ts";
import { notedOfDose, successorsOf } from "./medication-administrations.queries.ts";
import { notedFault, plannedDose } from "./medication-administrations.rules.ts";
import { administrationStates } from "./medication-administrations.states.ts";
import {
  administrationsTable,
  type AdministrationRow,
} from "./medication-administrations.table.ts";
import { dueTimes, dueWithinMs } from "./medication-schedule.ts";

type CreateBody = z.output<typeof administrationsContract.create.body>;
type UpdateBody = z.output<typeof administrationsContract.update.body>;
type Dosing = Pick<AdministrationRow, "given_at" | "dose" | "dose_unit" | "route" | "reason">;

// A nurse's watch may be ahead of the node's clock.
const aheadMs = 5 * 60_000;
// Nobody gives a dose of the day after.
const earliestMs = 24 * 3_600_000;

function wrong(path: string, message: string, code: FieldIssue["code"] = "validation_error") {
  return fieldError({ path, code, message });
}

// Payloads leave the node: ids, states and times, never what was given or why.
function emit(ctx: WriteContext, name: keyof typeof administrationEvents, row: AdministrationRow) {
  const { patient_id, encounter_id, admission_id, prescription_id, prescribed_item_id } = row;
  const { due_at, given_at, status, amends_id } = row;
  const of = { patient_id, encounter_id, admission_id, prescription_id, prescribed_item_id };
  const thin = { ...of, due_at, given_at, status, amends_id };
  ctx.write.emit(administrationEvents[name], administrationsTable, row, thin);
}

/** @throws AppError invalid_reference for a prescription of somebody else, of another branch, or that does not stand */
async function prescriptionOf(ctx: WriteContext, body: CreateBody): Promise<PrescriptionRow> {
  const patient = await referencedPatient(ctx, "patient_id", body.patient_id);
  const row = await prescriptionToGive(ctx, "prescription_id", body.prescription_id);
  const person = await samePerson(ctx.db, ctx.tenantId, patient.id);
  if (!person.includes(row.patient_id))
    throw wrong("patient_id", "is not the patient of the prescription", "invalid_reference");
  return row;
}

function refuseIssue(issue: FieldIssue | null): void {
  if (issue !== null) throw fieldError(issue);
}

/** What a body says of how a dose was given; what it leaves out follows from the prescription. */
type SaidDosing = { readonly [Name in keyof Dosing]?: Dosing[Name] | undefined };

function dosingOf(
  ctx: WriteContext,
  body: SaidDosing,
  status: AdministrationStatus,
  { items, weight_kg: weight }: Pick<PrescriptionRow, "items" | "weight_kg">,
  itemId: string,
): Dosing {
  const { given_at, dose, dose_unit, route, reason = null } = body;
  const said = { given_at: given_at ?? null, dose: dose ?? null, dose_unit: dose_unit ?? null };
  const item = items.find(({ id }) => id === itemId);
  if (status !== "given" || item === undefined) return { ...said, route: route ?? null, reason };
  const planned = plannedDose(item, weight);
  return {
    given_at: given_at ?? ctx.write.at,
    dose: dose ?? planned.dose,
    dose_unit: dose_unit ?? planned.dose_unit,
    route: route ?? item.route,
    reason,
  };
}

function refuseTime(ctx: WriteContext, { given_at: at }: Dosing): void {
  if (at !== null && Date.parse(at) > ctx.now() + aheadMs)
    throw wrong("given_at", "is still to come");
}

/** Refuses a time that is none of the medicine's, or is too far off. @throws AppError validation_error */
function refuseDue(
  ctx: WriteContext,
  row: PrescriptionRow,
  item: PrescribedItem,
  { due_at: due, reason }: { readonly due_at: string | null; readonly reason: string | null },
): void {
  if (due === null) return;
  const course = { issued_at: row.issued_at ?? row.created_at, ended_at: null };
  const of = { ...course, zone: ctx.branch.timeZone };
  if (dueTimes(item, of, { from: due, to: due }).length === 0)
    throw wrong("due_at", "is no time at which the prescription asks for it");
  const ahead = Date.parse(due) - ctx.now();
  if (ahead > earliestMs) throw wrong("due_at", "is of a dose of another day");
  if (ahead > dueWithinMs && reason === null)
    throw wrong("reason", "is required: why it is given before its time");
}

/** What was noted of a dose so far, that this one follows; null for none. @throws AppError duplicate_value */
async function followed(
  ctx: WriteContext,
  body: Pick<CreateBody, "prescribed_item_id" | "status">,
  due: string | null,
  reason: string | null,
): Promise<string | null> {
  if (due === null) return null;
  const noted = await notedOfDose(ctx, body.prescribed_item_id, due);
  const amended = new Set(noted.map((one) => one.amends_id));
  const standing = noted.filter((one) => !amended.has(one.id));
  const isGiven = standing.some(({ status }) => status === "given");
  if (isGiven && body.status !== "given")
    throw wrong("due_at", "names a dose that was given; correct that", "duplicate_value");
  if (isGiven && reason === null) {
    const message = "names a dose that was given already; say in reason why it is given again";
    throw wrong("due_at", message, "duplicate_value");
  }
  return noted.findLast((one) => one.amends_id === null)?.id ?? null;
}

/**
 * Notes that a medicine was given, refused or held.
 * @throws AppError invalid_reference, patient_merged, validation_error, conflicting_fields, duplicate_value
 */
export async function noteAdministration(
  ctx: WriteContext,
  body: CreateBody,
): Promise<AdministrationRow> {
  if (body.status === "entered_in_error") throw wrong("status", "is reached by a correction alone");
  const prescription = await prescriptionOf(ctx, body);
  const { prescribed_item_id: itemId, status } = body;
  const fields = {
    patient_id: prescription.patient_id,
    prescription_id: prescription.id,
    prescribed_item_id: itemId,
    encounter_id: prescription.encounter_id,
    due_at: body.due_at ?? null,
    status,
    ...dosingOf(ctx, body, status, prescription, itemId),
  };
  refuseIssue(notedFault(fields, prescription, ctx.write.at));
  refuseTime(ctx, fields);
  const item = prescription.items.find(({ id }) => id === itemId);
  if (item !== undefined) refuseDue(ctx, prescription, item, fields);
  const { encounter_id: visitId, patient_id: patientId } = prescription;
  const visit = await referencedVisit(ctx, "encounter_id", visitId, patientId);
  const row = ctx.write.insert(administrationsTable, ctx.newId(administrationCrud.prefix), {
    ...fields,
    branch_id: ctx.branch.id,
    admission_id: visit.admission_id,
    follows_id: await followed(ctx, body, fields.due_at, fields.reason),
    performed_by: ctx.caller.id,
    amends_id: null,
    amend_reason: null,
    metadata: body.metadata ?? {},
  });
  emit(ctx, status, row);
  return row;
}

/** @throws AppError version_conflict where another version stands in place of this one */
async function refuseSuperseded(ctx: WriteContext, row: AdministrationRow): Promise<void> {
  const newest = (await successorsOf(ctx, [row.id])).get(row.id);
  if (newest === undefined) return;
  const message = "Another version stands in place of this one; correct that one.";
  throw new AppError("version_conflict", message, {
    current_version: row.version,
    superseded_by_id: newest,
  });
}

const shortestErrorReason = 10;

function refuseUnsaid(to: AdministrationStatus, reason: string | null): void {
  if (reason === null) throw wrong("amend_reason", "is required: what was wrong");
  if (to === "entered_in_error" && reason.length < shortestErrorReason)
    throw wrong("amend_reason", `is required: at least ${shortestErrorReason} characters`);
}

/** What a correction says of a dose: what it leaves out stays, but of what was not given nothing. */
function correctedDosing(
  ctx: WriteContext,
  row: AdministrationRow,
  body: UpdateBody,
  to: AdministrationStatus,
  prescription: PrescriptionRow,
): Dosing {
  const { given_at, dose, dose_unit, route, reason } = row;
  const isAnother = to !== row.status;
  const kept = { reason, ...(isAnother ? {} : { given_at, dose, dose_unit, route }) };
  const said = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => name in row && value !== undefined),
  );
  return dosingOf(ctx, { ...kept, ...said }, to, prescription, row.prescribed_item_id);
}

/**
 * Corrects what was noted of a dose: makes the next version, and the one before stays as it is.
 * @throws AppError version_conflict, invalid_transition, validation_error, conflicting_fields
 */
export async function correctAdministration(
  ctx: WriteContext,
  row: AdministrationRow,
  body: UpdateBody,
): Promise<AdministrationRow> {
  await refuseSuperseded(ctx, row);
  const from = enumValueOf(administrationStatuses, row.status);
  const wanted = body.status ?? from;
  const to = wanted === from ? from : nextState(administrationStates, from, wanted);
  const prescription = found(await ctx.write.load(prescriptionsTable, row.prescription_id));
  const { given_at, dose, dose_unit, route, reason } = row;
  const before = { given_at, dose, dose_unit, route, reason };
  const isVoid = to === "entered_in_error";
  const after = isVoid ? before : correctedDosing(ctx, row, body, to, prescription);
  const isSame = to === from && sameJson(before, after);
  const metadata = body.metadata ?? row.metadata;
  if (isSame && sameJson(metadata, row.metadata)) return row;
  const why = body.amend_reason ?? null;
  if (!isSame) refuseUnsaid(to, why);
  if (!isVoid) {
    refuseIssue(notedFault({ ...row, ...after, status: to }, prescription, row.created_at));
    refuseTime(ctx, after);
  }
  const next = ctx.write.insert(administrationsTable, ctx.newId(administrationCrud.prefix), {
    branch_id: row.branch_id,
    patient_id: row.patient_id,
    prescription_id: row.prescription_id,
    prescribed_item_id: row.prescribed_item_id,
    encounter_id: row.encounter_id,
    admission_id: row.admission_id,
    due_at: row.due_at,
    follows_id: row.follows_id,
    performed_by: row.performed_by,
    ...after,
    status: to,
    amends_id: row.id,
    amend_reason: why,
    metadata,
  });
  emit(ctx, "corrected", next);
  return next;
}
