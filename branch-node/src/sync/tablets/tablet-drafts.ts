import type { Change, Operation } from "@edgeward/shared/db/model.ts";
import type { OperationResult } from "@edgeward/shared/sync/wire/batch.contract.ts";
import type { TabletContext } from "./tablet-context.ts";

async function ownerOf(ctx: TabletContext, { kind, id, fields }: Change): Promise<unknown> {
  if (kind === "insert" || fields["owner_id"] !== undefined) return fields["owner_id"];
  const row = await ctx.db
    .selectFrom("drafts")
    .select("owner_id")
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.owner_id;
}

/** Why an operation of a device may not write a form, or null: what is typed belongs to whoever typed it. */
export async function refuseOthersDraft(
  ctx: TabletContext,
  { actor, changes }: Operation,
): Promise<Pick<OperationResult, "code" | "message"> | null> {
  for (const change of changes) {
    if (change.table !== "drafts") continue;
    const owner = await ownerOf(ctx, change);
    // A form that is not here yet is waited for, and asked about when it is.
    if (owner !== undefined && owner !== actor.id)
      return { code: "forbidden", message: "the form is somebody else's" };
  }
  return null;
}
