import type { LocationKind } from "#clinical/stock-locations/stock-locations.contract.ts";
import { locationKinds } from "#clinical/stock-locations/stock-locations.contract.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { question } from "#db/question.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import type { KeptBatchStatus } from "./stock-parts.contract.ts";
import { onHandOf } from "./stock.queries.ts";

/** A place of the acting branch. */
export interface Place {
  readonly id: string;
  readonly kind: LocationKind;
}

/** The state of a batch that stands at a place and is not recalled. */
export function statusAt(kind: LocationKind): KeptBatchStatus {
  return kind === "quarantine" ? "quarantined" : "available";
}

interface OfBranch {
  readonly tenantId: string;
  readonly branchId: string;
  readonly id: string;
}

const placeOf = question((db, { tenantId, branchId, id }: OfBranch) =>
  db
    .selectFrom("stock_locations")
    .select(["id", "kind", "status"])
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("id", "=", id),
);

/** A place of the acting branch into which something is put. @throws AppError invalid_reference */
export async function placeToFill(ctx: WriteContext, path: string, id: string): Promise<Place> {
  const wrong = (message: string) => fieldError({ path, code: "invalid_reference", message });
  const { tenantId, branch } = ctx;
  const [row] = await placeOf(ctx.db, { tenantId, branchId: branch.id, id });
  if (row === undefined) throw wrong("names no place of this branch");
  if (row.status !== "active") throw wrong("names a place that is not in use");
  return { id: row.id, kind: enumValueOf(locationKinds, row.kind) };
}

/** A place of the acting branch from which something is given out. @throws AppError invalid_reference */
export async function placeToTake(ctx: WriteContext, path: string, id: string): Promise<Place> {
  const place = await placeToFill(ctx, path, id);
  if (place.kind !== "quarantine") return place;
  const message = "names a quarantine, from which nothing is given out";
  throw fieldError({ path, code: "invalid_reference", message });
}

/** The kind of the place where a batch stands. */
export async function kindOfPlace(ctx: WriteContext, id: string): Promise<LocationKind> {
  const row = await ctx.db
    .selectFrom("stock_locations")
    .select("kind")
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
  return enumValueOf(locationKinds, row?.kind ?? "store");
}

/** Keeps others from moving stock of some items at the branch until the end, so that what is there stays what it is. */
export async function lockItems(ctx: WriteContext, itemIds: readonly string[]): Promise<void> {
  // In one order whoever moves them, so that two do not wait for each other.
  for (const id of [...new Set(itemIds)].toSorted())
    await ctx.session.lock(`stock ${ctx.tenantId} ${ctx.branch.id} ${id}`);
}

/** What is left of some batches at their places, by their ids; the caller keeps others from moving them. */
export function leftOf(ctx: WriteContext, ids: readonly string[]): Promise<(id: string) => number> {
  return onHandOf(ctx, ids);
}
