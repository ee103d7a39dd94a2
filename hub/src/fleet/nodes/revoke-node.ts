import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { tenantOf } from "#tenancy/directory.ts";
import type { IssuerOptions } from "#tenancy/clients.ts";
import { insertRevocation } from "#tenancy/revocations.ts";
import { systemOrigin } from "#tenancy/system-origin.ts";

/** A node that was turned off. */
export interface RevokedNode {
  readonly node_id: string;
  readonly tenant_id: string;
  readonly branch_id: string;
  /** What it was before. */
  readonly was: string;
}

/**
 * Turns a node off for good: its key opens nothing from now on, and the tokens that it holds end. What it has sent stays.
 * Doing it again changes nothing. @throws AppError not_found
 */
export async function revokeNode(
  { store, now, revocations }: IssuerOptions,
  runtime: WriteRuntime,
  nodeId: string,
): Promise<RevokedNode> {
  const tenantId = await tenantOf(store, "node", nodeId);
  if (tenantId === null) throw new AppError("not_found", "There is no such node.");
  const revoked = await store.write({ tenantId }, async (session) => {
    const [row] = await session.query(
      "SELECT branch_id, status FROM nodes WHERE tenant_id = $1 AND id = $2 FOR UPDATE",
      [tenantId, nodeId],
    );
    if (row === undefined) throw new AppError("not_found", "There is no such node.");
    const branchId = String(row["branch_id"]);
    const was = String(row["status"]);
    if (was !== "revoked") {
      await session.query("UPDATE nodes SET status = 'revoked' WHERE tenant_id = $1 AND id = $2", [
        tenantId,
        nodeId,
      ]);
      const origin = systemOrigin(tenantId, branchId);
      const write = openWrite(session, runtime, origin, "node.revoke");
      write.audit({
        module: "sync",
        action: "revoke",
        outcome: "success",
        entity_type: "nodes",
        entity_id: nodeId,
        patient_id: null,
        changes: [],
      });
      await write.flush([]);
    }
    await insertRevocation(session, "node", nodeId, now());
    return { node_id: nodeId, tenant_id: tenantId, branch_id: branchId, was };
  });
  revocations.note("node", nodeId);
  return revoked;
}
