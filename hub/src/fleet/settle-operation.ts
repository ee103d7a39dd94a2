import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { operationOutcomesTable } from "@edgeward/shared/db/core.table.ts";
import { findTable } from "@edgeward/shared/db/registry.ts";
import { found } from "@edgeward/shared/db/write.ts";
import type { WriteContext } from "@edgeward/shared/module/context.ts";
import { refusedTransition } from "@edgeward/shared/module/state-machine.ts";
import {
  discardedCode,
  orphanedCode,
  presentAside,
} from "@edgeward/shared/sync/aside-operations.ts";
import type { OperationResult } from "@edgeward/shared/sync/batch.contract.ts";
import type { AsideOperation } from "@edgeward/shared/sync/operations.contract.ts";
import { bulkInsertIgnoring } from "../db/bulk.ts";
import { receivedOf, type Received } from "./aside-operations.ts";
import { feedStatement } from "./feed.ts";
import { blockedRecordsTable } from "./fleet.table.ts";
import { takeSet, type IngestServices } from "./ingest.ts";
import { loadRows } from "./ingest-set.ts";
import type { IngestContext } from "./ingest-write.ts";

/** What an administrator decided, and why. */
export interface OperationDecision {
  readonly action: "retry" | "discard";
  readonly note: string;
}

const columns = "r.node_id, r.epoch, r.seq, r.op_id, r.outcome, r.operation, r.result";

// The node's stream is locked with it, so that no batch of the node comes between.
async function lockReceived(ctx: WriteContext, opId: string): Promise<Received> {
  const [row] = await ctx.session.query(
    `SELECT ${columns} FROM received_operations r
       JOIN nodes n ON n.tenant_id = r.tenant_id AND n.id = r.node_id
      WHERE r.tenant_id = $1 AND r.op_id = $2 AND n.branch_id = $3 FOR UPDATE`,
    [ctx.tenantId, opId, ctx.branch.id],
  );
  return receivedOf(found(row));
}

function refuseDone(received: Received, action: OperationDecision["action"]): void {
  const { outcome } = presentAside(received);
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

/** Those that wait for it, and those that wait for these, in the order in which they were made. */
async function dependantsOf(ctx: WriteContext, root: Received): Promise<readonly Received[]> {
  const rows = await ctx.session.query(
    `SELECT ${columns} FROM received_operations r
      WHERE r.tenant_id = $1 AND r.node_id = $2 AND r.outcome = 'held'
      ORDER BY r.epoch, r.seq FOR UPDATE`,
    [ctx.tenantId, root.nodeId],
  );
  const waitedFor = new Set([root.operation.op_id]);
  return rows.map(receivedOf).filter((received) => {
    const { held_by: heldBy, op_id: opId } = presentAside(received);
    if (opId === root.operation.op_id || heldBy === null || !waitedFor.has(heldBy)) return false;
    waitedFor.add(opId);
    return true;
  });
}

async function otherBlocked(
  ctx: WriteContext,
  opIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.session.query(
    "SELECT entity_id, op_id FROM blocked_records WHERE tenant_id = $1 AND op_id <> ALL($2::text[])",
    [ctx.tenantId, opIds],
  );
  return new Map(rows.map((row) => [String(row["entity_id"]), String(row["op_id"])]));
}

async function replaceBlocked(
  ctx: WriteContext,
  opIds: readonly string[],
  now: ReadonlyMap<string, string>,
): Promise<void> {
  await ctx.session.query(
    "DELETE FROM blocked_records WHERE tenant_id = $1 AND op_id = ANY($2::text[])",
    [ctx.tenantId, opIds],
  );
  const rows = [...now].map(([entityId, opId]) => ({
    tenant_id: ctx.tenantId,
    entity_id: entityId,
    op_id: opId,
  }));
  await bulkInsertIgnoring(ctx.session, blockedRecordsTable, rows, []);
}

async function runAgain(
  ctx: WriteContext,
  context: IngestContext,
  items: readonly Received[],
): Promise<readonly OperationResult[]> {
  const opIds = items.map(({ operation }) => operation.op_id);
  const taken = await takeSet(context, items, await otherBlocked(ctx, opIds));
  await replaceBlocked(ctx, opIds, taken.blocked);
  return taken.results;
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

async function keepResults(ctx: WriteContext, results: readonly OperationResult[]): Promise<void> {
  const rows = results.map((result) => ({ op_id: result.op_id, outcome: result.outcome, result }));
  await ctx.session.query(
    `UPDATE received_operations r SET outcome = v.outcome, result = v.result
       FROM jsonb_to_recordset($2::jsonb) AS v(op_id text, outcome text, result jsonb)
      WHERE r.tenant_id = $1 AND r.op_id = v.op_id`,
    [ctx.tenantId, JSON.stringify(rows)],
  );
}

async function tellBranch(
  ctx: WriteContext,
  shown: AsideOperation,
  result: OperationResult,
  decision: OperationDecision,
): Promise<void> {
  const fields = {
    op_outcome: shown.outcome,
    op_result: { ...result },
    op_action: decision.action,
    op_note: decision.note,
  };
  const earlier = await ctx.write.load(operationOutcomesTable, shown.op_id);
  if (earlier !== null) ctx.write.update(operationOutcomesTable, earlier, fields);
  else {
    const row = { ...fields, branch_id: ctx.branch.id, metadata: {} };
    ctx.write.insert(operationOutcomesTable, shown.op_id, row);
  }
}

// The branch may have something else by now in the records that these operations touch: it is told all of them again.
async function feedTouched(ctx: WriteContext, items: readonly Received[]): Promise<void> {
  const rows = await loadRows(ctx.session, ctx.tenantId, items);
  const entries = [...rows].flatMap(([name, row]) => {
    const table = findTable(name.slice(0, name.indexOf("/")));
    return table === null
      ? []
      : [{ table, row, opId: items[0]?.operation.op_id ?? "", originNodeId: null }];
  });
  if (entries.length === 0) return;
  const statement = feedStatement(ctx.tenantId, entries);
  await ctx.session.query(statement.text, statement.values);
}

function contextOf(ctx: WriteContext, received: Received, { log }: IngestServices): IngestContext {
  return {
    session: ctx.session,
    runtime: ctx.write.runtime,
    tenantId: ctx.tenantId,
    nodeId: received.nodeId,
    branchId: ctx.branch.id,
    receivedAt: isoInstant(ctx.now()),
    origin: ctx.write.origin,
    log,
  };
}

/**
 * Runs an operation that lies aside once more on today's records, then those that waited for it; or discards it, and
 * refuses those. What became of each goes down to the branch. @throws AppError not_found, invalid_transition
 */
export async function settleOperation(
  ctx: WriteContext,
  opId: string,
  decision: OperationDecision,
  services: IngestServices,
): Promise<{ readonly operation: AsideOperation; readonly dependants: AsideOperation[] }> {
  const root = await lockReceived(ctx, opId);
  refuseDone(root, decision.action);
  const items = [root, ...(await dependantsOf(ctx, root))];
  const results =
    decision.action === "retry"
      ? await runAgain(ctx, contextOf(ctx, root, services), items)
      : discarded(items, decision.note);
  await keepResults(ctx, results);
  await feedTouched(ctx, items);
  const shown: AsideOperation[] = [];
  for (const item of items) {
    const result = results.find((one) => one.op_id === item.operation.op_id);
    if (result === undefined) throw new Error("an operation was run without a result");
    const aside = presentAside({ ...item, outcome: result.outcome, result });
    await tellBranch(ctx, aside, result, decision);
    shown.push(aside);
  }
  const [operation, ...dependants] = shown;
  if (operation === undefined) throw new Error("no operation was settled");
  return { operation, dependants };
}
