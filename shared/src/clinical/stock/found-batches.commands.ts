import type * as z from "zod";
import type { WriteContext } from "#resource/context.ts";
import { fieldError } from "#kernel/errors.ts";
import {
  batchToFill,
  itemToStock,
  refuseDates,
  type Batch,
  type Labelled,
} from "./stock.commands.ts";
import type { stockMovesContract } from "./stock-moves.contract.ts";
import type { Place } from "./stock-places.commands.ts";

type Found = NonNullable<z.output<typeof stockMovesContract.countPlace.body>["found"]>[number];

/** A batch that was found at a place, with what puts it on record there where it is not. */
export interface FoundBatch {
  readonly line: Found;
  readonly batch: Batch;
  readonly isAvailable: boolean;
  readonly makes: (() => void) | null;
}

/** What is on the label of a batch that was found: as it is said, else as it is on record elsewhere in the branch. */
async function labelOf(ctx: WriteContext, place: Place, found: Found): Promise<Labelled> {
  const { item_id, batch_no } = found;
  const known = await ctx.db
    .selectFrom("stock")
    .select(["expiry_date", "mfg_date", "mrp_minor", "cost_minor"])
    .select(["gst_rate_bp", "gtin", "supplier_id"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("branch_id", "=", ctx.branch.id)
    .where("item_id", "=", item_id)
    .where("batch_no", "=", batch_no)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return {
    item_id,
    location_id: place.id,
    batch_no,
    expiry_date: found.expiry_date ?? known?.expiry_date ?? null,
    mfg_date: found.mfg_date ?? known?.mfg_date ?? null,
    mrp_minor: found.mrp_minor ?? known?.mrp_minor ?? null,
    cost_minor: known?.cost_minor ?? null,
    gst_rate_bp: found.gst_rate_bp ?? known?.gst_rate_bp ?? 0,
    gtin: found.gtin ?? known?.gtin ?? null,
    supplier_id: known?.supplier_id ?? null,
  };
}

/**
 * The batches that were found at a place besides those that are on record there; the caller keeps others from moving them.
 * @throws AppError invalid_reference, validation_error, by the line and its field
 */
export async function foundBatches(
  ctx: WriteContext,
  place: Place,
  found: readonly Found[],
): Promise<readonly FoundBatch[]> {
  const batches: FoundBatch[] = [];
  const named = new Set<string>();
  for (const [nth, line] of found.entries()) {
    const path = `found.${nth}`;
    const name = `${line.item_id}/${line.batch_no}`;
    if (named.has(name)) {
      const message = "is counted by a line above";
      throw fieldError({ path: `${path}.batch_no`, code: "validation_error", message });
    }
    named.add(name);
    const { kind } = await itemToStock(ctx, `${path}.item_id`, line.item_id);
    const label = await labelOf(ctx, place, line);
    refuseDates(ctx, label, kind, `${path}.`);
    const filled = await batchToFill(ctx, path, label, place.kind);
    batches.push({ line, ...filled, isAvailable: place.kind !== "quarantine" });
  }
  return batches;
}
