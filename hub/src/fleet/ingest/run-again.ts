import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { operationOutcomesTable } from "@edgeward/shared/db/core.table.ts";
import { insertRows } from "@edgeward/shared/db/statements.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { presentQuarantined } from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import type { OperationResult } from "@edgeward/shared/sync/wire/batch.contract.ts";
import type { QuarantinedOperation } from "@edgeward/shared/sync/wire/operations.contract.ts";
import { receivedOf, type Received } from "./quarantined-operations.ts";
import { feedStatement } from "#fleet/feed/feed.ts";
import { blockedRecordsTable } from "#tables/fleet.table.ts";
import { takeSet, type IngestServices } from "./take-set.ts";
import { loadRows } from "./current-rows.ts";
import type { IngestContext } from "./ingest-context.ts";
import type { Blocked } from "./waiting.ts";

/** What was decided about operations that are quarantined, and why. */
export interface OperationDecision {
  readonly action: "retry" | "discard";
  readonly note: string;
}

/** The columns of an operation that is to be run again, of `received_operations r` and its node `n`. */
export const receivedColumns =
  "r.node_id, n.branch_id, r.epoch, r.seq, r.op_id, r.outcome, r.operation, r.result";

/** Held operations that wait for one of these names, and those that wait for them, in the order in which they were made. */
export async function waitingFor(
  ctx: WriteContext,
  names: readonly string[],
): Promise<readonly Received[]> {
  const rows = await ctx.session.query(
    `SELECT ${receivedColumns} FROM received_operations r
       JOIN nodes n ON n.tenant_id = r.tenant_id AND n.id = r.node_id
      WHERE r.tenant_id = $1 AND r.outcome = 'held'
      ORDER BY r.node_id, r.epoch, r.seq FOR UPDATE OF r`,
    [ctx.tenantId],
  );
  const held = rows.map(receivedOf);
  const waitedFor = new Set(names);
  const found = new Set<Received>();
  // An operation of another node may wait for one that stands behind it here: round by round, until none is added.
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const received of held) {
      const { held_by: waitsFor, op_id: opId } = presentQuarantined(received);
      if (waitsFor === null || names.includes(opId) || !waitedFor.has(waitsFor)) continue;
      waitedFor.add(opId);
      found.add(received);
    }
  }
  return held.filter((received) => found.has(received));
}

async function otherBlocked(ctx: WriteContext, opIds: readonly string[]): Promise<Blocked> {
  const rows = await ctx.session.query(
    "SELECT entity_id, op_id FROM blocked_records WHERE tenant_id = $1 AND op_id <> ALL($2::text[])",
    [ctx.tenantId, opIds],
  );
  return new Map(rows.map((row) => [String(row["entity_id"]), String(row["op_id"])]));
}

async function replaceBlocked(
  ctx: WriteContext,
  opIds: readonly string[],
  now: Blocked,
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
  await ctx.session.runAll(insertRows(ctx.session.dialect, blockedRecordsTable, rows, "skip"));
}

function contextOf(
  ctx: WriteContext,
  { nodeId, branchId }: Received,
  { log, history, judge }: IngestServices,
): IngestContext {
  return {
    session: ctx.session,
    runtime: ctx.write.runtime,
    tenantId: ctx.tenantId,
    nodeId,
    branchId,
    receivedAt: isoInstant(ctx.now()),
    origin: ctx.write.origin,
    log,
    history,
    judge,
  };
}

/** Runs operations once more on today's records, each as its own node's; what became of each. */
export async function runAgain(
  ctx: WriteContext,
  items: readonly Received[],
  services: IngestServices,
): Promise<readonly OperationResult[]> {
  const results: OperationResult[] = [];
  for (const [, own] of Map.groupBy(items, (item) => item.nodeId)) {
    const [first] = own;
    if (first === undefined) continue;
    const opIds = own.map(({ operation }) => operation.op_id);
    const context = contextOf(ctx, first, services);
    const taken = await takeSet(context, own, await otherBlocked(ctx, opIds));
    await replaceBlocked(ctx, opIds, taken.blocked);
    await keepResults(ctx, taken.results);
    results.push(...taken.results);
  }
  return results;
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
  branchId: string,
  shown: QuarantinedOperation,
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
    const row = { ...fields, branch_id: branchId, metadata: {} };
    ctx.write.insert(operationOutcomesTable, shown.op_id, row);
  }
}

// The branch may have something else by now in the records that these operations touch: all of them are sent to it again.
async function feedTouched(ctx: WriteContext, items: readonly Received[]): Promise<void> {
  const rows = await loadRows(ctx.session, ctx.tenantId, items);
  const entries = [...rows].flatMap(([name, row]) => {
    const table = ctx.session.schema.find(name.slice(0, name.indexOf("/")));
    return table === null
      ? []
      : [{ table, row, opId: items[0]?.operation.op_id ?? "", originNodeId: null }];
  });
  if (entries.length === 0) return;
  const statement = feedStatement(ctx.tenantId, entries);
  await ctx.session.query(statement.text, statement.values);
}

/** Keeps what became of operations and reports it to the branch that made each; all as a person is shown it. */
export async function notifyOf(
  ctx: WriteContext,
  items: readonly Received[],
  results: readonly OperationResult[],
  decision: OperationDecision,
): Promise<readonly QuarantinedOperation[]> {
  await keepResults(ctx, results);
  await feedTouched(ctx, items);
  const shown: QuarantinedOperation[] = [];
  for (const item of items) {
    const result = results.find((one) => one.op_id === item.operation.op_id);
    if (result === undefined) throw new Error("an operation was run without a result");
    const aside = presentQuarantined({ ...item, outcome: result.outcome, result });
    await tellBranch(ctx, item.branchId, aside, result, decision);
    shown.push(aside);
  }
  return shown;
}

const arrived: OperationDecision = { action: "retry", note: "What it waited for has arrived." };

/** Runs the operations that waited for what has just arrived, of whichever node they are. */
export async function releaseWaiting(
  ctx: WriteContext,
  freed: readonly string[],
  services: IngestServices,
): Promise<void> {
  if (freed.length === 0) return;
  const items = await waitingFor(ctx, freed);
  if (items.length === 0) return;
  await notifyOf(ctx, items, await runAgain(ctx, items, services), arrived);
}
