import type * as z from "zod";
import { billThatCharges } from "#clinical/credit-notes/credited-charges.commands.ts";
import { referencedPatient } from "#clinical/patients/patients.commands.ts";
import { samePerson } from "#clinical/patients/same-person.commands.ts";
import {
  fillPrescription,
  prescriptionToFill,
} from "#clinical/prescriptions/filled-prescriptions.commands.ts";
import type { PrescriptionRow } from "#clinical/prescriptions/prescriptions.table.ts";
import { reportLow } from "#clinical/stock/low-stock.commands.ts";
import { batchAt, putMove, type Batch } from "#clinical/stock/stock.commands.ts";
import {
  lockItems,
  placeToFill,
  placeToTake,
  statusAt,
} from "#clinical/stock/stock-places.commands.ts";
import { stockTable } from "#clinical/stock/stock.table.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { question } from "#db/question.ts";
import { fieldError, type FieldIssue } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState, refusedTransition } from "#resource/state-machine.ts";
import { found } from "#write/write.ts";
import {
  dispenseStatuses,
  undoneStatuses,
  type DispensedLine,
  type DispensedReturn,
  type DispenseStatus,
} from "./dispense-parts.contract.ts";
import { dispenseCrud, type dispensesContract } from "./dispenses.contract.ts";
import { dispenseEvents } from "./dispenses.events.ts";
import { drawDispensed } from "./dispenses.lines.ts";
import { mostOf, needsWitness, returnedOf, returnedStatus } from "./dispense-rules.contract.ts";
import { dispenseStates, saidStatuses } from "./dispenses.states.ts";
import { dispensesTable, type DispenseRow } from "./dispenses.table.ts";

type CreateBody = z.output<typeof dispensesContract.create.body>;
type UpdateBody = z.output<typeof dispensesContract.update.body>;

function wrong(path: string, message: string, code: FieldIssue["code"] = "validation_error") {
  return fieldError({ path, code, message });
}

function emit(ctx: WriteContext, name: keyof typeof dispenseEvents, row: DispenseRow): void {
  const { patient_id, prescription_id, location_id, status, completed_at } = row;
  const thin = { patient_id, prescription_id, location_id, status, completed_at };
  ctx.write.emit(dispenseEvents[name], dispensesTable, row, thin);
}

function stepOf(ctx: WriteContext, status: DispenseStatus, reason: string | null) {
  return { status, at: ctx.write.at, by: ctx.caller.id, reason };
}

/** For whom it is: whose prescription it is, or who is said to take it. @throws AppError invalid_reference, patient_merged */
async function takerOf(
  ctx: WriteContext,
  said: string | null,
  prescription: PrescriptionRow | null,
): Promise<string | null> {
  if (prescription === null)
    return said === null ? null : (await referencedPatient(ctx, "patient_id", said)).id;
  const { patient_id: patient } = prescription;
  const isTheirs =
    said === null || (await samePerson(ctx.db, ctx.tenantId, patient)).includes(said);
  if (isTheirs) return patient;
  throw wrong("patient_id", "is not whose prescription it is", "invalid_reference");
}

async function refuseWitness(ctx: WriteContext, id: string | null): Promise<void> {
  if (id === null) return;
  if (id === ctx.caller.id) throw wrong("witness_id", "is who gives it out");
  const row = await ctx.db
    .selectFrom("staff")
    .select("id")
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined)
    throw wrong("witness_id", "names nobody who works here", "invalid_reference");
}

const undone: readonly string[] = undoneStatuses;

interface OfPrescription {
  readonly tenantId: string;
  readonly prescriptionId: string;
}

const dispensesOf = question((db, { tenantId, prescriptionId }: OfPrescription) =>
  db
    .selectFrom("dispenses")
    .select(["lines", "status", "completed_at"])
    .where("tenant_id", "=", tenantId)
    .where("prescription_id", "=", prescriptionId),
);

/** How many units of each medicine of a prescription were given out and not taken back. @param isDone of those handed over alone */
async function filledOf(
  ctx: WriteContext,
  prescriptionId: string | null,
  isDone = false,
): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>();
  if (prescriptionId === null) return sums;
  const rows = await dispensesOf(ctx.db, { tenantId: ctx.tenantId, prescriptionId });
  for (const row of rows) {
    if (undone.includes(row.status) || (isDone && row.completed_at === null)) continue;
    for (const { rx_item_id: id, quantity } of row.lines)
      if (id !== null) sums.set(id, (sums.get(id) ?? 0) + quantity);
  }
  return sums;
}

/**
 * Takes medicines off the shelf for somebody.
 * @throws AppError invalid_reference, validation_error, patient_merged, and those of its lines
 */
export async function dispense(ctx: WriteContext, body: CreateBody): Promise<DispenseRow> {
  const { prescription_id: rx = null, witness_id: witness = null } = body;
  const prescription = rx === null ? null : await prescriptionToFill(ctx, "prescription_id", rx);
  const patientId = await takerOf(ctx, body.patient_id ?? null, prescription);
  await refuseWitness(ctx, witness);
  const place = await placeToTake(ctx, "location_id", body.location_id);
  await lockItems(
    ctx,
    body.lines.map(({ item_id: id }) => id),
  );
  const lines = await drawDispensed({
    ctx,
    given: body.lines,
    locationId: place.id,
    prescription,
    before: await filledOf(ctx, rx),
    witnessId: witness,
  });
  const row = ctx.write.insert(dispensesTable, ctx.newId(dispenseCrud.prefix), {
    branch_id: ctx.branch.id,
    prescription_id: rx,
    patient_id: patientId,
    location_id: place.id,
    lines,
    counselling_done: body.counselling_done ?? false,
    witness_id: witness,
    dispensed_by: ctx.caller.id,
    returns: [],
    status: "preparation",
    status_history: [stepOf(ctx, "preparation", null)],
    completed_at: null,
    not_performed_reason: null,
    metadata: body.metadata ?? {},
  });
  const taken = lines.map((line) => {
    const move = { kind: "dispense", quantity: -line.quantity, source_id: row.id } as const;
    return putMove(ctx, batchOf(line, place.id), move);
  });
  for (const moves of Map.groupBy(taken, ({ item_id: id }) => id).values()) {
    const last = moves.at(-1);
    const gone = moves.reduce((sum, { quantity }) => sum - quantity, 0);
    if (last !== undefined) await reportLow(ctx, gone, last);
  }
  emit(ctx, "created", row);
  return row;
}

function batchOf(line: DispensedLine, location_id: string) {
  const { stock_id: id, item_id, batch_no, unit } = line;
  return { row: { id, item_id, batch_no, location_id }, unit };
}

// Whoever pays for it has it, or the bill goes first.
async function refuseBilled(ctx: WriteContext, { lines }: DispenseRow): Promise<void> {
  const ids = lines.map(({ id }) => id);
  const bill = await billThatCharges(ctx, "dispensed_line", ids);
  if (bill === null) return;
  const message = `is charged on the bill ${bill}: void that, or take its lines of this back with a credit note, first`;
  throw wrong("status", message, "already_billed");
}

/** Puts back on the shelf what was taken off it. */
async function putBack(ctx: WriteContext, row: DispenseRow): Promise<void> {
  await refuseBilled(ctx, row);
  await lockItems(
    ctx,
    row.lines.map(({ item_id: id }) => id),
  );
  for (const line of row.lines) {
    const move = {
      kind: "dispense_cancelled",
      quantity: line.quantity,
      source_id: row.id,
    } as const;
    putMove(ctx, batchOf(line, row.location_id), move);
  }
}

/** Says at its prescription what was handed over of it. */
async function fill(ctx: WriteContext, row: DispenseRow): Promise<void> {
  const { prescription_id: id } = row;
  if (id === null) return;
  const prescription = await prescriptionToFill(ctx, "prescription_id", id, true);
  const sums = new Map(await filledOf(ctx, id, true));
  for (const { rx_item_id: item, quantity } of row.lines)
    if (item !== null) sums.set(item, (sums.get(item) ?? 0) + quantity);
  const isWhole = prescription.items.every((item) => (sums.get(item.id) ?? 0) >= mostOf(item));
  if (row.lines.some(({ rx_item_id: item }) => item !== null))
    fillPrescription(ctx, prescription, isWhole ? "dispensed" : "partially_dispensed");
}

const returnableMs = 30 * 86_400_000;

function refuseReturn(ctx: WriteContext, row: DispenseRow, body: UpdateBody): void {
  const from = enumValueOf(dispenseStatuses, row.status);
  const allowed = dispenseStates.transitions[from];
  if (!allowed.includes("returned"))
    throw refusedTransition(dispenseStates.subject, from, "returned", allowed);
  if (body.status !== undefined && body.status !== row.status)
    throw wrong("status", "follows from what comes back", "conflicting_fields");
  if (body.to_location_id === undefined)
    throw wrong("to_location_id", "is required: the quarantine into which it goes");
  if (ctx.now() - Date.parse(row.completed_at ?? ctx.write.at) > returnableMs)
    throw wrong("returns", "come too late: more than 30 days have gone by");
}

/** Takes some of what was handed over back, into quarantine. */
async function takeBack(ctx: WriteContext, row: DispenseRow, body: UpdateBody) {
  refuseReturn(ctx, row, body);
  const place = await placeToFill(ctx, "to_location_id", body.to_location_id ?? "");
  if (place.kind !== "quarantine")
    throw wrong("to_location_id", "is no quarantine: what comes back is not given out again");
  const sums = returnedOf(row.returns);
  const given = body.returns ?? [];
  const { at } = ctx.write;
  await lockItems(
    ctx,
    row.lines.map(({ item_id: id }) => id),
  );
  const acts: (() => void)[] = [];
  const placed = new Map<string, Batch>();
  const back: DispensedReturn[] = [];
  for (const [nth, one] of given.entries()) {
    const line = row.lines.find(({ id }) => id === one.line_id);
    if (line === undefined)
      throw wrong(`returns.${nth}.line_id`, "names no line of this", "invalid_reference");
    if (needsWitness(line.schedule))
      throw wrong(`returns.${nth}.line_id`, "is a medicine that does not come back");
    const left = line.quantity - (sums.get(line.id) ?? 0);
    if (one.quantity > left)
      throw wrong(
        `returns.${nth}.quantity`,
        `is more than was given out and is still there: ${left}`,
      );
    sums.set(line.id, (sums.get(line.id) ?? 0) + one.quantity);
    const from = found(await ctx.write.load(stockTable, line.stock_id));
    const to = {
      id: place.id,
      status: from.status === "recalled" ? "recalled" : statusAt(place.kind),
    };
    const known = placed.get(line.stock_id);
    const { batch, makes } =
      known === undefined ? await batchAt(ctx, from, line.unit, to) : { batch: known, makes: null };
    placed.set(line.stock_id, batch);
    const { quantity, reason: note } = one;
    acts.push(() => {
      makes?.();
      putMove(ctx, batch, { kind: "return", quantity, source_id: row.id, note });
    });
    back.push({ ...one, at, by: ctx.caller.id });
  }
  const returns = [...row.returns, ...back];
  return { returns, status: returnedStatus(row.lines, returns), acts };
}

const told: Readonly<Partial<Record<DispenseStatus, keyof typeof dispenseEvents>>> = {
  completed: "completed",
  cancelled: "cancelled",
  declined: "declined",
  returned: "returned",
  partially_returned: "returned",
};

function refuseReason(
  row: DispenseRow,
  to: DispenseStatus,
  { not_performed_reason: why }: UpdateBody,
) {
  const path = "not_performed_reason";
  if (to !== "declined" && (why ?? null) !== null)
    throw wrong(path, "goes with what is declined", "conflicting_fields");
  if (to !== "declined") return;
  if (row.status !== to && (why ?? null) === null)
    throw wrong(path, "is required: why it is not given out");
  if (row.status === to && why !== undefined && why !== row.not_performed_reason)
    throw wrong(path, "stays as it was said", "read_only_field");
}

async function stepped(ctx: WriteContext, row: DispenseRow, to: DispenseStatus, body: UpdateBody) {
  if (to === "cancelled" && body.status_reason === undefined)
    throw wrong("status_reason", "is required: why it is not given out");
  const step = stepOf(ctx, to, body.status_reason ?? null);
  return {
    status: to,
    status_history: [...row.status_history, step],
    ...(to === "completed" ? { completed_at: ctx.write.at } : {}),
    ...(to === "declined" ? { not_performed_reason: body.not_performed_reason ?? null } : {}),
  };
}

/**
 * Goes on with a dispense, or takes some of it back.
 * @throws AppError invalid_transition, validation_error, invalid_reference, conflicting_fields, already_billed
 */
export async function changeDispense(
  ctx: WriteContext,
  row: DispenseRow,
  body: UpdateBody,
): Promise<DispenseRow> {
  const from = enumValueOf(dispenseStatuses, row.status);
  const { counselling_done = row.counselling_done, metadata = row.metadata } = body;
  const own = { counselling_done, metadata };
  if (body.returns === undefined && body.to_location_id !== undefined)
    throw wrong("to_location_id", "goes with what comes back", "conflicting_fields");
  const back = body.returns === undefined ? null : await takeBack(ctx, row, body);
  const wanted = body.status ?? from;
  if (back === null && wanted !== from && !saidStatuses.includes(wanted))
    throw refusedTransition(dispenseStates.subject, from, wanted, dispenseStates.transitions[from]);
  const to = back?.status ?? (wanted === from ? from : nextState(dispenseStates, from, wanted));
  const isStep = to !== from;
  refuseReason(row, to, body);
  const step = isStep ? await stepped(ctx, row, to, body) : {};
  const after = ctx.write.update(dispensesTable, row, {
    ...own,
    ...(back === null ? {} : { returns: back.returns }),
    ...step,
  });
  for (const act of back?.acts ?? []) act();
  if (isStep && undone.includes(to)) await putBack(ctx, row);
  if (isStep && to === "completed") await fill(ctx, row);
  if (after !== row)
    emit(ctx, (back === null ? isStep && told[to] : "returned") || "updated", after);
  return after;
}
