import type { WriteContext } from "@edgeward/shared/module/context.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { NodeRow } from "./fleet.table.ts";

/** The enrolled node that calls, its stream locked until the end of the transaction. @throws AppError forbidden */
export async function lockCallingNode(ctx: WriteContext): Promise<NodeRow> {
  const { caller, tenantId, session } = ctx;
  const [row] = await session.query(
    "SELECT * FROM nodes WHERE tenant_id = $1 AND id = $2 FOR UPDATE",
    [tenantId, caller.id],
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- SELECT * of the declared table
  const node = row as NodeRow | undefined;
  if (node === undefined || node.status !== "active") {
    throw new AppError("forbidden", "Only an enrolled node may do this.");
  }
  return node;
}
