import type { Viewer } from "#db/read.ts";
import { inList } from "#db/statements.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { roomKey, type RoomRow } from "./rooms.table.ts";

// Far more than the branches of one page have.
const most = 2_000;

/** The room of a branch that doctors' hours name, if the branch has set it up. */
export type RoomFinder = (branchId: string | null, code: string) => RoomRow | undefined;

function keyOf(branchId: string | null, code: string): string {
  return `${branchId} ${roomKey(code)}`;
}

/** The rooms that some branches have set up. */
export async function knownRooms(
  { db, tenantId }: Viewer,
  branchIds: readonly string[],
): Promise<RoomFinder> {
  if (branchIds.length === 0) return () => undefined;
  const rows = await db
    .selectFrom("rooms")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "in", inList(branchIds))
    .limit(most)
    .execute();
  const byKey = new Map(rows.map((row) => [keyOf(row.branch_id, row.code), row]));
  return (branchId, code) => byKey.get(keyOf(branchId, code));
}

/** Refuses what is no room of the acting branch. @throws AppError invalid_reference */
export async function referencedRoom(ctx: WriteContext, path: string, id: string): Promise<void> {
  const room = await ctx.db
    .selectFrom("rooms")
    .select("id")
    .where("tenant_id", "=", ctx.tenantId)
    .where("branch_id", "=", ctx.branch.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (room !== undefined) return;
  const message = "names no room of this branch";
  throw fieldError({ path, code: "invalid_reference", message });
}
