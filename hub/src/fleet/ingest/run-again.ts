import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { operationOutcomesTable } from "@edgeward/shared/db/core.table.ts";
import type { Database } from "@edgeward/shared/db/database.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { presentQuarantined } from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import type { OperationResult } from "@edgeward/shared/sync/wire/batch.contract.ts";
import type { QuarantinedOperation } from "@edgeward/shared/sync/wire/operations.contract.ts";
import { receivedOf, type Received } from "./quarantined-operations.ts";
import { feedRowStatements } from "#fleet/feed/feed-rows.ts";
import { takeSet, type AskedBy, type IngestServices, type TakenSet } from "./take-set.ts";
import { loadRows } from "./current-rows.ts";
import { isLostRow, putBackAgain } from "./lost-rows-again.ts";
import type { IngestContext } from "./ingest-context.ts";

/** The transaction in which operations are run again. */
type RunContext = Pick<WriteContext, "session" | "tenantId" | "write" | "now">;

/** What was decided about operations that are quarantined, and why. */
export interface OperationDecision {
  readonly action: "retry" | "discard";
  readonly note: string;
}

/** The columns of an operation that is to be run again, of `received_operations r` and its node `n`. */
export const receivedColumns =
  "r.node_id, n.branch_id, r.epoch, r.seq, r.op_id, r.outcome, r.operation, r.result";

/** Most operations that one transaction runs again: whoever writes meanwhile waits for no more than these. */
export const mostAtOnce = 250;

/** Held operations that wait for one of these names, the first of them in the order in which they were made, locked. */
async function waitingFor(
  ctx: RunContext,
  names: readonly string[],
  { most, except }: { readonly most: number; readonly except: ReadonlySet<string> },
): Promise<readonly Received[]> {
  // Without fresh statistics the planner fetches all that wait, however many, sorts them and takes the first: 84 ms of 19,000.
  const planned = ctx.session.query("SET LOCAL enable_bitmapscan = off", []);
  const found = ctx.session.query(
    // By each name apart, so that the index gives the first of any number in their order.
    `SELECT ${receivedColumns} FROM unnest($2::text[]) AS name
      CROSS JOIN LATERAL (
        SELECT w.* FROM received_operations w
         WHERE w.tenant_id = $1 AND w.waits_for = name AND w.outcome = 'held' AND w.op_id <> ALL($3::text[])
         ORDER BY w.node_id, w.epoch, w.seq LIMIT $4 FOR UPDATE SKIP LOCKED) AS r
       JOIN nodes n ON n.tenant_id = r.tenant_id AND n.id = r.node_id
      ORDER BY r.node_id, r.epoch, r.seq LIMIT $4`,
    [ctx.tenantId, [...new Set(names)], [...except], most],
  );
  const [, rows] = await Promise.all([planned, found]);
  return rows.map(receivedOf);
}

function contextOf(
  ctx: RunContext,
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

/** Runs operations once more on today's records, each as its own node's. */
async function runAgain(
  ctx: RunContext,
  items: readonly Received[],
  services: IngestServices,
  askedBy: AskedBy,
): Promise<TakenSet> {
  const results: OperationResult[] = [];
  const waits = new Map<string, string>();
  const arrived: string[] = [];
  const groups = Map.groupBy(items, (item) => `${item.nodeId}/${isLostRow(item)}`);
  for (const [, own] of groups) {
    const [first] = own;
    if (first === undefined) continue;
    const landed = new Set(arrived);
    const context = contextOf(ctx, first, services);
    const taken = isLostRow(first)
      ? await putBackAgain(context, own, askedBy === "hub")
      : await takeSet(context, own, { landed, askedBy });
    results.push(...taken.results);
    for (const [opId, name] of taken.waits) waits.set(opId, name);
    arrived.push(...taken.arrived);
  }
  return { results, waits, arrived };
}

async function keepResults(ctx: RunContext, { results, waits }: TakenSet): Promise<void> {
  const rows = results.map((result) => ({
    op_id: result.op_id,
    outcome: result.outcome,
    result,
    waits_for: waits.get(result.op_id) ?? null,
  }));
  await ctx.session.query(
    `UPDATE received_operations r SET outcome = v.outcome, result = v.result, waits_for = v.waits_for
       FROM jsonb_to_recordset($2::jsonb) AS v(op_id text, outcome text, result jsonb, waits_for text)
      WHERE r.tenant_id = $1 AND r.op_id = v.op_id`,
    [ctx.tenantId, JSON.stringify(rows)],
  );
}

/** What became of an operation, for the branch that made it. */
interface Outcome {
  readonly branchId: string;
  readonly shown: QuarantinedOperation;
  readonly result: OperationResult;
}

function reportOutcome(
  { write }: RunContext,
  earlier: Database["operation_outcomes"] | undefined,
  { branchId, shown, result }: Outcome,
  decision: OperationDecision,
): void {
  const fields = {
    op_outcome: shown.outcome,
    op_result: { ...result },
    op_action: decision.action,
    op_note: decision.note,
  };
  if (earlier !== undefined) write.update(operationOutcomesTable, earlier, fields);
  else {
    const row = { ...fields, branch_id: branchId, metadata: {} };
    write.insert(operationOutcomesTable, shown.op_id, row);
  }
}

// The branch may have something else by now in the records that these operations touch: all of them are sent to it again.
async function feedTouched(ctx: RunContext, items: readonly Received[]): Promise<void> {
  const rows = await loadRows(ctx.session, ctx.tenantId, items);
  const entries = [...rows].flatMap(([name, row]) => {
    const table = ctx.session.schema.find(name.slice(0, name.indexOf("/")));
    return table === null
      ? []
      : [{ table, row, opId: items[0]?.operation.op_id ?? "", originNodeId: null }];
  });
  if (entries.length === 0) return;
  for (const { text, values } of await feedRowStatements(ctx.session, ctx.tenantId, entries))
    await ctx.session.query(text, values);
}

/** Keeps what became of operations and reports it to the branch that made each; all as a person is shown it. */
async function notifyOf(
  ctx: RunContext,
  items: readonly Received[],
  taken: TakenSet,
  decision: OperationDecision,
): Promise<readonly QuarantinedOperation[]> {
  await keepResults(ctx, taken);
  await feedTouched(ctx, items);
  const byOp = new Map(taken.results.map((result) => [result.op_id, result]));
  const opIds = items.map(({ operation }) => operation.op_id);
  const earlier = await ctx.write.loadAll(operationOutcomesTable, opIds);
  return items.map((item) => {
    const { branchId } = item;
    const result = byOp.get(item.operation.op_id);
    if (result === undefined) throw new Error("an operation was run without a result");
    const shown = presentQuarantined({ ...item, outcome: result.outcome, result });
    reportOutcome(ctx, earlier.get(shown.op_id), { branchId, shown, result }, decision);
    return shown;
  });
}

/** Operations that were run again, with the first of those that waited for them. */
export interface RunAgain {
  readonly shown: readonly QuarantinedOperation[];
  /** What has arrived with them and what they wait for: after the commit, see ReleaseLane. */
  readonly names: readonly string[];
  /** How many of them wait for something else than before, or for nothing any more. */
  readonly moved: number;
}

interface Asked {
  readonly decision: OperationDecision;
  readonly services: IngestServices;
}

/** Runs what waits for these names, and what waits for that; no more than one transaction should. */
export async function runWaiting(
  ctx: RunContext,
  names: readonly string[],
  { decision, services }: Asked,
): Promise<RunAgain> {
  const shown: QuarantinedOperation[] = [];
  const fresh: string[] = [];
  const seen = new Set<string>();
  let moved = 0;
  for (let round = names; round.length > 0 && seen.size < mostAtOnce;) {
    const items = await waitingFor(ctx, round, { most: mostAtOnce - seen.size, except: seen });
    if (items.length === 0) break;
    const taken = await runAgain(ctx, items, services, "nobody");
    shown.push(...(await notifyOf(ctx, items, taken, decision)));
    const waits = [...taken.waits.values()];
    moved += items.length - waits.filter((name) => names.includes(name)).length;
    fresh.push(...taken.arrived, ...waits);
    for (const { operation } of items) seen.add(operation.op_id);
    round = [...items.map(({ operation }) => operation.op_id), ...taken.arrived];
  }
  return { shown, names: fresh, moved };
}

/** Runs operations once more, then what waited for them. */
export async function runWithDependants(
  ctx: RunContext,
  items: readonly Received[],
  { askedBy, ...asked }: Asked & { readonly askedBy: AskedBy },
): Promise<RunAgain> {
  const taken = await runAgain(ctx, items, asked.services, askedBy);
  return withDependants(ctx, items, taken, asked);
}

/** Keeps what was decided of operations, then runs what waited for them. */
export async function withDependants(
  ctx: RunContext,
  items: readonly Received[],
  taken: TakenSet,
  asked: Asked,
): Promise<RunAgain> {
  const shown = await notifyOf(ctx, items, taken, asked.decision);
  const opIds = items.map(({ operation }) => operation.op_id);
  const behind = await runWaiting(ctx, [...opIds, ...taken.arrived], asked);
  return {
    shown: [...shown, ...behind.shown],
    names: [...opIds, ...taken.arrived, ...taken.waits.values(), ...behind.names],
    moved: items.length + behind.moved,
  };
}
