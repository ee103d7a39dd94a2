import type * as z from "zod";
import { referencedVisit } from "#clinical/encounters/encounters.commands.ts";
import { workOrder } from "#clinical/lab-orders/lab-orders.table.ts";
import { referencedPatient, testedPerson, today } from "#clinical/patients/patients.commands.ts";
import { referencedRoom } from "#clinical/rooms/rooms.commands.ts";
import { referencedStaff } from "#clinical/staff/staff.commands.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import { holdsOneOf } from "#resource/caller-rights.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState } from "#resource/state-machine.ts";
import type { Fields } from "#write/model.ts";
import { procedureOf } from "./radiology-procedures.contract.ts";
import { radiologyStatuses, type RadiologyStatus } from "./radiology-study-parts.contract.ts";
import { radiologyCrud, type radiologyContract } from "./radiology-studies.contract.ts";
import { radiologyEvents } from "./radiology-studies.events.ts";
import { isAmendedAgain, reportIn } from "./radiology-studies.report.ts";
import { refuseUnasked, refuseUnprepared } from "./radiology-studies.rules.ts";
import {
  radiologyActors,
  radiologyStates,
  unacquiredStatuses,
} from "./radiology-studies.states.ts";
import {
  accessionCounter,
  formatAccessionNo,
  radiologyStudiesTable,
  type RadiologyStudyRow,
} from "./radiology-studies.table.ts";
import { acknowledgementIn } from "./radiology-studies.acknowledged.ts";

type StudyFields = Fields<typeof radiologyStudiesTable.columns>;
type CreateBody = z.output<typeof radiologyContract.create.body>;
type UpdateBody = z.output<typeof radiologyContract.update.body>;

// Payloads leave the node: ids, numbers, states and times, never what is asked or was found.
function emit(ctx: WriteContext, name: keyof typeof radiologyEvents, row: RadiologyStudyRow): void {
  const { patient_id, encounter_id, accession_no, status, scheduled_at } = row;
  const thin = { patient_id, encounter_id, accession_no, status, scheduled_at };
  ctx.write.emit(radiologyEvents[name], radiologyStudiesTable, row, thin);
}

function wrong(path: string, message: string) {
  return fieldError({ path, code: "validation_error", message });
}

const closedVisits: readonly string[] = ["cancelled", "no_show"];

/** @throws AppError invalid_reference, validation_error for a visit that was called off */
async function refuseVisit(ctx: WriteContext, id: string, patientId: string): Promise<void> {
  const { visit_status: status } = await referencedVisit(ctx, "encounter_id", id, patientId);
  if (closedVisits.includes(status))
    throw wrong("encounter_id", `names a visit that is ${status.replaceAll("_", " ")}`);
}

function refuseOtherProcedure({ procedure_code: code, modality }: CreateBody): void {
  const known = procedureOf(code);
  if (known === undefined || known.modality === modality) return;
  throw fieldError({
    path: "modality",
    code: "conflicting_fields",
    message: `differs from that of ${known.code}, ${known.modality}`,
  });
}

/**
 * Orders a study. @throws AppError invalid_reference, patient_merged, conflicting_fields, forbidden, validation_error
 */
export async function orderStudy(
  ctx: WriteContext,
  body: CreateBody,
  given: Omit<StudyFields, "work_order" | "branch_id">,
): Promise<RadiologyStudyRow> {
  const patient = await referencedPatient(ctx, "patient_id", body.patient_id);
  const wanted = { roles: ["doctor"], statuses: ["active"] };
  await referencedStaff(ctx, "ordered_by", body.ordered_by, wanted);
  if (typeof body.encounter_id === "string") await refuseVisit(ctx, body.encounter_id, patient.id);
  refuseOtherProcedure(body);
  const status = body.draft === true ? "draft" : "ordered";
  if (status === "ordered") refuseUnasked(given, patient, today(ctx));
  const orderedAt = status === "draft" ? null : ctx.write.at;
  const count = await ctx.write.next(accessionCounter(ctx.branch.id));
  const row = ctx.write.insert(radiologyStudiesTable, ctx.newId(radiologyCrud.prefix), {
    ...given,
    branch_id: ctx.branch.id,
    accession_no: formatAccessionNo(ctx.branch.code, count),
    work_order: workOrder({ priority: given.priority, ordered_at: orderedAt }),
    past_reports: [],
    status,
    status_history: [{ status, at: ctx.write.at, by: ctx.caller.id, reason: null }],
    ordered_at: orderedAt,
    acquired_at: null,
  });
  emit(ctx, status === "draft" ? "study.updated" : "study.ordered", row);
  return row;
}

/** Refuses a state to whose roles the caller has none. @throws AppError forbidden */
function refuseActor(ctx: WriteContext, status: RadiologyStatus): void {
  const may = radiologyActors[status];
  if (may === undefined || holdsOneOf(ctx, may)) return;
  const to = status.replaceAll("_", " ");
  const message = `Only ${may.join(" or ")} can take a radiology study to ${to}.`;
  throw new AppError("forbidden", message, { allowed_roles: may });
}

const shortestReasons: Readonly<Partial<Record<RadiologyStatus, number>>> = {
  amended: 3,
  cancelled: 3,
  entered_in_error: 10,
};

function reasonFor(status: RadiologyStatus, reason: string | undefined): string | null {
  const shortest = shortestReasons[status];
  if (shortest === undefined || (reason ?? "").length >= shortest) return reason ?? null;
  throw wrong("status_reason", `is required: at least ${shortest} characters`);
}

const asked = [
  "body_site",
  "laterality",
  "contrast",
  "contrast_allergy_checked",
  "renal_function",
  "pregnancy_status",
  "pndt_form_f",
] as const;
const taken = ["radiation_dose", "series_count", "image_count"] as const;

/** Refuses what can no longer be, or cannot yet be, otherwise. @throws AppError read_only_field, validation_error */
function refuseUntimely(
  row: RadiologyStudyRow,
  patch: Partial<StudyFields>,
  status: RadiologyStatus,
): void {
  const differs = (name: keyof StudyFields) =>
    patch[name] !== undefined && !sameJson(patch[name], row[name]);
  const late = unacquiredStatuses.includes(row.status) ? undefined : asked.find(differs);
  if (late !== undefined) {
    const message = "stays as it was when the images were taken";
    throw fieldError({ path: late, code: "read_only_field", message });
  }
  const early = unacquiredStatuses.includes(status) ? taken.find(differs) : undefined;
  if (early !== undefined) throw wrong(early, "goes with the state acquired");
  const unplanned = (["scheduled_at", "room_id"] as const).find(differs);
  if (unplanned !== undefined && status !== "scheduled")
    throw wrong(unplanned, "goes with the state scheduled");
}

const askedAgain: readonly RadiologyStatus[] = ["ordered", "scheduled", "in_progress"];

/** Refuses a study that lacks what its state needs. @throws AppError validation_error, invalid_reference */
async function refuseUnfit(
  ctx: WriteContext,
  row: RadiologyStudyRow,
  after: RadiologyStudyRow,
): Promise<void> {
  const status = enumValueOf(radiologyStatuses, after.status);
  if (after.room_id !== row.room_id && after.room_id !== null)
    await referencedRoom(ctx, "room_id", after.room_id);
  if (status === "scheduled" && after.scheduled_at === null)
    throw wrong("scheduled_at", "is required");
  if (askedAgain.includes(status))
    refuseUnasked(after, await testedPerson(ctx, row.patient_id), today(ctx));
  if (status === "in_progress") refuseUnprepared(after, ctx.branch.country);
}

function eventsOf(before: RadiologyStudyRow, after: RadiologyStudyRow) {
  const isStep = before.status !== after.status;
  const isAmended = before.past_reports.length < after.past_reports.length;
  const wasCritical = before.report?.critical === true;
  const names: (keyof typeof radiologyEvents)[] = [];
  if (isAmended) names.push("report.amended");
  else if (isStep && after.status === "final") names.push("report.ready");
  else if (isStep && after.status === "ordered") names.push("study.ordered");
  else if (isStep && after.status === "cancelled") names.push("study.cancelled");
  else names.push("study.updated");
  if (after.report?.critical === true && !wasCritical) names.push("critical");
  return names;
}

/**
 * Changes a study, or takes it a step further.
 * @throws AppError invalid_transition, forbidden, validation_error, read_only_field, invalid_reference
 */
export async function changeStudy(
  ctx: WriteContext,
  row: RadiologyStudyRow,
  patch: Partial<StudyFields>,
  body: UpdateBody,
): Promise<RadiologyStudyRow> {
  const from = enumValueOf(radiologyStatuses, row.status);
  const wanted = body.status ?? from;
  const status = wanted === from ? from : nextState(radiologyStates, from, wanted);
  const isStep = status !== from || isAmendedAgain(row, body);
  if (isStep) refuseActor(ctx, status);
  const reason = isStep ? reasonFor(status, body.status_reason) : null;
  refuseUntimely(row, patch, status);
  const { at } = ctx.write;
  const step = { status, at, by: ctx.caller.id, reason };
  const orderedAt = isStep && status === "ordered" ? at : row.ordered_at;
  const reported = reportIn(ctx, row, { status, isStep, reason, said: body.report });
  const changes = {
    ...patch,
    ...reported,
    ...acknowledgementIn(ctx, row, reported.report ?? row.report, body.critical_ack),
    status,
    status_history: isStep ? [...row.status_history, step] : row.status_history,
    ordered_at: orderedAt,
    acquired_at: isStep && status === "acquired" ? at : row.acquired_at,
    work_order: workOrder({ priority: patch.priority ?? row.priority, ordered_at: orderedAt }),
  };
  await refuseUnfit(ctx, row, { ...row, ...changes });
  const after = ctx.write.update(radiologyStudiesTable, row, changes);
  if (after !== row) for (const name of eventsOf(row, after)) emit(ctx, name, after);
  return after;
}
