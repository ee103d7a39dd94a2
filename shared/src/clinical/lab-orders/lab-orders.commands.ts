import type * as z from "zod";
import { referencedVisit } from "#clinical/encounters/encounters.commands.ts";
import { samePerson } from "#clinical/patients/same-person.commands.ts";
import { referencedPatient } from "#clinical/patients/patients.commands.ts";
import { referencedStaff } from "#clinical/staff/staff.commands.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import { holdsOneOf } from "#resource/caller-rights.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState } from "#resource/state-machine.ts";
import type { Fields } from "#write/model.ts";
import { labOrderStatuses, type LabOrderStatus } from "./lab-order-parts.contract.ts";
import { labOrderCrud, type labOrdersContract } from "./lab-orders.contract.ts";
import { labOrderEvents } from "./lab-orders.events.ts";
import {
  refuseAltered,
  refuseForeignLabels,
  withReceived,
  withRejected,
  withTaken,
} from "./lab-orders.specimens.ts";
import { labOrderActors, labOrderStates, resultedStatuses } from "./lab-orders.states.ts";
import {
  formatOrderNo,
  labOrdersTable,
  orderCounter,
  workOrder,
  type LabOrderRow,
} from "./lab-orders.table.ts";
import { dueAt, expandTests } from "./lab-orders.tests.ts";

type OrderFields = Fields<typeof labOrdersTable.columns>;
type CreateBody = z.output<typeof labOrdersContract.create.body>;
type UpdateBody = z.output<typeof labOrdersContract.update.body>;

// Payloads leave the node: ids, numbers and states, never what is asked or why.
function thin({ patient_id, encounter_id, order_no, status }: LabOrderRow) {
  return { patient_id, encounter_id, order_no, status };
}

function emit(ctx: WriteContext, name: keyof typeof labOrderEvents, row: LabOrderRow): void {
  ctx.write.emit(labOrderEvents[name], labOrdersTable, row, thin(row));
}

function wrong(path: string, message: string) {
  return fieldError({ path, code: "validation_error", message });
}

/** Orders tests. @throws AppError invalid_reference, patient_merged, validation_error */
export async function placeOrder(
  ctx: WriteContext,
  body: CreateBody,
  given: Omit<OrderFields, "work_order" | "branch_id">,
): Promise<LabOrderRow> {
  const patient = await referencedPatient(ctx, "patient_id", body.patient_id);
  const wanted = { roles: ["doctor"], statuses: ["active"] };
  await referencedStaff(ctx, "ordered_by", body.ordered_by, wanted);
  if (typeof body.encounter_id === "string")
    await referencedVisit(ctx, "encounter_id", body.encounter_id, patient.id);
  const tests = await expandTests(ctx, body.tests);
  const status = body.draft === true ? "draft" : "ordered";
  const orderedAt = status === "draft" ? null : ctx.write.at;
  const count = await ctx.write.next(orderCounter(ctx.branch.id));
  const row = ctx.write.insert(labOrdersTable, ctx.newId(labOrderCrud.prefix), {
    ...given,
    branch_id: ctx.branch.id,
    work_order: workOrder({ priority: given.priority, ordered_at: orderedAt }),
    order_no: formatOrderNo(ctx.branch.code, count),
    tests,
    specimens: [],
    status,
    status_history: [{ status, at: ctx.write.at, by: ctx.caller.id, reason: null }],
    ordered_at: orderedAt,
    due_at: dueAt(orderedAt, tests),
    completed_at: null,
  });
  emit(ctx, status === "draft" ? "updated" : "created", row);
  return row;
}

/** Refuses a state to whose roles the caller has none. @throws AppError forbidden */
function refuseActor(ctx: WriteContext, status: LabOrderStatus): void {
  const may = labOrderActors[status];
  if (may === undefined || holdsOneOf(ctx, may)) return;
  const message = `Only ${may.join(" or ")} can take a lab order to ${status.replaceAll("_", " ")}.`;
  throw new AppError("forbidden", message, { allowed_roles: may });
}

const shortestReasons: Readonly<Partial<Record<LabOrderStatus, number>>> = {
  cancelled: 3,
  entered_in_error: 10,
};

function refuseReason(status: LabOrderStatus, reason: string | undefined): void {
  const shortest = shortestReasons[status];
  if (shortest === undefined || (reason ?? "").length >= shortest) return;
  throw wrong("status_reason", `is required: at least ${shortest} characters`);
}

function specimensIn(
  ctx: WriteContext,
  row: LabOrderRow,
  status: LabOrderStatus,
  body: UpdateBody,
) {
  const given = body.specimens ?? [];
  if (status === "collected") {
    refuseForeignLabels(row, body.scanned);
    return withTaken(ctx, row, given);
  }
  if (status === "received") return withReceived(ctx, row, body.scanned);
  if (status === "recollect_required") return withRejected(ctx, row, given, body.reject_reason);
  return row.specimens;
}

/** What a step to another state changes. @throws AppError invalid_transition, forbidden, validation_error, specimen_mismatch */
function stepped(ctx: WriteContext, row: LabOrderRow, to: LabOrderStatus, body: UpdateBody) {
  const status = nextState(labOrderStates, enumValueOf(labOrderStatuses, row.status), to);
  if (resultedStatuses.includes(status)) throw wrong("status", "follows from the results");
  refuseActor(ctx, status);
  refuseReason(status, body.status_reason);
  const reason = body.status_reason ?? body.reject_reason ?? null;
  const step = { status, at: ctx.write.at, by: ctx.caller.id, reason };
  const orderedAt = status === "ordered" ? ctx.write.at : row.ordered_at;
  return {
    status,
    status_history: [...row.status_history, step],
    specimens: specimensIn(ctx, row, status, body),
    ordered_at: orderedAt,
    due_at: status === "ordered" ? dueAt(orderedAt, row.tests) : row.due_at,
  };
}

const eventsByStatus: Readonly<Partial<Record<LabOrderStatus, keyof typeof labOrderEvents>>> = {
  ordered: "created",
  collected: "collected",
  cancelled: "cancelled",
};

/** Specimens are taken, received and rejected with a step; beside one they are only repeated. */
function refuseLooseSpecimens(body: UpdateBody): void {
  const added = (body.specimens ?? []).findIndex(({ id }) => id === undefined);
  if (added >= 0) throw wrong(`specimens.${added}`, "is taken with the state collected");
  // A step that is asked for again has been made.
  if (body.status !== undefined) return;
  if (body.scanned !== undefined)
    throw wrong("scanned", "goes with the state collected or received");
  if (body.wristband !== undefined) throw wrong("wristband", "goes with the state collected");
  if (body.reject_reason !== undefined)
    throw wrong("reject_reason", "goes with the state recollect_required");
}

/** Refuses to take at somebody's bed what was ordered for somebody else. @throws AppError specimen_mismatch */
async function refuseOtherPatient(
  ctx: WriteContext,
  { patient_id: patientId }: Pick<LabOrderRow, "patient_id">,
  wristband: string | undefined,
): Promise<void> {
  if (wristband === undefined) return;
  if ((await samePerson(ctx.db, ctx.tenantId, patientId)).includes(wristband)) return;
  const message = "is not the patient for whom this was ordered";
  throw fieldError({ path: "wristband", code: "specimen_mismatch", message });
}

/** Changes an order, or takes it a step further. @throws AppError as the steps do */
export async function changeOrder(
  ctx: WriteContext,
  row: LabOrderRow,
  patch: Partial<OrderFields>,
  body: UpdateBody,
): Promise<LabOrderRow> {
  const { status: to } = body;
  const isStep = to !== undefined && to !== row.status;
  refuseAltered(row, body.specimens ?? [], to === "recollect_required");
  if (!isStep) refuseLooseSpecimens(body);
  await refuseOtherPatient(ctx, row, body.wristband);
  const steps = isStep ? stepped(ctx, row, to, body) : { specimens: row.specimens };
  const changed = { ...row, ...patch, ...steps };
  const after = ctx.write.update(labOrdersTable, row, {
    ...patch,
    ...steps,
    work_order: workOrder(changed),
  });
  if (after === row) return row;
  emit(ctx, (isStep ? eventsByStatus[to] : undefined) ?? "updated", after);
  return after;
}
