import type * as z from "zod";
import { itemUnits } from "#clinical/items/items.contract.ts";
import type { LocationKind } from "#clinical/stock-locations/stock-locations.contract.ts";
import { today } from "#clinical/patients/patients.commands.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { question } from "#db/question.ts";
import { inList } from "#db/statements.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { isoInstant } from "#kernel/clock.ts";
import { fieldError, type FieldIssue } from "#kernel/errors.ts";
import { addDays, instantOf } from "#kernel/zones.ts";
import type { WriteContext } from "#resource/context.ts";
import type { Fields } from "#write/model.ts";
import { stockMoveCrud } from "./stock-moves.contract.ts";
import { stockCrud, type stockContract } from "./stock.contract.ts";
import { numbersAbove } from "./stock-parts.contract.ts";
import { stockEvents } from "./stock.events.ts";
import { lockItems, placeToFill, statusAt } from "./stock-places.commands.ts";
import { stockMovesTable, stockTable, type StockMoveRow, type StockRow } from "./stock.table.ts";

type CreateBody = z.output<typeof stockContract.create.body>;
type StockFields = Fields<typeof stockTable.columns>;
type Given = Omit<StockFields, "branch_id" | "expires_at" | "expiry_told_at" | "status">;
type MoveFields = Fields<typeof stockMovesTable.columns>;

function wrong(path: string, message: string, code: FieldIssue["code"] = "validation_error") {
  return fieldError({ path, code, message });
}

/** What stock has to know of an item. */
export interface StockedItem {
  readonly id: string;
  readonly kind: string;
  readonly unit: (typeof itemUnits)[number];
}

const stockable = question(
  (db, { tenantId, id }: { readonly tenantId: string; readonly id: string }) =>
    db
      .selectFrom("items")
      .select(["id", "kind", "unit"])
      .where("tenant_id", "=", tenantId)
      .where("id", "=", id),
);

/** An item that is kept in stock. @throws AppError invalid_reference */
export async function itemToStock(
  ctx: WriteContext,
  path: string,
  id: string,
): Promise<StockedItem> {
  const [row] = await stockable(ctx.db, { tenantId: ctx.tenantId, id });
  if (row === undefined) throw wrong(path, "names no item", "invalid_reference");
  if (row.kind === "service") throw wrong(path, "names a service, of which nothing is kept");
  return { id: row.id, kind: row.kind, unit: enumValueOf(itemUnits, row.unit) };
}

/** A batch by what its label and its papers say. */
export type Labelled = Omit<Given, "metadata">;

/** What is on the label of a batch, and so is the same wherever some of it stands. */
const labelled = ["expiry_date", "mfg_date", "mrp_minor", "gtin"] as const;

interface Numbered {
  readonly tenantId: string;
  readonly branchId: string;
  readonly item: string;
  readonly batch: string;
}

const labelElsewhere = question((db, { tenantId, branchId, item, batch }: Numbered) =>
  db
    .selectFrom("stock")
    .select([...labelled])
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("item_id", "=", item)
    .where("batch_no", "=", batch)
    .limit(1),
);

const standing = question(
  (db, { tenantId, branchId, item, batch, place }: Numbered & { readonly place: string }) =>
    db
      .selectFrom("stock")
      .select(["id", "item_id", "location_id", "batch_no"])
      .where("tenant_id", "=", tenantId)
      .where("branch_id", "=", branchId)
      .where("location_id", "=", place)
      .where("item_id", "=", item)
      .where("batch_no", "=", batch),
);

/** The batch of that number of an item, as far as it is known of the branch. */
function numbered(
  { tenantId, branch }: WriteContext,
  { item_id: item, batch_no: batch }: Pick<StockRow, "item_id" | "batch_no">,
): Numbered {
  return { tenantId, branchId: branch.id, item, batch };
}

/** In which part of the label a batch differs from that of its number elsewhere in the branch; null where it does not. */
export async function otherLabel(
  ctx: WriteContext,
  given: Labelled,
): Promise<(typeof labelled)[number] | null> {
  const [known] = await labelElsewhere(ctx.db, numbered(ctx, given));
  if (known === undefined) return null;
  return labelled.find((name) => !sameJson(known[name], given[name])) ?? null;
}

async function refuseOtherLabel(ctx: WriteContext, given: Labelled, path = ""): Promise<void> {
  const differs = await otherLabel(ctx, given);
  if (differs !== null)
    throw wrong(`${path}${differs}`, "differs from that of the batch elsewhere in the branch");
}

const dated: readonly string[] = ["drug", "reagent"];

/** Refuses days of a label that cannot be. @param path of the line that it is of, with a dot at its end */
export function refuseDates(
  ctx: WriteContext,
  { expiry_date, mfg_date }: Labelled,
  kind: string,
  path = "",
): void {
  if (expiry_date === null && dated.includes(kind))
    throw wrong(`${path}expiry_date`, `is required of what is a ${kind}`);
  if (mfg_date === null) return;
  if (mfg_date > today(ctx)) throw wrong(`${path}mfg_date`, "is still to come");
  if (expiry_date !== null && mfg_date >= expiry_date)
    throw wrong(`${path}mfg_date`, "is not before it expires");
}

/** When a batch's last day at the branch is over. */
function endOf(ctx: WriteContext, day: string | null): string | null {
  if (day === null) return null;
  return isoInstant(instantOf(addDays(day, 1), "00:00", ctx.branch.timeZone));
}

/** What a move says besides whose batch it moves. */
export type Moved = Pick<MoveFields, "kind" | "quantity"> &
  Partial<
    Pick<
      MoveFields,
      "counted" | "counterpart_id" | "source_id" | "reason_code" | "note" | "metadata"
    >
  >;

/** A batch at its place, and in what it is counted. */
export interface Batch {
  readonly row: Pick<StockRow, "id" | "item_id" | "location_id" | "batch_no">;
  readonly unit: string;
}

/** Puts down one move of a batch. */
export function putMove(
  ctx: WriteContext,
  { row, unit }: Batch,
  moved: Moved,
  id: string = ctx.newId(stockMoveCrud.prefix),
): StockMoveRow {
  const { item_id, location_id, batch_no } = row;
  return ctx.write.insert(stockMovesTable, id, {
    branch_id: ctx.branch.id,
    stock_id: row.id,
    item_id,
    location_id,
    batch_no,
    unit,
    counted: null,
    counterpart_id: null,
    source_id: null,
    reason_code: null,
    note: null,
    metadata: {},
    ...moved,
  });
}

/** Publishes what a move has brought about. */
export function emitMove(
  ctx: WriteContext,
  name: keyof typeof stockEvents,
  move: StockMoveRow,
): void {
  const { stock_id, item_id, location_id, batch_no, reason_code } = move;
  const thin = { stock_id, item_id, location_id, batch_no, reason_code };
  ctx.write.emit(stockEvents[name], stockMovesTable, move, thin);
}

/**
 * Puts a batch on record with what is there of it.
 * @throws AppError invalid_reference, validation_error, duplicate_value
 */
export async function openBatch(
  ctx: WriteContext,
  body: CreateBody,
  given: Given,
): Promise<StockRow> {
  const item = await itemToStock(ctx, "item_id", given.item_id);
  const place = await placeToFill(ctx, "location_id", given.location_id);
  if (given.supplier_id !== null) await refuseUnknownSupplier(ctx, given.supplier_id);
  refuseDates(ctx, given, item.kind);
  await lockItems(ctx, [item.id]);
  await refuseOtherLabel(ctx, given);
  const fields: StockFields = {
    ...given,
    branch_id: ctx.branch.id,
    expires_at: endOf(ctx, given.expiry_date),
    expiry_told_at: null,
    status: await statusOfBatch(ctx, given, statusAt(place.kind)),
  };
  await ctx.write.refuseTaken(stockTable, fields);
  const row = ctx.write.insert(stockTable, ctx.newId(stockCrud.prefix), fields);
  const { quantity, note = null } = body;
  emitMove(
    ctx,
    "opened",
    putMove(ctx, { row, unit: item.unit }, { kind: "opening", quantity, note }),
  );
  return row;
}

/** A batch where it is to stand: as it is on record there, or with what puts it on record. */
export async function batchAt(
  ctx: WriteContext,
  row: StockRow,
  unit: string,
  place: { readonly id: string; readonly status: string },
): Promise<{ readonly batch: Batch; readonly makes: (() => void) | null }> {
  const [known] = await standing(ctx.db, { ...numbered(ctx, row), place: place.id });
  if (known !== undefined) return { batch: { row: known, unit }, makes: null };
  const { item_id, batch_no, expiry_date, mfg_date, mrp_minor, cost_minor } = row;
  const { gst_rate_bp, gtin, supplier_id, expires_at } = row;
  const id = ctx.newId(stockCrud.prefix);
  const fields = {
    branch_id: ctx.branch.id,
    location_id: place.id,
    status: place.status,
    metadata: {},
    item_id,
    batch_no,
    expiry_date,
    mfg_date,
    mrp_minor,
    cost_minor,
    gst_rate_bp,
    gtin,
    supplier_id,
    expires_at,
    expiry_told_at: null,
  };
  return {
    batch: { row: { id, item_id, batch_no, location_id: place.id }, unit },
    makes: () => {
      ctx.write.insert(stockTable, id, fields);
    },
  };
}

/**
 * A batch of which more has come, where it is to stand; the caller keeps others from moving it.
 * @param path of the line that it is of @throws AppError validation_error, invalid_reference, by the line and its field
 */
export async function batchToFill(
  ctx: WriteContext,
  path: string,
  label: Labelled,
  kind: LocationKind,
): Promise<{ readonly batch: Batch; readonly makes: (() => void) | null }> {
  const { unit } = await itemToStock(ctx, `${path}.item_id`, label.item_id);
  await refuseOtherLabel(ctx, label, `${path}.`);
  const { item_id, location_id, batch_no, expiry_date } = label;
  const [known] = await standing(ctx.db, { ...numbered(ctx, label), place: location_id });
  if (known !== undefined) return { batch: { row: known, unit }, makes: null };
  const id = ctx.newId(stockCrud.prefix);
  const fields: StockFields = {
    item_id,
    location_id,
    batch_no,
    expiry_date,
    mfg_date: label.mfg_date,
    mrp_minor: label.mrp_minor,
    cost_minor: label.cost_minor,
    gst_rate_bp: label.gst_rate_bp,
    gtin: label.gtin,
    supplier_id: label.supplier_id,
    branch_id: ctx.branch.id,
    expires_at: endOf(ctx, expiry_date),
    expiry_told_at: null,
    status: await statusOfBatch(ctx, label, statusAt(kind)),
    metadata: {},
  };
  return {
    batch: { row: { id, item_id, batch_no, location_id }, unit },
    makes: () => {
      ctx.write.insert(stockTable, id, fields);
    },
  };
}

// Of a batch that was recalled nothing is given out, wherever more of it turns up.
async function statusOfBatch(
  ctx: WriteContext,
  { item_id: item, batch_no: batch }: Labelled,
  otherwise: string,
): Promise<string> {
  const recalled = await ctx.db
    .selectFrom("stock")
    .select("id")
    .where("tenant_id", "=", ctx.tenantId)
    .where("branch_id", "=", ctx.branch.id)
    .where("item_id", "=", item)
    .where("batch_no", "in", inList(numbersAbove(batch)))
    .where("status", "=", "recalled")
    .limit(1)
    .executeTakeFirst();
  return recalled === undefined ? otherwise : "recalled";
}

async function refuseUnknownSupplier(ctx: WriteContext, id: string): Promise<void> {
  const row = await ctx.db
    .selectFrom("suppliers")
    .select("id")
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw wrong("supplier_id", "names no supplier", "invalid_reference");
}
