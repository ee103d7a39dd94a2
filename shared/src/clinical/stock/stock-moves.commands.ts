import type * as z from "zod";
import { question } from "#db/question.ts";
import { AppError, fieldError, type FieldIssue } from "#kernel/errors.ts";
import { refuseStale } from "#resource/body-checks.ts";
import { foundInScope, refuseOtherBranch } from "#resource/branch-scope.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { WriteContext } from "#resource/context.ts";
import { refusedTransition } from "#resource/state-machine.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { stockMoveCrud, type stockMovesContract } from "./stock-moves.contract.ts";
import { keptBatchStatuses, type givenMoveKinds } from "./stock-parts.contract.ts";
import { batchAt, emitMove, putMove, type Batch } from "./stock.commands.ts";
import { availableOf, reportLow } from "./low-stock.commands.ts";
import { stockCrud } from "./stock.contract.ts";
import { lockItems, kindOfPlace, placeToFill, statusAt } from "./stock-places.commands.ts";
import { ofNumber, onHandOf } from "./stock.queries.ts";
import { batchStates } from "./stock.states.ts";
import { stockTable, type StockMoveRow, type StockRow } from "./stock.table.ts";

type Body = z.output<typeof stockMovesContract.create.body>;
type Kind = (typeof givenMoveKinds)[number];

/** A move that was put down, and what is there after it. */
export interface Done {
  readonly move: StockMoveRow;
  readonly balanceAfter: number;
}

/** What is moved, and what is there before it is. */
interface Subject {
  readonly ctx: WriteContext;
  readonly body: Body;
  readonly row: StockRow;
  readonly batch: Batch;
  readonly there: number;
}

function wrong(path: string, message: string, code: FieldIssue["code"] = "validation_error") {
  return fieldError({ path, code, message });
}

/** Of each kind what it needs, and what it goes without. */
const said: Readonly<Record<Kind, readonly ("quantity" | "to_location_id" | "reason_code")[]>> = {
  count: ["quantity"],
  transfer: ["quantity", "to_location_id"],
  write_off: ["quantity", "reason_code"],
  quarantine: ["quantity", "to_location_id", "reason_code"],
  release: [],
  recall: ["reason_code"],
};
const unsaid: Readonly<Record<Kind, readonly ("quantity" | "to_location_id")[]>> = {
  count: ["to_location_id"],
  transfer: [],
  write_off: ["to_location_id"],
  quarantine: [],
  release: [],
  recall: ["quantity", "to_location_id"],
};

function refuseUnsaid(body: Body): void {
  const { kind } = body;
  const isSaid = (name: "quantity" | "to_location_id" | "reason_code") =>
    (body[name] ?? null) !== null;
  const missing = said[kind].find((name) => !isSaid(name));
  if (missing !== undefined) throw wrong(missing, `is required of a ${kind.replace("_", "-")}`);
  const extra = unsaid[kind].find(isSaid);
  if (extra !== undefined)
    throw wrong(extra, `goes without: this is a ${kind.replace("_", "-")}`, "conflicting_fields");
  if (kind !== "count" && body.quantity === 0) throw wrong("quantity", "is at least 1");
}

function written({ body }: Subject) {
  const { reason_code = null, note = null, metadata = {} } = body;
  return { reason_code, note, metadata };
}

function count(subject: Subject): Done {
  const { ctx, batch, body, there } = subject;
  const counted = body.quantity ?? 0;
  const quantity = counted - there;
  if (quantity !== 0 && (body.reason_code ?? null) === null)
    throw wrong("reason_code", `is required: ${there} should be there`);
  const move = putMove(ctx, batch, { kind: "count", quantity, counted, ...written(subject) });
  if (quantity !== 0) emitMove(ctx, "adjusted", move);
  return { move, balanceAfter: counted };
}

/** How many units are taken out. @throws AppError insufficient_balance */
function takenOf({ body, there }: Subject): number {
  const { quantity = 0 } = body;
  if (quantity <= there) return quantity;
  throw wrong("quantity", `is more than is there: ${there}`, "insufficient_balance");
}

function writeOff(subject: Subject): Done {
  const { ctx, batch, there } = subject;
  const taken = takenOf(subject);
  const move = putMove(ctx, batch, { kind: "write_off", quantity: -taken, ...written(subject) });
  emitMove(ctx, "adjusted", move);
  return { move, balanceAfter: there - taken };
}

async function goElsewhere(subject: Subject): Promise<Done> {
  const { ctx, body, row, batch, there } = subject;
  const path = "to_location_id";
  const place = await placeToFill(ctx, path, body.to_location_id ?? "");
  if (place.id === row.location_id) throw wrong(path, "is where it stands");
  const isAside = place.kind === "quarantine";
  if (isAside !== (body.kind === "quarantine"))
    throw wrong(path, isAside ? "is a quarantine: set it aside" : "is no quarantine");
  const taken = takenOf(subject);
  const status = row.status === "recalled" ? "recalled" : statusAt(place.kind);
  const to = { id: place.id, status };
  const { batch: other, makes } = await batchAt(ctx, row, batch.unit, to);
  const [out, into] = [ctx.newId(stockMoveCrud.prefix), ctx.newId(stockMoveCrud.prefix)];
  const { kind } = body;
  const both = { kind, ...written(subject) };
  const move = putMove(ctx, batch, { ...both, quantity: -taken, counterpart_id: into }, out);
  putMove(ctx, other, { ...both, quantity: taken, counterpart_id: out }, into);
  makes?.();
  emitMove(ctx, kind === "release" ? "released" : "moved", move);
  return { move, balanceAfter: there - taken };
}

/** All of a batch at the branch, wherever it stands, with those of numbers below its own, held until the end. */
async function everywhere({ ctx, row }: Subject): Promise<readonly StockRow[]> {
  const rows = await ctx.db
    .selectFrom("stock")
    .select("id")
    .where("tenant_id", "=", ctx.tenantId)
    .where("branch_id", "=", ctx.branch.id)
    .where("item_id", "=", row.item_id)
    .where(ofNumber("batch_no", row.batch_no))
    .orderBy("id")
    .execute();
  const others = rows.map(({ id }) => id).filter((id) => id !== row.id);
  return [row, ...(await ctx.write.loadAll(stockTable, others)).values()];
}

async function recall(subject: Subject): Promise<Done> {
  const { ctx, batch, row, there } = subject;
  refuseWay(row, "recalled");
  const rows = (await everywhere(subject)).filter(({ status }) => status !== "recalled");
  const blocks = { kind: "recall", quantity: 0, ...written(subject) } as const;
  const moves = rows.map((one) => putMove(ctx, { row: one, unit: batch.unit }, blocks));
  for (const one of rows) ctx.write.update(stockTable, one, { status: "recalled" });
  const [move] = moves;
  if (move === undefined) throw new Error("a batch that is recalled stands somewhere");
  emitMove(ctx, "recalled", move);
  return { move, balanceAfter: there };
}

function refuseWay({ status }: StockRow, to: (typeof keptBatchStatuses)[number]): void {
  const from = enumValueOf(keptBatchStatuses, status);
  const allowed = batchStates.transitions[from];
  if (!allowed.includes(to)) throw refusedTransition(batchStates.subject, from, to, allowed);
}

/** Sets a recalled batch free, wherever it stands: what is in quarantine stays there. */
async function setFree(subject: Subject): Promise<Done> {
  const { ctx, body, batch, there } = subject;
  const extra = (["quantity", "to_location_id"] as const).find(
    (one) => (body[one] ?? null) !== null,
  );
  if (extra !== undefined)
    throw wrong(extra, "goes without: all of a recalled batch is released", "conflicting_fields");
  const rows = (await everywhere(subject)).filter(({ status }) => status === "recalled");
  const frees = { kind: "release", quantity: 0, ...written(subject) } as const;
  const moves = rows.map((one) => putMove(ctx, { row: one, unit: batch.unit }, frees));
  for (const one of rows) {
    const status = statusAt(await kindOfPlace(ctx, one.location_id));
    ctx.write.update(stockTable, one, { status });
  }
  const [move] = moves;
  if (move === undefined) throw new Error("a batch that is released stands somewhere");
  emitMove(ctx, "released", move);
  return { move, balanceAfter: there };
}

async function release(subject: Subject): Promise<Done> {
  const { ctx, body, row } = subject;
  if (!mayDo(ctx, stockCrud.resource, "approve"))
    throw new AppError("forbidden", "This role may not release what is blocked or set aside.");
  if (row.status === "recalled") return setFree(subject);
  refuseWayOut(row);
  const missing = (["quantity", "to_location_id"] as const).find(
    (name) => (body[name] ?? null) === null,
  );
  if (missing !== undefined) throw wrong(missing, "is required: how much goes where");
  return goElsewhere(subject);
}

function refuseWayOut({ status }: StockRow): void {
  if (status === "quarantined") return;
  const from = enumValueOf(keptBatchStatuses, status);
  throw refusedTransition(batchStates.subject, from, "released", batchStates.transitions[from]);
}

/** Sets goods on another place, or aside. @throws AppError batch_blocked */
function transfer(subject: Subject): Promise<Done> {
  const { body, row } = subject;
  const isBlocked = body.kind === "transfer" && row.status !== "available";
  if (isBlocked) throw wrong("kind", `cannot be: the batch is ${row.status}`, "batch_blocked");
  return goElsewhere(subject);
}

const acts: Readonly<Record<Kind, (subject: Subject) => Done | Promise<Done>>> = {
  count,
  transfer,
  write_off: writeOff,
  quarantine: transfer,
  release,
  recall,
};

/** How much less than before there is to be given out. @param before the move is put down */
function goneOf({ ctx, body, row, there }: Subject): Promise<number> | number {
  if (row.status !== "available") return 0;
  const { kind, quantity = 0 } = body;
  if (kind === "recall") return availableOf(ctx, row.item_id, row.batch_no);
  // What goes from one shelf to another is still there.
  if (kind === "count") return there - quantity;
  return kind === "transfer" ? 0 : quantity;
}

interface OneRow {
  readonly tenantId: string;
  readonly id: string;
}

const whoseBatch = question((db, { tenantId, id }: OneRow) =>
  db
    .selectFrom("stock")
    .select(["item_id", "branch_id"])
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id),
);

const countedIn = question((db, { tenantId, id }: OneRow) =>
  db.selectFrom("items").select("unit").where("tenant_id", "=", tenantId).where("id", "=", id),
);

/**
 * Moves a batch of the acting branch.
 * @throws AppError not_found, branch_mismatch, version_conflict, validation_error, conflicting_fields, invalid_reference,
 * insufficient_balance, batch_blocked, invalid_transition, forbidden
 */
export async function moveStock(ctx: WriteContext, stockId: string, body: Body): Promise<Done> {
  const [seen] = await whoseBatch(ctx.db, { tenantId: ctx.tenantId, id: stockId });
  const { item_id: item } = foundInScope(ctx.caller, seen);
  await lockItems(ctx, [item]);
  const row = foundInScope(ctx.caller, await ctx.write.load(stockTable, stockId));
  refuseOtherBranch(ctx, row);
  refuseStale(ctx, row);
  refuseUnsaid(body);
  const there = (await onHandOf(ctx, [row.id]))(row.id);
  const unit = await unitOf(ctx, item);
  const subject = { ctx, body, row, batch: { row, unit }, there };
  const done = await acts[body.kind](subject);
  await reportLow(ctx, await goneOf(subject), done.move);
  return done;
}

async function unitOf(ctx: WriteContext, itemId: string): Promise<string> {
  const [row] = await countedIn(ctx.db, { tenantId: ctx.tenantId, id: itemId });
  return row?.unit ?? "each";
}
