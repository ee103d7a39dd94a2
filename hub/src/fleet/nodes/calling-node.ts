import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { NodeRow } from "#tables/fleet.table.ts";

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

/**
 * Begins the node's next epoch. One in which nothing has come up yet was given out in an answer that may have been
 * lost: it is given again. @param given the epoch that the node believes to be in
 */
export async function nextEpoch(ctx: WriteContext, node: NodeRow, given: number): Promise<NodeRow> {
  if (node.accepted_seq === 0 && node.epoch > given) return node;
  const epoch = Math.max(node.epoch, given) + 1;
  await ctx.session.query(
    "UPDATE nodes SET epoch = $3, accepted_seq = 0 WHERE tenant_id = $1 AND id = $2",
    [node.tenant_id, node.id, epoch],
  );
  return { ...node, epoch, accepted_seq: 0 };
}

/** Notes in the audit what the hub did with a node, or was told by it. */
export function noteInAudit(ctx: WriteContext, node: NodeRow, action: string): void {
  ctx.write.audit({
    module: "sync",
    action,
    outcome: "success",
    entity_type: "nodes",
    entity_id: node.id,
    patient_id: null,
    changes: [],
  });
}
