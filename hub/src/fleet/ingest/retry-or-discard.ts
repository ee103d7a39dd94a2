import { found } from "@edgeward/shared/write/write.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { refusedTransition } from "@edgeward/shared/resource/state-machine.ts";
import {
  discardedCode,
  orphanedCode,
  presentQuarantined,
} from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import type { OperationResult } from "@edgeward/shared/sync/wire/batch.contract.ts";
import type { QuarantinedOperation } from "@edgeward/shared/sync/wire/operations.contract.ts";
import { receivedOf, type Received } from "./quarantined-operations.ts";
import type { IngestServices } from "./take-set.ts";
import {
  receivedColumns,
  runAgain,
  notifyOf,
  waitingFor,
  type OperationDecision,
} from "./run-again.ts";

// The node's stream is locked with it, so that no batch of the node comes between.
async function lockReceived(ctx: WriteContext, opId: string): Promise<Received> {
  const [row] = await ctx.session.query(
    `SELECT ${receivedColumns} FROM received_operations r
       JOIN nodes n ON n.tenant_id = r.tenant_id AND n.id = r.node_id
      WHERE r.tenant_id = $1 AND r.op_id = $2 AND n.branch_id = $3 FOR UPDATE`,
    [ctx.tenantId, opId, ctx.branch.id],
  );
  return receivedOf(found(row));
}

function refuseDone(received: Received, action: OperationDecision["action"]): void {
  const { outcome } = presentQuarantined(received);
  const allowed = {
    held: ["retry", "discard"],
    rejected: ["retry", "discard"],
    discarded: ["retry"],
  };
  const ways = Object.entries(allowed).find(([state]) => state === outcome)?.[1] ?? [];
  if (ways.includes(action)) return;
  throw refusedTransition(
    "An operation",
    outcome,
    action === "retry" ? "applied" : "discarded",
    ways,
  );
}

// What a discarded operation would have made stays marked: nothing may be built on it later either.
function discarded(items: readonly Received[], note: string): readonly OperationResult[] {
  return items.map(({ operation, seq }, index): OperationResult => ({
    op_id: operation.op_id,
    seq,
    outcome: "rejected",
    ...(index === 0
      ? { code: discardedCode, message: note }
      : { code: orphanedCode, message: "It built on an operation that was discarded." }),
  }));
}

/**
 * Runs an operation that is quarantined once more on today's records, then those that waited for it; or discards it, and
 * refuses those. What became of each goes down to its branch. @throws AppError not_found, invalid_transition
 */
export async function retryOrDiscard(
  ctx: WriteContext,
  opId: string,
  decision: OperationDecision,
  services: IngestServices,
): Promise<{
  readonly operation: QuarantinedOperation;
  readonly dependants: QuarantinedOperation[];
}> {
  const root = await lockReceived(ctx, opId);
  refuseDone(root, decision.action);
  const items = [root, ...(await waitingFor(ctx, [opId]))];
  const results =
    decision.action === "retry"
      ? await runAgain(ctx, items, services)
      : discarded(items, decision.note);
  const [operation, ...dependants] = await notifyOf(ctx, items, results, decision);
  if (operation === undefined) throw new Error("no operation was merged");
  return { operation, dependants };
}
