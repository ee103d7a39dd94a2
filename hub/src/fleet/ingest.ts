import { createHash } from "node:crypto";
import { canonicalJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { SqlRow } from "@edgeward/shared/db/session.ts";
import type { Logger } from "@edgeward/shared/kernel/log.ts";
import type { WriteContext } from "@edgeward/shared/module/context.ts";
import { verifyBatch } from "@edgeward/shared/sync/batch-signature.ts";
import {
  operationResultShape,
  signedContent,
  type BatchReply,
  type OperationResult,
  type ReceivedBatch,
} from "@edgeward/shared/sync/batch.contract.ts";
import { sequencedOf } from "@edgeward/shared/sync/sent-operations.ts";
import { bulkInsertIgnoring } from "../db/bulk.ts";
import { sendAll } from "../db/send-all.ts";
import {
  blockedRecordsTable,
  nodesTable,
  receivedOperationsTable,
  type NodeRow,
} from "./fleet.table.ts";
import { lockCallingNode } from "./calling-node.ts";
import { careful, hopeful, type NewRows } from "./ingest-derived.ts";
import { loadRows, settleSet, standingRows, type Sequenced } from "./ingest-set.ts";
import { tellStanding, writeSet, type IngestContext } from "./ingest-write.ts";

/** What taking batches asks of the hub besides the database. */
export interface IngestServices {
  /** Takes in the stamp of what a branch made, so that the hub's later stamps come after it. */
  readonly receiveStamp: (hlc: string) => void;
  readonly log: Pick<Logger, "error">;
}

const noServices: IngestServices = {
  receiveStamp: () => undefined,
  log: { error: () => undefined },
};

/** The hash of a batch that the next one names. */
function batchHash(batch: ReceivedBatch): string {
  return createHash("sha256")
    .update(canonicalJson(signedContent(batch)))
    .digest("hex");
}

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

// By its place and by its name: what moved into a new epoch may have come up in the one before.
async function earlierRows(
  ctx: WriteContext,
  node: NodeRow,
  items: readonly Sequenced[],
): Promise<readonly SqlRow[]> {
  if (items.length === 0) return [];
  const seqs = items.map((item) => item.seq);
  const opIds = items.map((item) => item.operation.op_id);
  return ctx.session.query(
    `SELECT epoch, seq, op_id, outcome, result FROM received_operations
      WHERE tenant_id = $1 AND node_id = $2 AND epoch = $3 AND seq = ANY($4::bigint[])
     UNION SELECT epoch, seq, op_id, outcome, result FROM received_operations
      WHERE tenant_id = $1 AND node_id = $2 AND op_id = ANY($5::text[])`,
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
  const here = rows.filter((row) => Number(row["epoch"]) === node.epoch);
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

// What was put aside is told again in full: the node whose answer was lost would otherwise take it for settled.
function earlierResult(row: SqlRow, seq: number): OperationResult {
  const isAside = row["outcome"] === "held" || row["outcome"] === "rejected";
  if (isAside) return { ...operationResultShape.parse(row["result"]), seq };
  return { op_id: String(row["op_id"]), seq, outcome: "duplicate" };
}

async function blockedRecords(ctx: WriteContext): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.session.kysely
    .selectFrom("blocked_records")
    .select(["entity_id", "op_id"])
    .where("tenant_id", "=", ctx.tenantId)
    .execute();
  return new Map(rows.map((row) => [row.entity_id, row.op_id]));
}

// Connection, serialisation and deadlock, resources, locks, shutdown, the machine: no operation is at fault, and one
// that was put aside for it would stay aside for ever. The whole request is tried again.
const passingClasses: ReadonlySet<string> = new Set(["08", "40", "53", "55", "57", "58"]);

function errorCode(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error
    ? String(error.code)
    : "internal";
}

function isPassing(error: unknown): boolean {
  const code = errorCode(error);
  return /^[0-9A-Z]{5}$/.test(code) && passingClasses.has(code.slice(0, 2));
}

/** What became of a set, and what is blocked from then on. */
interface TakenSet {
  readonly results: readonly OperationResult[];
  readonly blocked: ReadonlyMap<string, string>;
}

async function writeItems(
  context: IngestContext,
  items: readonly Sequenced[],
  blocked: ReadonlyMap<string, string>,
  put: NewRows,
): Promise<TakenSet> {
  const { session, tenantId, nodeId, branchId } = context;
  const rows = await loadRows(session, tenantId, items);
  const source = { tenantId, nodeId, kind: "branch", branchId } as const;
  const set = settleSet(items, rows, blocked, source);
  await writeSet(context, set, put);
  return { results: set.results, blocked: set.blocked };
}

// Something that should have been new was not; with what is there by now, the set is settled once more.
const takenKey = "23505";

/**
 * Takes a set of operations. When the database refuses the whole, each half is tried by itself, so that one operation
 * that no check foresaw is found and put aside and all others are taken.
 */
export async function takeSet(
  context: IngestContext,
  items: readonly Sequenced[],
  blocked: ReadonlyMap<string, string>,
): Promise<TakenSet> {
  const { session } = context;
  const undo = () => session.query("ROLLBACK TO SAVEPOINT batch_set", []);
  await session.query("SAVEPOINT batch_set", []);
  try {
    const taken = await writeItems(context, items, blocked, hopeful).catch(
      async (error: unknown) => {
        if (errorCode(error) !== takenKey) throw error;
        await undo();
        return writeItems(context, items, blocked, careful);
      },
    );
    await session.query("RELEASE SAVEPOINT batch_set", []);
    return taken;
  } catch (error) {
    if (isPassing(error)) throw error;
    await undo();
    return takeHalves(context, items, blocked, error);
  }
}

function noteRefused(context: IngestContext, item: Sequenced, code: string, error: unknown): void {
  const { tenantId, nodeId, branchId, log } = context;
  const about = { tenant_id: tenantId, node_id: nodeId, branch_id: branchId, code, seq: item.seq };
  log.error("operation_refused", { ...about, operation_id: item.operation.op_id }, error);
}

async function takeHalves(
  context: IngestContext,
  items: readonly Sequenced[],
  blocked: ReadonlyMap<string, string>,
  error: unknown,
): Promise<TakenSet> {
  const [only] = items;
  if (only !== undefined && items.length === 1) {
    const code = errorCode(error);
    noteRefused(context, only, code, error);
    const mine = only.operation.changes.filter((change) => change.kind === "insert");
    const now = new Map([
      ...blocked,
      ...mine.map((change) => [change.id, only.operation.op_id] as const),
    ]);
    const result = {
      op_id: only.operation.op_id,
      seq: only.seq,
      outcome: "rejected",
      code: "database_refused",
      message: `the database refused it (${code})`,
    } as const;
    const rows = await loadRows(context.session, context.tenantId, items);
    await tellStanding(context, standingRows(rows, only.operation));
    return { results: [result], blocked: now };
  }
  const middle = Math.ceil(items.length / 2);
  const first = await takeSet(context, items.slice(0, middle), blocked);
  const second = await takeSet(context, items.slice(middle), first.blocked);
  return { results: [...first.results, ...second.results], blocked: second.blocked };
}

async function keepOperations(
  context: IngestContext,
  node: NodeRow,
  items: readonly Sequenced[],
  results: readonly OperationResult[],
): Promise<void> {
  const byOp = new Map(results.map((result) => [result.op_id, result]));
  const rows = items.map(({ seq, operation, raw }): SqlRow => {
    const result = byOp.get(operation.op_id);
    return {
      tenant_id: context.tenantId,
      node_id: node.id,
      epoch: node.epoch,
      seq,
      op_id: operation.op_id,
      operation_type: operation.type,
      outcome: result?.outcome ?? "rejected",
      result: result ?? {},
      operation: raw ?? operation,
      received_at: context.receivedAt,
    };
  });
  await bulkInsertIgnoring(context.session, receivedOperationsTable, rows, []);
}

async function keepBlocked(
  context: IngestContext,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Promise<void> {
  const fresh = [...after].filter(([entityId]) => !before.has(entityId));
  const rows = fresh.map(([entityId, opId]) => ({
    tenant_id: context.tenantId,
    entity_id: entityId,
    op_id: opId,
  }));
  await bulkInsertIgnoring(context.session, blockedRecordsTable, rows, []);
}

async function advanceNode(
  context: IngestContext,
  node: NodeRow,
  batch: ReceivedBatch,
): Promise<void> {
  const acceptedSeq = Math.max(node.accepted_seq, batch.first_seq + batch.ops.length - 1);
  const skewMs = Date.parse(context.receivedAt) - Date.parse(batch.sent_at);
  await context.session.query(
    `UPDATE ${nodesTable.name} SET accepted_seq = $3, last_batch_hash = $4, last_contact_at = $5, clock_skew_ms = $6
      WHERE tenant_id = $1 AND id = $2`,
    [context.tenantId, node.id, acceptedSeq, batchHash(batch), context.receivedAt, skewMs],
  );
}

// One note for the whole batch: the clock goes on after the newest of its stamps, and never a day beyond its own time.
function noteStamps(items: readonly Sequenced[], services: IngestServices): void {
  const stamps = items.flatMap(({ operation, fault }) =>
    fault === undefined ? [operation.hlc] : [],
  );
  const newest = stamps.reduce((one, other) => (one > other ? one : other), "");
  if (newest !== "") services.receiveStamp(newest);
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
): Promise<BatchReply> {
  const node = await lockNode(ctx, batch);
  await verifyBatch(node.public_jwk, batch, signature);
  checkPlace(node, batch);
  const items = sequencedOf(batch, node.id);
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
  };
  // In its first epoch nothing of a node can have come up at another place.
  const asked = node.epoch > 1 ? items : known;
  const rows = await earlierRows(ctx, node, asked);
  refuseFork(node, known, rows);
  const earlier = resultsOf(rows, asked);
  const answered = new Set([...known.map((item) => item.seq), ...earlier.map(({ seq }) => seq)]);
  const fresh = items.filter((item) => !answered.has(item.seq));
  noteStamps(fresh, services);
  const blocked = await blockedRecords(ctx);
  const taken = await takeSet(context, fresh, blocked);
  await sendAll([
    () => keepOperations(context, node, fresh, taken.results),
    () => keepBlocked(context, blocked, taken.blocked),
    () => advanceNode(context, node, batch),
  ]);
  return {
    batch_id: batch.batch_id,
    accepted_seq: Math.max(node.accepted_seq, batch.first_seq + batch.ops.length - 1),
    results: [...earlier, ...taken.results],
    server_time: context.receivedAt,
  };
}
