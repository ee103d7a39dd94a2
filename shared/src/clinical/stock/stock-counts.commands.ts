import type * as z from "zod";
import { inList } from "#db/statements.ts";
import { fieldError, type FieldIssue } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { reportLow } from "./low-stock.commands.ts";
import { foundBatches, type FoundBatch } from "./found-batches.commands.ts";
import { emitMove, putMove, type Batch } from "./stock.commands.ts";
import type { stockMovesContract } from "./stock-moves.contract.ts";
import { lockItems, placeToFill } from "./stock-places.commands.ts";
import { onHandOf } from "./stock.queries.ts";
import type { StockMoveRow } from "./stock.table.ts";

type Body = z.output<typeof stockMovesContract.countPlace.body>;
type Line = Body["lines"][number];

function wrong(path: string, message: string, code: FieldIssue["code"] = "validation_error") {
  return fieldError({ path, code, message });
}

interface Standing {
  readonly batch: Batch;
  readonly isAvailable: boolean;
}

/** The batches of a place that some lines name, by their ids. */
async function standingAt(
  ctx: WriteContext,
  { location_id: place, lines }: Body,
): Promise<ReadonlyMap<string, Standing>> {
  const rows = await ctx.db
    .selectFrom("stock")
    .innerJoin("items", (join) =>
      join.onRef("items.tenant_id", "=", "stock.tenant_id").onRef("items.id", "=", "stock.item_id"),
    )
    .select(["stock.id", "stock.item_id", "stock.location_id", "stock.batch_no", "stock.status"])
    .select("items.unit")
    .where("stock.tenant_id", "=", ctx.tenantId)
    .where("stock.branch_id", "=", ctx.branch.id)
    .where("stock.location_id", "=", place)
    .where("stock.id", "in", inList(lines.map(({ stock_id: id }) => id)))
    .execute();
  return new Map(
    rows.map(({ unit, status, ...row }) => [
      row.id,
      { batch: { row, unit }, isAvailable: status === "available" },
    ]),
  );
}

/** By how much what was found differs from what is there. @throws AppError validation_error, by the line and its field */
function differenceOf(line: Line, there: number, path: string): number {
  const { counted, expected, reason_code: reason } = line;
  if (expected !== undefined && expected !== there)
    throw wrong(
      `${path}.counted`,
      `was counted of ${expected}, and ${there} are there now: count it again`,
    );
  const difference = counted - there;
  if (difference !== 0 && reason === undefined)
    throw wrong(`${path}.reason_code`, `is required: ${there} should be there`);
  return difference;
}

/** Publishes of which items no more is left than asks for an order. */
async function reportLowOf(
  ctx: WriteContext,
  counted: readonly { readonly move: StockMoveRow; readonly isAvailable: boolean }[],
): Promise<void> {
  const open = counted.filter(({ isAvailable }) => isAvailable).map(({ move }) => move);
  for (const moves of Map.groupBy(open, ({ item_id: id }) => id).values()) {
    const last = moves.at(-1);
    const gone = moves.reduce((sum, { quantity }) => sum - quantity, 0);
    if (last !== undefined) await reportLow(ctx, gone, last);
  }
}

/** What was counted of one batch. */
interface Counted {
  readonly batch: Batch;
  /** Whether what is there of it may be given out. */
  readonly isAvailable: boolean;
  readonly counted: number;
  readonly quantity: number;
  readonly reason: Line["reason_code"] | null;
  readonly note: string | null;
}

/** What the lines of a sheet come to. @throws AppError invalid_reference, validation_error */
function countedLines(
  { lines }: Body,
  standing: ReadonlyMap<string, Standing>,
  there: (id: string) => number,
): readonly Counted[] {
  const seen = new Set<string>();
  return lines.map((line, nth) => {
    const path = `lines.${nth}`;
    const { stock_id: stockId, counted, reason_code: reason = null, note = null } = line;
    const known = standing.get(stockId);
    if (known === undefined)
      throw wrong(`${path}.stock_id`, "names no batch at this place", "invalid_reference");
    if (seen.has(stockId)) throw wrong(`${path}.stock_id`, "is counted by a line above");
    seen.add(stockId);
    return { ...known, counted, quantity: differenceOf(line, there(stockId), path), reason, note };
  });
}

/** What was found besides. @throws AppError validation_error */
async function countedFound(
  ctx: WriteContext,
  found: readonly FoundBatch[],
  lines: readonly Counted[],
): Promise<readonly Counted[]> {
  const seen = new Set(lines.map(({ batch }) => batch.row.id));
  const there = await onHandOf(
    ctx,
    found.map(({ batch }) => batch.row.id),
  );
  return found.map(({ line, batch, isAvailable }, nth) => {
    const { counted, reason_code: reason, note = null } = line;
    const { id } = batch.row;
    if (seen.has(id)) throw wrong(`found.${nth}.batch_no`, "is counted by a line above");
    seen.add(id);
    return { batch, isAvailable, counted, quantity: counted - there(id), reason, note };
  });
}

/** Puts down what was counted of each batch, as moves of one sheet. */
function putCounts(ctx: WriteContext, sheet: string, drawn: readonly Counted[]) {
  return drawn.map(({ batch, isAvailable, counted, quantity, reason, note }) => {
    const of = { kind: "count", quantity, counted, source_id: sheet } as const;
    const reason_code = quantity === 0 ? null : (reason ?? null);
    const move = putMove(ctx, batch, { ...of, reason_code, note });
    if (quantity !== 0) emitMove(ctx, "adjusted", move);
    return { move, isAvailable, counted, reason_code };
  });
}

/**
 * Counts batches of a place by one sheet: a move for each, all together or none. What was found there and is not on record
 * there is put on record.
 * @throws AppError invalid_reference, validation_error
 */
export async function countPlace(ctx: WriteContext, body: Body) {
  const place = await placeToFill(ctx, "location_id", body.location_id);
  const { lines, found = [] } = body;
  if (lines.length + found.length === 0) throw wrong("lines", "is empty: nothing was counted");
  const standing = await standingAt(ctx, body);
  await lockItems(ctx, [
    ...[...standing.values()].map(({ batch }) => batch.row.item_id),
    ...found.map(({ item_id: item }) => item),
  ]);
  const there = await onHandOf(ctx, [...standing.keys()]);
  const ofLines = countedLines(body, standing, there);
  const besides = await foundBatches(ctx, place, found);
  const drawn = [...ofLines, ...(await countedFound(ctx, besides, ofLines))];
  const id = ctx.newId("stc");
  const put = putCounts(ctx, id, drawn);
  for (const { makes } of besides) makes?.();
  await reportLowOf(ctx, put);
  return {
    id,
    location_id: place.id,
    counted_by: ctx.caller.id,
    counted_at: ctx.write.at,
    moves: put.map(({ move, counted, reason_code }) => ({
      id: move.id,
      stock_id: move.stock_id,
      counted,
      difference: move.quantity,
      reason_code,
    })),
  };
}
