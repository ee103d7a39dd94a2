import { itemUnits } from "#clinical/items/items.contract.ts";
import type { PrescribedItem } from "#clinical/prescriptions/prescription-parts.contract.ts";
import type { PrescriptionRow } from "#clinical/prescriptions/prescriptions.table.ts";
import { onHandOf } from "#clinical/stock/stock.queries.ts";
import type { StockRow } from "#clinical/stock/stock.table.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { question } from "#db/question.ts";
import { fieldError, type FieldIssue } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import {
  lineComputed,
  type DispensedLine,
  type GivenDispensed,
} from "./dispense-parts.contract.ts";
import {
  byExpiry,
  mostOf,
  needsPrescription,
  needsWitness,
  takeEarliest,
  taxedPrice,
  untaxedMrp,
  type Choice,
  type Taken,
} from "./dispense-rules.contract.ts";

type Wrong = (name: string, message: string, code?: FieldIssue["code"]) => Error;
type OnShelf = StockRow & Choice & { there: number };

interface SoldItem {
  readonly id: string;
  readonly name: string;
  readonly unit: (typeof itemUnits)[number];
  readonly price_minor: number | null;
  readonly schedule: string | null;
}

/** What lines are drawn from. */
export interface Drawing {
  readonly ctx: WriteContext;
  readonly given: readonly GivenDispensed[];
  readonly locationId: string;
  readonly prescription: PrescriptionRow | null;
  /** How many units of each prescribed medicine were given out before. */
  readonly before: ReadonlyMap<string, number>;
  readonly witnessId: string | null;
}

const itemsToSell = question(
  (db, { tenantId, ids }: { readonly tenantId: string; readonly ids: readonly string[] }) =>
    db
      .selectFrom("items")
      .select(["id", "name", "unit", "price_minor", "schedule"])
      .where("tenant_id", "=", tenantId)
      .where("id", "in", ids),
);

interface Shelf {
  readonly tenantId: string;
  readonly branchId: string;
  readonly locationId: string;
  readonly items: readonly string[];
}

const batchesOn = question((db, { tenantId, branchId, locationId, items }: Shelf) =>
  db
    .selectFrom("stock")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("location_id", "=", locationId)
    .where("item_id", "in", items),
);

async function soldItems(
  { db, tenantId }: WriteContext,
  given: readonly GivenDispensed[],
): Promise<ReadonlyMap<string, SoldItem>> {
  const rows = await itemsToSell(db, { tenantId, ids: given.map(({ item_id: id }) => id) });
  return new Map(rows.map((row) => [row.id, { ...row, unit: enumValueOf(itemUnits, row.unit) }]));
}

/** The batches of some items that stand on a shelf, with what is there of each; they are held already. */
async function onShelf({ ctx, given, locationId }: Drawing): Promise<readonly OnShelf[]> {
  const { tenantId, branch } = ctx;
  const items = given.map(({ item_id: id }) => id);
  const rows = await batchesOn(ctx.db, { tenantId, branchId: branch.id, locationId, items });
  const there = await onHandOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, there: there(row.id) }));
}

function isExpired({ expires_at: until }: StockRow, now: string): boolean {
  return until !== null && until <= now;
}

function refuseBatch(batch: OnShelf | undefined, now: string, wrong: Wrong): OnShelf {
  if (batch === undefined)
    throw wrong("batch_no", "names no batch on this shelf", "invalid_reference");
  if (batch.status !== "available")
    throw wrong("batch_no", `is ${batch.status}: nothing of it is given out`, "batch_blocked");
  if (isExpired(batch, now)) throw wrong("batch_no", "has expired", "batch_expired");
  return batch;
}

function refuseLater(
  batch: OnShelf,
  fresh: readonly OnShelf[],
  line: GivenDispensed,
  wrong: Wrong,
): void {
  const [first] = byExpiry(fresh.filter(({ there }) => there > 0));
  const isLater = first !== undefined && byExpiry([first, batch])[0] !== batch && first !== batch;
  const isSameDay = first?.expiry_date === batch.expiry_date;
  if (isLater && !isSameDay && !line.fefo_reason)
    throw wrong("fefo_reason", `is required: ${first.batch_no} expires before it`);
}

function takenOf(
  line: GivenDispensed,
  batches: readonly OnShelf[],
  now: string,
  wrong: Wrong,
): readonly Taken<OnShelf>[] {
  const own = batches.filter(({ item_id: id }) => id === line.item_id);
  const fresh = own.filter((one) => one.status === "available" && !isExpired(one, now));
  const named = line.batch_no ?? null;
  const there = (some: readonly OnShelf[]) => some.reduce((sum, one) => sum + one.there, 0);
  const short = (some: readonly OnShelf[]) =>
    wrong("quantity", `is more than is on the shelf: ${there(some)}`, "insufficient_balance");
  if (named === null) {
    const taken = takeEarliest(fresh, line.quantity);
    if (taken === null) throw short(fresh);
    return taken;
  }
  const batch = refuseBatch(
    own.find(({ batch_no: no }) => no === named),
    now,
    wrong,
  );
  refuseLater(batch, fresh, line, wrong);
  if (batch.there < line.quantity) throw short([batch]);
  return [{ batch, quantity: line.quantity }];
}

function prescribedOf(
  line: GivenDispensed,
  prescription: PrescriptionRow | null,
  wrong: Wrong,
): PrescribedItem | null {
  const id = line.rx_item_id ?? null;
  if (id === null) return null;
  const item = prescription?.items.find((one) => one.id === id);
  if (item === undefined)
    throw wrong("rx_item_id", "names no medicine of the prescription", "invalid_reference");
  return item;
}

function refuseSubstitution(line: GivenDispensed, item: PrescribedItem | null, wrong: Wrong): void {
  const prescribed = item?.item_id ?? null;
  const isOther = prescribed !== null && prescribed !== line.item_id;
  const said = line.substitution_reason ?? null;
  if (!isOther && said !== null && prescribed !== null)
    throw wrong("substitution_reason", "goes without: it is what was prescribed");
  if (!isOther) return;
  if (item?.substitution_allowed === false)
    throw wrong("item_id", "is not what was prescribed, and nothing else may be given");
  if (said === null)
    throw wrong("substitution_reason", "is required: it is not what was prescribed");
}

function refuseUnprescribed(
  sold: SoldItem,
  item: PrescribedItem | null,
  witnessId: string | null,
  wrong: Wrong,
): void {
  if (item === null && needsPrescription(sold.schedule))
    throw wrong("item_id", "is given out only for a prescription", "prescription_required");
  if (needsWitness(sold.schedule) && witnessId === null)
    throw fieldError({
      path: "witness_id",
      code: "validation_error",
      message: `is required: ${sold.name} is not given out by one person alone`,
    });
}

function priceOf(sold: SoldItem, batch: StockRow, wrong: Wrong): number | null {
  const { mrp_minor: mrp, gst_rate_bp: rate } = batch;
  const price = sold.price_minor ?? (mrp === null ? null : untaxedMrp(mrp, rate));
  if (price === null || mrp === null || taxedPrice(price, rate) <= mrp) return price;
  throw wrong(
    "unit_price_minor",
    `comes to ${taxedPrice(price, rate)} with tax, and no more than ${mrp} may be asked`,
    "price_over_mrp",
  );
}

/** Refuses more of a prescribed medicine than was prescribed, with what was given out of it before and in lines above. */
function refuseOver(
  item: PrescribedItem | null,
  quantity: number,
  given: Map<string, number>,
  wrong: Wrong,
): void {
  if (item === null) return;
  const sum = (given.get(item.id) ?? 0) + quantity;
  const left = mostOf(item) - (given.get(item.id) ?? 0);
  if (sum > mostOf(item))
    throw wrong("quantity", `is more than is left of the prescription: ${left}`, "over_dispense");
  given.set(item.id, sum);
}

/**
 * What is given out, a line for each batch: the batch that expires first unless another one is named with its reason.
 * @throws AppError invalid_reference, validation_error, insufficient_balance, batch_expired, batch_blocked, over_dispense,
 * prescription_required, price_over_mrp, by the line and its field
 */
export async function drawDispensed(drawing: Drawing): Promise<readonly DispensedLine[]> {
  const { ctx, given, prescription, witnessId } = drawing;
  const items = await soldItems(ctx, given);
  const batches = (await onShelf(drawing)).map((one) => ({ ...one }));
  const counts = new Map(drawing.before);
  return given.flatMap((line, nth) => {
    const wrong: Wrong = (name, message, code = "validation_error") =>
      fieldError({ path: `lines.${nth}.${name}`, code, message });
    const own = lineComputed.find((name) => line[name] !== undefined);
    if (own !== undefined) throw wrong(own, "is set by the server", "read_only_field");
    const sold = items.get(line.item_id);
    if (sold === undefined) throw wrong("item_id", "names no item", "invalid_reference");
    const item = prescribedOf(line, prescription, wrong);
    refuseUnprescribed(sold, item, witnessId, wrong);
    refuseSubstitution(line, item, wrong);
    refuseOver(item, line.quantity, counts, wrong);
    return takenOf(line, batches, ctx.write.at, wrong).map(({ batch, quantity }): DispensedLine => {
      batch.there -= quantity;
      return {
        id: ctx.newId("dsl"),
        rx_item_id: line.rx_item_id ?? null,
        item_id: line.item_id,
        stock_id: batch.id,
        batch_no: batch.batch_no,
        expiry_date: batch.expiry_date,
        quantity,
        unit: sold.unit,
        description: sold.name,
        schedule: sold.schedule,
        fefo_reason: line.fefo_reason ?? null,
        substitution_reason: line.substitution_reason ?? null,
        days_supply: line.days_supply ?? null,
        unit_price_minor: priceOf(sold, batch, wrong),
        mrp_minor: batch.mrp_minor,
        gst_rate_bp: batch.gst_rate_bp,
      };
    });
  });
}
