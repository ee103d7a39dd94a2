import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { SqlRow, Statement } from "@edgeward/shared/db/model.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { verifyBatch } from "@edgeward/shared/sync/wire/batch-signature.ts";
import {
  operationResultShape,
  type BatchReply,
  type OperationResult,
  type ReceivedBatch,
} from "@edgeward/shared/sync/wire/batch.contract.ts";
import {
  sealedItem,
  sequencedOf,
  type Sequenced,
} from "@edgeward/shared/sync/wire/sent-operations.ts";
import { insertRows } from "@edgeward/shared/db/statements.ts";
import { nodesTable, receivedOperationsTable, type NodeRow } from "#tables/fleet.table.ts";
import { lockCallingNode } from "#fleet/nodes/calling-node.ts";
import { noServices, takeSet, type IngestServices, type TakenSet } from "./take-set.ts";
import type { IngestContext } from "./ingest-context.ts";

async function lockNode(ctx: WriteContext, batch: ReceivedBatch): Promise<NodeRow> {
  const node = await lockCallingNode(ctx);
  if (node.branch_id !== batch.branch || ctx.branch.id !== batch.branch) {
    throw new AppError("branch_forbidden", "A node pushes for its own branch only.");
  }
  return node;
}

function checkPlace(node: NodeRow, batch: ReceivedBatch): void {
  const expected = node.accepted_seq + 1;
  if (batch.epoch === node.epoch && batch.first_seq <= expected) return;
  throw new AppError("sequence_gap", "The batch does not join on to what the hub has.", {
    expected_seq: expected,
    epoch: node.epoch,
  });
}

// By its place and by its name: what moved into a new epoch may have come up in the one before, or from the node that this
// machine was before it was enrolled anew.
async function earlierRows(
  ctx: WriteContext,
  node: NodeRow,
  items: readonly Sequenced[],
): Promise<readonly SqlRow[]> {
  if (items.length === 0) return [];
  const seqs = items.map((item) => item.seq);
  const opIds = items.map((item) => item.operation.op_id);
  return ctx.session.query(
    `SELECT node_id, epoch, seq, op_id, outcome, result FROM received_operations
      WHERE tenant_id = $1 AND node_id = $2 AND epoch = $3 AND seq = ANY($4::bigint[])
     UNION SELECT node_id, epoch, seq, op_id, outcome, result FROM received_operations
      WHERE tenant_id = $1 AND op_id = ANY($5::text[])`,
    [ctx.tenantId, node.id, node.epoch, seqs, opIds],
  );
}

function resultsOf(
  rows: readonly SqlRow[],
  items: readonly Sequenced[],
): readonly OperationResult[] {
  const byOp = new Map(rows.map((row) => [String(row["op_id"]), row]));
  return items.flatMap(({ seq, operation }) => {
    const row = byOp.get(operation.op_id);
    return row === undefined ? [] : [earlierResult(row, seq)];
  });
}

// Two journals that went apart (a disk copied, a backup put back) would take each other's places, and what the second
// holds there would be answered as known and never kept.
function refuseFork(node: NodeRow, known: readonly Sequenced[], rows: readonly SqlRow[]): void {
  const here = rows.filter(
    (row) => row["node_id"] === node.id && Number(row["epoch"]) === node.epoch,
  );
  const bySeq = new Map(here.map((row) => [Number(row["seq"]), row["op_id"]]));
  const isOther = ({ seq, operation }: Sequenced) =>
    bySeq.has(seq) && bySeq.get(seq) !== operation.op_id;
  if (!known.some(isOther)) return;
  throw new AppError("sequence_gap", "The hub holds another operation at this place.", {
    expected_seq: node.accepted_seq + 1,
    epoch: node.epoch,
    is_forked: true,
  });
}

// What was quarantined is reported again in full: the node whose answer was lost would otherwise take it for merged.
function earlierResult(row: SqlRow, seq: number): OperationResult {
  const isQuarantined = row["outcome"] === "held" || row["outcome"] === "rejected";
  if (isQuarantined) return { ...operationResultShape.parse(row["result"]), seq };
  return { op_id: String(row["op_id"]), seq, outcome: "duplicate" };
}

function keptOperations(
  context: IngestContext,
  node: NodeRow,
  items: readonly Sequenced[],
  { results, waits }: TakenSet,
): readonly SqlRow[] {
  const byOp = new Map(results.map((result) => [result.op_id, result]));
  return items.map(({ seq, operation, raw }): SqlRow => {
    const result = byOp.get(operation.op_id);
    return {
      tenant_id: context.tenantId,
      node_id: node.id,
      epoch: node.epoch,
      seq,
      op_id: operation.op_id,
      operation_type: operation.type,
      outcome: result?.outcome ?? "rejected",
      waits_for: waits.get(operation.op_id) ?? null,
      result: result ?? {},
      operation: raw ?? operation,
      received_at: context.receivedAt,
    };
  });
}

function advanceStatement(context: IngestContext, node: NodeRow, batch: ReceivedBatch): Statement {
  const acceptedSeq = Math.max(node.accepted_seq, batch.first_seq + batch.ops.length - 1);
  const skewMs = Date.parse(context.receivedAt) - Date.parse(batch.sent_at);
  return {
    text: `UPDATE ${nodesTable.name} SET accepted_seq = $3, last_contact_at = $4, clock_skew_ms = $5
      WHERE tenant_id = $1 AND id = $2`,
    values: [context.tenantId, node.id, acceptedSeq, context.receivedAt, skewMs],
  };
}

/** What is kept of a batch that has been taken. */
interface TakenBatch {
  readonly node: NodeRow;
  readonly batch: ReceivedBatch;
  readonly fresh: readonly Sequenced[];
  readonly taken: TakenSet;
}

async function* keepingStatements(
  context: IngestContext,
  { node, batch, fresh, taken }: TakenBatch,
): AsyncGenerator<Statement> {
  const rows = keptOperations(context, node, fresh, taken);
  yield* insertRows(context.session.dialect, receivedOperationsTable, rows, "skip");
  yield advanceStatement(context, node, batch);
}

// One note for the whole batch: the clock goes on after the newest of its stamps, and never a day beyond its own time.
function noteStamps(items: readonly Sequenced[], services: IngestServices): void {
  const stamps = items.flatMap(({ operation, fault }) =>
    fault === undefined ? [operation.hlc] : [],
  );
  const newest = stamps.reduce((one, other) => (one > other ? one : other), "");
  if (newest !== "") services.receiveStamp(newest);
}

/** A batch that has been taken. */
export interface IngestedBatch {
  readonly reply: BatchReply;
  /** What has arrived and what is waited for: after the commit, see ReleaseLane. */
  readonly names: readonly string[];
}

/**
 * Takes a batch in the request's transaction: checks the signature and the place in the stream, leaves out what is
 * known, applies the rest and keeps every operation with what became of it. Nothing in a batch is ever dropped.
 * @throws AppError forbidden, branch_forbidden, sequence_gap
 */
export async function ingestBatch(
  ctx: WriteContext,
  batch: ReceivedBatch,
  signature: string,
  services: IngestServices = noServices,
): Promise<IngestedBatch> {
  const node = await lockNode(ctx, batch);
  await verifyBatch(node.public_jwk, batch, signature, ctx.bodyText);
  checkPlace(node, batch);
  const { schema } = ctx.session;
  const items = sequencedOf(batch, node.id, ctx.bodyText).map((item) =>
    sealedItem(item, schema, ctx.valueSeal),
  );
  const known = items.filter((item) => item.seq <= node.accepted_seq);
  const context: IngestContext = {
    session: ctx.session,
    runtime: ctx.write.runtime,
    tenantId: ctx.tenantId,
    nodeId: node.id,
    branchId: node.branch_id,
    receivedAt: isoInstant(ctx.now()),
    origin: ctx.write.origin,
    log: services.log,
    history: services.history,
    judge: services.judge,
  };
  // In its first epoch nothing of a node can have come up at another place.
  const asked = node.epoch > 1 ? items : known;
  const rows = await earlierRows(ctx, node, asked);
  refuseFork(node, known, rows);
  const earlier = resultsOf(rows, asked);
  const answered = new Set([...known.map((item) => item.seq), ...earlier.map(({ seq }) => seq)]);
  const fresh = items.filter((item) => !answered.has(item.seq));
  noteStamps(fresh, services);
  const taken = await takeSet(context, fresh);
  await ctx.session.queryAll(keepingStatements(context, { node, batch, fresh, taken }));
  const reply = {
    batch_id: batch.batch_id,
    accepted_seq: Math.max(node.accepted_seq, batch.first_seq + batch.ops.length - 1),
    results: [...earlier, ...taken.results],
    server_time: context.receivedAt,
  };
  return { reply, names: [...taken.arrived, ...taken.waits.values()] };
}
