import type * as z from "zod";
import { itemUnits } from "#clinical/items/items.contract.ts";
import { reportLow } from "#clinical/stock/low-stock.commands.ts";
import { isOfNumber } from "#clinical/stock/stock-parts.contract.ts";
import { batchToFill, otherLabel, putMove } from "#clinical/stock/stock.commands.ts";
import {
  leftOf,
  lockItems,
  placeToFill,
  placeToTake,
} from "#clinical/stock/stock-places.commands.ts";
import { stockTable, type StockRow } from "#clinical/stock/stock.table.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { inList } from "#db/statements.ts";
import { AppError, fieldError, type FieldIssue } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { refusedTransition } from "#resource/state-machine.ts";
import { stockTransferCrud, type stockTransfersContract } from "./stock-transfers.contract.ts";
import { stockTransferEvents } from "./stock-transfers.events.ts";
import { settleMissing } from "./settled-transfers.commands.ts";
import { transferStates } from "./stock-transfers.states.ts";
import { stockTransfersTable, type StockTransferRow } from "./stock-transfers.table.ts";
import {
  arrivedStatus,
  leftOnTheWay,
  sentComputed,
  type ArrivedLine,
  type SentLine,
  type TransferStatus,
} from "./transfer-parts.contract.ts";

type CreateBody = z.output<typeof stockTransfersContract.create.body>;
type UpdateBody = z.output<typeof stockTransfersContract.update.body>;
type Given = NonNullable<UpdateBody["receipts"]>[number];

function wrong(path: string, message: string, code: FieldIssue["code"] = "validation_error") {
  return fieldError({ path, code, message });
}

function emit(ctx: WriteContext, name: keyof typeof stockTransferEvents, row: StockTransferRow) {
  const { from_location_id, to_branch_id, status } = row;
  const thin = { from_location_id, to_branch_id, status };
  ctx.write.emit(stockTransferEvents[name], stockTransfersTable, row, thin);
}

function stepOf(ctx: WriteContext, status: TransferStatus) {
  return { status, at: ctx.write.at, by: ctx.caller.id, reason: null };
}

async function branchToSendTo(ctx: WriteContext, id: string): Promise<string> {
  const row = await ctx.db
    .selectFrom("branches")
    .select("id")
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw wrong("to_branch_id", "names no branch", "invalid_reference");
  return row.id;
}

/** The batches of a place that some lines name, held until the end. */
async function batchesAt(
  ctx: WriteContext,
  body: CreateBody,
): Promise<ReadonlyMap<string, StockRow>> {
  const rows = await ctx.db
    .selectFrom("stock")
    .select(["id", "item_id"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("branch_id", "=", ctx.branch.id)
    .where("location_id", "=", body.from_location_id)
    .where("id", "in", inList(body.lines.map(({ stock_id: id }) => id)))
    .execute();
  await lockItems(
    ctx,
    rows.map(({ item_id: id }) => id),
  );
  const ids = rows.map(({ id }) => id).toSorted();
  return ctx.write.loadAll(stockTable, ids);
}

async function unitsOf(ctx: WriteContext, rows: Iterable<StockRow>) {
  const ids = [...rows].map(({ item_id: id }) => id);
  const items = await ctx.db
    .selectFrom("items")
    .select(["id", "unit"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "in", inList(ids))
    .execute();
  return new Map(items.map(({ id, unit }) => [id, enumValueOf(itemUnits, unit)]));
}

/** What is sent of each batch. @throws AppError invalid_reference, batch_blocked, insufficient_balance, by the line */
async function drawSent(ctx: WriteContext, body: CreateBody): Promise<readonly SentLine[]> {
  const batches = await batchesAt(ctx, body);
  const units = await unitsOf(ctx, batches.values());
  const there = await leftOf(ctx, [...batches.keys()]);
  const seen = new Set<string>();
  return body.lines.map((line, nth) => {
    const path = `lines.${nth}`;
    const own = sentComputed.find((name) => line[name] !== undefined);
    if (own !== undefined) throw wrong(`${path}.${own}`, "is set by the server", "read_only_field");
    const { stock_id: id, quantity } = line;
    const batch = batches.get(id);
    if (batch === undefined)
      throw wrong(`${path}.stock_id`, "names no batch at this place", "invalid_reference");
    if (seen.has(id)) throw wrong(`${path}.stock_id`, "is sent by a line above");
    seen.add(id);
    if (batch.status !== "available")
      throw wrong(`${path}.stock_id`, `is ${batch.status}: nothing of it is sent`, "batch_blocked");
    if (quantity > there(id))
      throw wrong(
        `${path}.quantity`,
        `is more than is there: ${there(id)}`,
        "insufficient_balance",
      );
    const { item_id, batch_no, expiry_date, mfg_date, mrp_minor, cost_minor } = batch;
    const { gst_rate_bp, gtin, supplier_id } = batch;
    return {
      id: ctx.newId("stl"),
      stock_id: id,
      item_id,
      batch_no,
      quantity,
      unit: units.get(item_id) ?? "each",
      expiry_date,
      mfg_date,
      mrp_minor,
      cost_minor,
      gst_rate_bp,
      gtin,
      supplier_id,
    };
  });
}

/**
 * Takes stock off a place and sends it on its way.
 * @throws AppError invalid_reference, validation_error, read_only_field, insufficient_balance, batch_blocked
 */
export async function sendStock(ctx: WriteContext, body: CreateBody): Promise<StockTransferRow> {
  const to = await branchToSendTo(ctx, body.to_branch_id ?? ctx.branch.id);
  const place = await placeToTake(ctx, "from_location_id", body.from_location_id);
  const lines = await drawSent(ctx, body);
  const row = ctx.write.insert(stockTransfersTable, ctx.newId(stockTransferCrud.prefix), {
    branch_id: ctx.branch.id,
    from_location_id: place.id,
    to_branch_id: to,
    lines,
    note: body.note ?? null,
    receipts: [],
    settlements: null,
    status: "in_transit",
    status_history: [stepOf(ctx, "in_transit")],
    metadata: body.metadata ?? {},
  });
  for (const { stock_id: id, item_id, batch_no, unit, quantity } of lines) {
    const batch = { row: { id, item_id, batch_no, location_id: place.id }, unit };
    const moved = { kind: "transfer", quantity: -quantity, source_id: row.id } as const;
    await reportLow(ctx, quantity, putMove(ctx, batch, moved));
  }
  emit(ctx, "sent", row);
  return row;
}

function refuseArrival(line: SentLine | undefined, left: number, one: Given, path: string): void {
  const { quantity, missing = 0, reason_code: reason = null } = one;
  if (line === undefined)
    throw wrong(`${path}.line_id`, "names no line of this", "invalid_reference");
  if (quantity + missing > left)
    throw wrong(`${path}.quantity`, `is more than is still on its way: ${left}`);
  if (quantity + missing === 0)
    throw wrong(`${path}.quantity`, "is at least 1, where none is missing");
  if (missing > 0 && reason === null)
    throw wrong(`${path}.reason_code`, "is required: why some of it is missing");
  if (missing === 0 && reason !== null)
    throw wrong(`${path}.reason_code`, "goes without: nothing is missing", "conflicting_fields");
}

/**
 * The number under which what has come is kept: the batch's, or one below it where that stands at the branch with another
 * label. @throws AppError validation_error, conflicting_fields
 */
async function numberToKeep(
  ctx: WriteContext,
  label: Parameters<typeof otherLabel>[1],
  { quantity, batch_no: own }: Given,
  path: string,
): Promise<string> {
  const { batch_no: sent } = label;
  if (quantity === 0) return sent;
  const differs = await otherLabel(ctx, label);
  const of = `${path}.batch_no`;
  if (differs === null) {
    if (own === undefined || own === sent) return sent;
    throw wrong(of, `goes without: it is kept here as ${sent}`, "conflicting_fields");
  }
  if (own === undefined || own === sent || !isOfNumber(own, sent))
    throw wrong(
      of,
      `is required: ${sent} stands at this branch with another ${differs}; name a batch of its own, such as ${sent}/2`,
    );
  if ((await otherLabel(ctx, { ...label, batch_no: own })) === null) return own;
  throw wrong(of, `is that of a batch with another label: name one that is free, below ${sent}/`);
}

/** What is to be written behind the transfer itself. */
interface Arriving {
  readonly arrived: readonly ArrivedLine[];
  readonly acts: readonly (() => void)[];
}

async function arrive(
  ctx: WriteContext,
  row: StockTransferRow,
  given: readonly Given[],
  locationId: string,
): Promise<Arriving> {
  const place = await placeToFill(ctx, "to_location_id", locationId);
  const left = new Map(leftOnTheWay(row.lines, row.receipts));
  await lockItems(
    ctx,
    row.lines.map(({ item_id: id }) => id),
  );
  const acts: (() => void)[] = [];
  const arrived: ArrivedLine[] = [];
  for (const [nth, one] of given.entries()) {
    const path = `receipts.${nth}`;
    const line = row.lines.find(({ id }) => id === one.line_id);
    refuseArrival(line, left.get(one.line_id) ?? 0, one, path);
    if (line === undefined) continue;
    const { quantity, missing = 0, reason_code = null, note = null } = one;
    left.set(line.id, (left.get(line.id) ?? 0) - quantity - missing);
    if (given.findIndex(({ line_id: id }) => id === line.id) !== nth)
      throw wrong(`${path}.line_id`, "is received by an entry above");
    const batch_no = await numberToKeep(ctx, { ...line, location_id: place.id }, one, path);
    const label = { ...line, batch_no, location_id: place.id };
    const filled = quantity === 0 ? null : await batchToFill(ctx, path, label, place.kind);
    if (filled !== null)
      acts.push(() => {
        filled.makes?.();
        putMove(ctx, filled.batch, { kind: "transfer", quantity, source_id: row.id, note });
      });
    const stock_id = filled?.batch.row.id ?? null;
    const { at } = ctx.write;
    const by = ctx.caller.id;
    arrived.push({
      line_id: line.id,
      quantity,
      missing,
      reason_code,
      note,
      location_id: place.id,
      stock_id,
      at,
      by,
    });
  }
  return { arrived, acts };
}

function refuseReceiver(ctx: WriteContext, row: StockTransferRow): void {
  if (row.to_branch_id === ctx.branch.id) return;
  const { to_branch_id: branch_id } = row;
  const message = "It was sent to another branch, which receives it; name that one in X-Branch-Id.";
  throw new AppError("branch_mismatch", message, { branch_id });
}

/** Receives what was sent, whole or in part. */
async function receive(
  ctx: WriteContext,
  row: StockTransferRow,
  given: readonly Given[],
  to: string,
) {
  refuseReceiver(ctx, row);
  if (row.status !== "in_transit")
    throw refusedTransition(transferStates.subject, row.status, "received", []);
  const { arrived, acts } = await arrive(ctx, row, given, to);
  return { changed: { receipts: [...row.receipts, ...arrived] }, acts };
}

/** What a body says has happened to what was sent; null where it says nothing of that. */
function happened(ctx: WriteContext, row: StockTransferRow, body: UpdateBody) {
  const { receipts: given, to_location_id: to, settlements } = body;
  if (settlements !== undefined) {
    if (given === undefined && to === undefined) return settleMissing(ctx, row, settlements);
    throw wrong("settlements", "go without what has come", "conflicting_fields");
  }
  if ((given === undefined) !== (to === undefined))
    throw given === undefined
      ? wrong("to_location_id", "goes with what has come", "conflicting_fields")
      : wrong("to_location_id", "is required: where it is put");
  return given === undefined || to === undefined ? null : receive(ctx, row, given, to);
}

/** The state that follows from what is said of a transfer, where it is another. */
function stepped(ctx: WriteContext, row: StockTransferRow) {
  const status = arrivedStatus(row);
  return status === row.status
    ? {}
    : { status, status_history: [...row.status_history, stepOf(ctx, status)] };
}

const told: Readonly<Record<string, keyof typeof stockTransferEvents>> = {
  short: "short",
  received: "received",
};

/**
 * Receives what was sent, or says what became of what is missing.
 * @throws AppError branch_mismatch, invalid_transition, validation_error, invalid_reference, conflicting_fields
 */
export async function changeTransfer(
  ctx: WriteContext,
  row: StockTransferRow,
  body: UpdateBody,
): Promise<StockTransferRow> {
  const { metadata = row.metadata } = body;
  const done = await happened(ctx, row, body);
  const after = ctx.write.update(stockTransfersTable, row, {
    metadata,
    ...(done === null ? {} : { ...done.changed, ...stepped(ctx, { ...row, ...done.changed }) }),
  });
  for (const act of done?.acts ?? []) act();
  const isStep = after.status !== row.status;
  if (after !== row) emit(ctx, (isStep && told[after.status]) || "updated", after);
  return after;
}
