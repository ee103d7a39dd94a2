import type * as z from "zod";
import { currencyOf } from "#clinical/invoices/invoices.commands.ts";
import { today } from "#clinical/patients/patients.commands.ts";
import { isAllowed } from "#contract/access.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { question } from "#db/question.ts";
import { AppError, fieldError, type FieldIssue } from "#kernel/errors.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState, refusedTransition } from "#resource/state-machine.ts";
import type { Fields } from "#write/model.ts";
import { nextOfBranch } from "#write/series.ts";
import {
  cashierShiftCrud,
  shiftStatuses,
  type cashierShiftsContract,
  type GivenCount,
  type ShiftStatus,
} from "./cashier-shifts.contract.ts";
import { cashierShiftEvents } from "./cashier-shifts.events.ts";
import { countOf, expectedOf, takingsOf } from "./cashier-shifts.rules.ts";
import { cashierShiftStates } from "./cashier-shifts.states.ts";
import { cashierShiftsTable, type CashierShiftRow } from "./cashier-shifts.table.ts";

type ShiftFields = Fields<typeof cashierShiftsTable.columns>;
type CreateBody = z.output<typeof cashierShiftsContract.create.body>;
type UpdateBody = z.output<typeof cashierShiftsContract.update.body>;

function wrong(path: string, message: string, code: FieldIssue["code"] = "validation_error") {
  return fieldError({ path, code, message });
}

function emit(ctx: WriteContext, name: keyof typeof cashierShiftEvents, row: CashierShiftRow) {
  const { shift_no, cashier_id, status, currency, counted_minor, credited_minor } = row;
  const thin = { shift_no, cashier_id, status, currency, counted_minor, credited_minor };
  ctx.write.emit(cashierShiftEvents[name], cashierShiftsTable, row, thin);
}

function stepOf(ctx: WriteContext, status: ShiftStatus, reason: string | null) {
  return { status, at: ctx.write.at, by: ctx.caller.id, reason };
}

/** Opens a shift. @throws AppError duplicate_value where the drawer has an open one */
export async function openShift(ctx: WriteContext, body: CreateBody): Promise<CashierShiftRow> {
  const fields: ShiftFields = {
    branch_id: ctx.branch.id,
    shift_no: "",
    cashier_id: ctx.caller.id,
    counter: body.counter,
    currency: await currencyOf(ctx),
    business_date: today(ctx),
    float_minor: body.float_minor,
    movements: [],
    takings: null,
    expected_minor: null,
    denominations: null,
    counted_minor: null,
    variance_minor: null,
    variance_reason: null,
    counted_at: null,
    handed_to: null,
    credited_minor: null,
    accepted_by: null,
    closed_at: null,
    status: "open",
    status_history: [stepOf(ctx, "open", null)],
    metadata: body.metadata ?? {},
  };
  await ctx.write.refuseTaken(cashierShiftsTable, fields);
  const row = ctx.write.insert(cashierShiftsTable, ctx.newId(cashierShiftCrud.prefix), {
    ...fields,
    shift_no: await nextOfBranch(ctx.write, "shift", ctx.branch, fields.business_date),
  });
  emit(ctx, "opened", row);
  return row;
}

interface Till {
  readonly tenantId: string;
  readonly branchId: string;
  readonly cashierId: string;
}

const openShifts = question((db, { tenantId, branchId, cashierId }: Till) =>
  db
    .selectFrom("cashier_shifts")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("cashier_id", "=", cashierId)
    .where("status", "=", "open")
    .limit(2),
);

/**
 * The caller's open shift that a payment belongs to: the one that is named, or the only one. Held until the end, so that
 * nothing is taken beside a count.
 * @throws AppError validation_error, invalid_reference, both for `cashier_shift_id`
 */
export async function shiftToTake(
  ctx: WriteContext,
  named: string | undefined,
): Promise<CashierShiftRow> {
  const path = "cashier_shift_id";
  const { tenantId, branch, caller } = ctx;
  const open = await openShifts(ctx.db, { tenantId, branchId: branch.id, cashierId: caller.id });
  if (named === undefined && open.length !== 1)
    throw wrong(
      path,
      open.length === 0
        ? "is required: open a shift with what is in the drawer"
        : "is required: several shifts are open",
    );
  const id = named ?? open[0]?.id ?? "";
  const row = await ctx.write.load(cashierShiftsTable, id);
  const isTheirs = row?.branch_id === ctx.branch.id && row.cashier_id === ctx.caller.id;
  if (row === null || !isTheirs || row.status !== "open")
    throw wrong(path, "names no open shift of the cashier's", "invalid_reference");
  return row;
}

/** Refuses what is not the caller's to do with a shift. @throws AppError forbidden */
function refuseStranger(
  ctx: WriteContext,
  row: CashierShiftRow,
  from: ShiftStatus,
  to: ShiftStatus,
): void {
  const mayApprove = mayDo(ctx, cashierShiftCrud.resource, "approve");
  // Only who takes over says that all of it is there.
  const isTaking = from === "handed_over" && to === "closed";
  const isReceiver = from === "handed_over" && row.handed_to === ctx.caller.id;
  if (isTaking ? isReceiver : isReceiver || mayApprove || row.cashier_id === ctx.caller.id) return;
  const who = isTaking ? "whoever it is handed over to" : "its cashier or an administrator";
  throw new AppError("forbidden", `This shift is for ${who} to change.`);
}

function countedSum({ sum_minor: sum, denominations }: GivenCount): number {
  if (sum !== undefined && denominations !== undefined)
    throw wrong("count.sum_minor", "goes without denominations", "conflicting_fields");
  if (sum !== undefined) return sum;
  if (denominations === undefined)
    throw wrong("count", "is a sum_minor, or says the denominations");
  return countOf(denominations);
}

async function counted(ctx: WriteContext, row: CashierShiftRow, count: GivenCount) {
  const sum = countedSum(count);
  const payments = await ctx.db
    .selectFrom("payments")
    .select(["kind", "tenders"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("cashier_shift_id", "=", row.id)
    .execute();
  const takings = takingsOf(payments);
  const expected = expectedOf(row.float_minor, row.movements, takings);
  return {
    takings,
    expected_minor: expected,
    counted_minor: sum,
    variance_minor: sum - expected,
    denominations: count.denominations ?? null,
    counted_at: ctx.write.at,
  };
}

function moved(ctx: WriteContext, row: CashierShiftRow, { movement }: UpdateBody) {
  if (movement === undefined) return row.movements;
  const { at } = ctx.write;
  return [...row.movements, { id: ctx.newId("cmv"), ...movement, at, by: ctx.caller.id }];
}

function refuseLate(row: CashierShiftRow, body: UpdateBody): void {
  if (row.status === "open") return;
  const from = enumValueOf(shiftStatuses, row.status);
  const allowed = cashierShiftStates.transitions[from];
  const isLate = body.movement !== undefined || body.count !== undefined;
  if (isLate) throw refusedTransition(cashierShiftStates.subject, from, "counted", allowed);
}

async function refuseReceiver(ctx: WriteContext, row: CashierShiftRow, to: string): Promise<void> {
  if (to === row.cashier_id) throw wrong("handed_to", "is the cashier");
  const staff = await ctx.db
    .selectFrom("staff")
    .select("roles")
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "=", to)
    .executeTakeFirst();
  if (staff === undefined)
    throw wrong("handed_to", "names nobody who works here", "invalid_reference");
  if (!isAllowed(staff.roles, cashierShiftCrud.resource, "update"))
    throw wrong("handed_to", "names somebody who has no business in a drawer", "invalid_reference");
}

/** What has to be said, and by whom, before what was counted goes on. @throws AppError validation_error, invalid_reference */
async function refuseUnsaid(ctx: WriteContext, row: CashierShiftRow, to: ShiftStatus) {
  if (to !== "handed_over" && to !== "closed") return;
  if (row.variance_minor !== 0 && row.variance_reason === null)
    throw wrong("variance_reason", "is required: why more or less is there than should be");
  if (to !== "handed_over") return;
  if (row.handed_to === null) throw wrong("handed_to", "is required: who takes it over");
  await refuseReceiver(ctx, row, row.handed_to);
}

/**
 * Goes on with a shift.
 * @throws AppError invalid_transition, forbidden, validation_error, invalid_reference, conflicting_fields
 */
export async function changeShift(
  ctx: WriteContext,
  row: CashierShiftRow,
  body: UpdateBody,
): Promise<CashierShiftRow> {
  const from = enumValueOf(shiftStatuses, row.status);
  refuseLate(row, body);
  const wanted = body.count === undefined ? (body.status ?? from) : "counted";
  const to = wanted === from ? from : nextState(cashierShiftStates, from, wanted);
  refuseStranger(ctx, row, from, to);
  if (to === "counted" && from === "open" && body.count === undefined)
    throw wrong("count", "is required: a sum_minor, or the denominations");
  const { variance_reason = row.variance_reason, handed_to = row.handed_to } = body;
  const isSaid = variance_reason !== row.variance_reason || handed_to !== row.handed_to;
  if (isSaid && from !== "counted")
    throw wrong(
      variance_reason === row.variance_reason ? "handed_to" : "variance_reason",
      "is said of a shift that was counted, and not handed over yet",
    );
  const movements = moved(ctx, row, body);
  const said = { ...row, movements, variance_reason, handed_to };
  const count = body.count === undefined ? {} : await counted(ctx, said, body.count);
  await refuseUnsaid(ctx, said, to);
  const closing =
    to === "closed" && from !== "closed"
      ? { credited_minor: row.counted_minor, accepted_by: ctx.caller.id, closed_at: ctx.write.at }
      : {};
  const step =
    to === from
      ? {}
      : { status: to, status_history: [...row.status_history, stepOf(ctx, to, null)] };
  const metadata = body.metadata ?? row.metadata;
  const after = ctx.write.update(cashierShiftsTable, row, {
    movements,
    variance_reason,
    handed_to,
    metadata,
    ...count,
    ...closing,
    ...step,
  });
  if (after !== row) emit(ctx, to === from || to === "open" ? "updated" : to, after);
  return after;
}
