import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { operationSchemaVersion } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { ReadContext, WriteContext } from "@edgeward/shared/resource/context.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { operationResultShape } from "@edgeward/shared/sync/wire/batch.contract.ts";
import {
  ownOperationShape,
  type Counter,
  type Handshake,
  type HandshakeReply,
  type OwnOperation,
} from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { newestForeign } from "@edgeward/shared/audit/foreign.ts";
import { lockCallingNode, nextEpoch, noteInAudit } from "./calling-node.ts";
import type { NodeRow } from "#tables/fleet.table.ts";
import type { AuditExchange } from "./audit-exchange.ts";
import { noteGivenBack } from "./given-back.ts";
import { incarnationOf } from "./incarnation.ts";
import { admitInstall, forgetNonces } from "./installs.ts";
import { highestNumbers } from "./series.ts";

/** What handshake nodes asks of the hub. */
export interface FleetServices {
  /** Notified of evidence that the hub was put back to a backup. @param seen the incarnation that has lost something */
  readonly onLoss: (seen: string) => void;
  /** Swaps checkpoints of the audit with nodes; without one none are swapped. */
  readonly audit?: AuditExchange;
}

const alone: FleetServices = { onLoss: () => undefined };

async function countersOf(ctx: WriteContext, node: NodeRow): Promise<Counter[]> {
  const { tenant_id: tenantId, branch_id: branchId } = node;
  const owner = { tenantId, branchId, now: ctx.now(), isAfterLoss: false };
  return [...(await highestNumbers(ctx.session, owner))];
}

async function operationAt(session: Session, node: NodeRow): Promise<string | null> {
  const row = await session.kysely
    .selectFrom("received_operations")
    .select("op_id")
    .where("tenant_id", "=", node.tenant_id)
    .where("node_id", "=", node.id)
    .where("epoch", "=", node.epoch)
    .where("seq", "=", node.accepted_seq)
    .executeTakeFirst();
  return row?.op_id ?? null;
}

function isBehind(node: NodeRow, handshake: Handshake): boolean {
  return (
    handshake.epoch !== node.epoch || handshake.next_seq <= node.accepted_seq || handshake.is_forked
  );
}

// A node can have an answer that the hub does not know of only where the hub's database was put back to a backup.
function hasHubLost(node: NodeRow, handshake: Handshake, incarnation: string): boolean {
  const { epoch, answered_seq: answered } = handshake;
  if ((handshake.incarnation ?? incarnation) !== incarnation) return false;
  return epoch > node.epoch || (epoch === node.epoch && answered > node.accepted_seq);
}

// Before the first operation of a node's first epoch.
const beginning = { epoch: 1, seq: 0 };

// An epoch in which nothing has come up the node may not know of: a handshake from before the hub was put back may have
// come late and begun it, or the answer to one since may have been lost.
async function heldOf(session: Session, node: NodeRow): Promise<HandshakeReply["held"]> {
  if (node.accepted_seq > 0) return { epoch: node.epoch, seq: node.accepted_seq };
  const [last] = await session.query(
    `SELECT epoch, seq FROM received_operations
      WHERE tenant_id = $1 AND node_id = $2 AND epoch BETWEEN 1 AND $3 ORDER BY epoch DESC, seq DESC LIMIT 1`,
    [node.tenant_id, node.id, node.epoch],
  );
  return last === undefined
    ? beginning
    : { epoch: Number(last["epoch"]), seq: Number(last["seq"]) };
}

// More than this is sent with the handshake after it; what was under way when a line broke is far less.
const mostQuarantined = 2_000;

/**
 * What became of operations whose answers a node has not got. With it nothing that is here has to come once more; one
 * answer says of all but those that are quarantined that they were taken, as the answer to a repeated batch would.
 */
async function unansweredOf(
  session: Session,
  node: NodeRow,
  handshake: Handshake,
): Promise<Pick<HandshakeReply, "unanswered">> {
  const { answered_seq: answered } = handshake;
  if (handshake.epoch !== node.epoch || answered >= node.accepted_seq) return {};
  const range = [node.tenant_id, node.id, node.epoch, answered, node.accepted_seq];
  const stretch =
    "FROM received_operations WHERE tenant_id = $1 AND node_id = $2 AND epoch = $3 AND seq > $4 AND seq <= $5";
  const [known] = await session.query(`SELECT count(*) AS count ${stretch}`, range);
  // What had come up in an earlier epoch lies there, and only the repeated batch asks for it by its name.
  if (Number(known?.["count"]) !== node.accepted_seq - answered) return {};
  const rows = await session.query(
    `SELECT seq, result ${stretch} AND outcome IN ('held', 'rejected') ORDER BY seq LIMIT $6`,
    [...range, mostQuarantined],
  );
  const last = rows.length === mostQuarantined ? Number(rows.at(-1)?.["seq"]) : node.accepted_seq;
  const aside = rows.map((row) => operationResultShape.parse(row["result"]));
  return { unanswered: { through_seq: last, aside } };
}

// What was given out since the backup is not remembered here: by it nobody can be distinguished from a copy.
async function heedLoss(
  ctx: WriteContext,
  node: NodeRow,
  handshake: Handshake,
  services: FleetServices,
): Promise<string> {
  const incarnation = await incarnationOf(ctx.session);
  const isLost = hasHubLost(node, handshake, incarnation);
  if (isLost) {
    noteInAudit(ctx, node, "report_loss");
    services.onLoss(incarnation);
  }
  if (isLost || (handshake.incarnation ?? incarnation) !== incarnation)
    await forgetNonces(ctx, node);
  return incarnation;
}

async function beginEpoch(ctx: WriteContext, node: NodeRow, given: number): Promise<NodeRow> {
  noteInAudit(ctx, node, "restore");
  return nextEpoch(ctx, node, given);
}

/** Keeps what a node says of itself, to be shown. What it has not sent is counted in the epoch in which it says so. */
async function noteReport(
  ctx: WriteContext,
  node: NodeRow,
  handshake: Handshake,
  isRestored: boolean,
): Promise<void> {
  const { next_seq: next, oldest_unsent_at: oldest = null, release = null } = handshake;
  await ctx.session.query(
    `UPDATE nodes SET release = $3, reported_seq = $4, oldest_unsent_at = $5, reported_at = $6
      WHERE tenant_id = $1 AND id = $2`,
    [
      node.tenant_id,
      node.id,
      release,
      isRestored ? null : next - 1,
      isRestored ? null : oldest,
      isoInstant(ctx.now()),
    ],
  );
}

/**
 * Notifies a node where the hub's stream of it stands. One that has fallen behind its own stream (an old backup was put
 * back) gets a new epoch, so that no place is taken twice; a copy of a node in use is refused.
 */
export async function answerHandshake(
  ctx: WriteContext,
  handshake: Handshake,
  services: FleetServices = alone,
): Promise<HandshakeReply> {
  const node = await lockCallingNode(ctx);
  const incarnation = await heedLoss(ctx, node, handshake, services);
  const { reason, isStale, nonce } = await admitInstall(ctx, node, handshake);
  const isRestored = reason === null && (isStale || isBehind(node, handshake));
  const verdict = isRestored ? "restored" : "known";
  const stream = isRestored ? await beginEpoch(ctx, node, handshake.epoch) : node;
  if (reason === null) await noteReport(ctx, node, handshake, isRestored);
  return {
    verdict: reason === null ? verdict : "blocked",
    reason,
    epoch: stream.epoch,
    accepted_seq: stream.accepted_seq,
    accepted_op_id: reason === null ? await operationAt(ctx.session, stream) : null,
    counters: reason === null ? await countersOf(ctx, node) : [],
    server_time: isoInstant(ctx.now()),
    schema: operationSchemaVersion,
    incarnation,
    held: await heldOf(ctx.session, node),
    nonce,
    ...(reason === null ? await unansweredOf(ctx.session, node, handshake) : {}),
    ...(reason === null
      ? { takes_lost_rows: await noteGivenBack(ctx, node, handshake, incarnation) }
      : {}),
    ...(reason === null ? await services.audit?.answer(ctx, node, handshake.audit) : {}),
  };
}

/** A node's own operations after a place of its stream, with what became of each. @throws AppError forbidden */
export async function ownOperations(
  ctx: ReadContext,
  after: { readonly epoch: number; readonly seq: number },
  limit: number,
): Promise<{ readonly data: OwnOperation[]; readonly has_more: boolean }> {
  if (!ctx.caller.roles.includes("node")) {
    throw new AppError("forbidden", "A stream is read back by its own node.");
  }
  const rows = await ctx.session.query(
    `SELECT epoch, seq, op_id, outcome, result, operation FROM received_operations
      WHERE tenant_id = $1 AND node_id = $2 AND (epoch, seq) > ($3::bigint, $4::bigint) AND epoch > 0
      ORDER BY epoch, seq LIMIT $5`,
    [ctx.tenantId, ctx.caller.id, after.epoch, after.seq, limit],
  );
  const data = rows.map((row) => ownOperationShape.parse(row));
  return { data, has_more: data.length === limit };
}

/** What is kept of a node's own audit, before a moment. @throws AppError forbidden */
export async function ownCheckpoints(
  ctx: ReadContext,
  before: string | undefined,
  limit: number,
): Promise<{
  readonly data: { readonly signed: string; readonly received_at: string }[];
  readonly has_more: boolean;
}> {
  if (!ctx.caller.roles.includes("node"))
    throw new AppError("forbidden", "What is kept of a node's audit is given to that node alone.");
  const whose = { tenantId: ctx.tenantId, nodeId: ctx.caller.id };
  const data = await newestForeign(ctx.session, whose, limit, before);
  return { data: [...data], has_more: data.length === limit };
}
