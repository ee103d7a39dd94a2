import { decodeJwt, type JWK } from "jose";
import { isoInstant } from "#kernel/clock.ts";
import { auditCheckpointsTable } from "#db/audit.table.ts";
import type { Session, Store } from "#db/session.ts";
import { insertIgnoringStatement } from "#db/statements.ts";
import type { Statement } from "#db/model.ts";
import { checkpointShape, openCheckpoint, type Checkpoint } from "./checkpoint.ts";

/** Longest checkpoint, signed, that is taken from another node, in characters. */
const longestForeign = 20_000;
// A node sends one a minute; more often it would only fill the table.
const tooSoonMs = 10_000;
// Whoever has a node's key could make up any number; by then somebody has to look.
const mostFaults = 100;
const dayMs = 24 * 60 * 60_000;

/** Why a checkpoint of another node was not kept. */
export type CheckpointRefusal =
  | "oversized"
  | "not_signed"
  | "wrong_tenant"
  | "wrong_node"
  | "too_soon"
  | "replayed"
  | "contradiction";

/** Whose checkpoint is expected. */
export interface ForeignNode {
  readonly tenantId: string;
  readonly nodeId: string;
  /** Those that may have signed. */
  readonly keys: readonly JWK[];
}

/** What became of a checkpoint of another node. */
export interface KeptForeign {
  /** Null where it was kept, or says what is kept already. */
  readonly refused: CheckpointRefusal | null;
  /** What it contradicts, where that was not noted before. */
  readonly finding: string | null;
}

const kept: KeptForeign = { refused: null, finding: null };
const refuse = (refused: CheckpointRefusal): KeptForeign => ({ refused, finding: null });

/** What a newer checkpoint of the same streams cannot say beside an older one; null where both can be true. */
function contradictionOf(
  older: Pick<Checkpoint, "made_at" | "streams">,
  newer: Pick<Checkpoint, "streams">,
): string | null {
  const heads = new Map(newer.streams.map((one) => [one.stream, one]));
  const since = `since the checkpoint of ${older.made_at}`;
  for (const { stream, seq, hash } of older.streams) {
    const head = heads.get(stream);
    if (head === undefined) return `stream ${stream} has gone ${since}, which has ${seq} events`;
    if (head.seq < seq) return `stream ${stream} went back from ${seq} to ${head.seq} ${since}`;
    if (head.seq === seq && head.hash !== hash)
      return `stream ${stream} was rewritten ${since}, up to event ${seq}`;
  }
  return null;
}

/** Whether two checkpoints say the same of the same streams. */
export function isSameState(
  one: Pick<Checkpoint, "streams">,
  other: Pick<Checkpoint, "streams">,
): boolean {
  const text = ({ streams }: Pick<Checkpoint, "streams">) =>
    JSON.stringify(streams.map(({ stream, seq, hash }) => `${stream} ${seq} ${hash}`).toSorted());
  return text(one) === text(other);
}

/** What a signed checkpoint says, without a look at its signature: only for what was checked when it came. */
export function readKept(signed: string): Checkpoint | null {
  try {
    return checkpointShape.parse(decodeJwt(signed));
  } catch {
    return null;
  }
}

type Named = Pick<ForeignNode, "tenantId" | "nodeId">;

/** The newest checkpoints of a node that are kept, newest first; without those that contradict others. @param before RFC 3339 */
export async function newestForeign(
  session: Pick<Session, "kysely">,
  { tenantId, nodeId }: Named,
  limit: number,
  before = "9999",
): Promise<readonly { readonly signed: string; readonly received_at: string }[]> {
  return session.kysely
    .selectFrom("audit_checkpoints")
    .select(["signed", "received_at"])
    .where("tenant_id", "=", tenantId)
    .where("node_id", "=", nodeId)
    .where("fault", "is", null)
    .where("received_at", "<", before)
    .orderBy("received_at", "desc")
    .limit(limit)
    .execute();
}

// The last of each day before yesterday's moment stays, and everything since.
function thinning(session: Session, { tenantId, nodeId }: Named, before: string): Statement {
  const at = (place: number) => session.dialect.placeholder(place);
  return {
    text: `DELETE FROM audit_checkpoints WHERE tenant_id = ${at(1)} AND node_id = ${at(2)}
      AND fault IS NULL AND received_at < ${at(3)} AND received_at NOT IN (
        SELECT max(received_at) FROM audit_checkpoints WHERE tenant_id = ${at(4)} AND node_id = ${at(5)}
          AND fault IS NULL GROUP BY substr(received_at, 1, 10))`,
    values: [tenantId, nodeId, before, tenantId, nodeId],
  };
}

/** Notes what a signed checkpoint shows; once for each fault. Answers whether it is a new one. */
export async function noteFinding(
  session: Session,
  { tenantId, nodeId }: Named,
  found: { readonly signed: string; readonly fault: string },
  now: number,
): Promise<boolean> {
  const known = await session.kysely
    .selectFrom("audit_checkpoints")
    .select("fault")
    .where("tenant_id", "=", tenantId)
    .where("node_id", "=", nodeId)
    .where("fault", "is not", null)
    .limit(mostFaults)
    .execute();
  if (known.length === mostFaults || known.some(({ fault }) => fault === found.fault)) return false;
  const row = { tenant_id: tenantId, node_id: nodeId, received_at: isoInstant(now), ...found };
  // Nothing about it may end the handshake: where the moment is taken, it is noted with the next one.
  await session.runAll([insertIgnoringStatement(session.dialect, auditCheckpointsTable, row)]);
  return true;
}

async function openForeign(
  { tenantId, nodeId, keys }: ForeignNode,
  signed: unknown,
): Promise<Checkpoint | CheckpointRefusal> {
  if (typeof signed !== "string") return "not_signed";
  if (signed.length > longestForeign) return "oversized";
  const checkpoint = await openCheckpoint(signed, keys);
  if (checkpoint === null) return "not_signed";
  if (checkpoint.tenant_id !== tenantId) return "wrong_tenant";
  return checkpoint.node_id === nodeId ? checkpoint : "wrong_node";
}

/**
 * Keeps a checkpoint that another node has given, where it can be believed and goes on from the one before. One that
 * contradicts what is kept takes the place of nothing: it is noted beside it, as evidence. Those of the last day stay, of
 * each day before the last one.
 */
export async function keepForeign(
  session: Session,
  from: ForeignNode,
  signed: unknown,
  now: number,
): Promise<KeptForeign> {
  const opened = await openForeign(from, signed);
  if (typeof opened === "string" || typeof signed !== "string")
    return refuse(typeof opened === "string" ? opened : "not_signed");
  const [newest] = await newestForeign(session, from, 1);
  const older = newest === undefined ? null : readKept(newest.signed);
  if (older !== null && newest !== undefined) {
    if (isSameState(older, opened)) return kept;
    const fault = contradictionOf(older, opened);
    if (fault !== null && opened.made_at <= older.made_at) return refuse("replayed");
    if (fault !== null) {
      const isNew = await noteFinding(session, from, { signed, fault }, now);
      return { refused: "contradiction", finding: isNew ? fault : null };
    }
    if (Math.abs(now - Date.parse(newest.received_at)) < tooSoonMs) return refuse("too_soon");
  }
  const received_at = isoInstant(now);
  const { tenantId, nodeId } = from;
  const row = { tenant_id: tenantId, node_id: nodeId, received_at, signed, fault: null };
  await session.runAll([insertIgnoringStatement(session.dialect, auditCheckpointsTable, row)]);
  await session.runAll([thinning(session, from, isoInstant(now - dayMs))]);
  return kept;
}

/** What contradicts a kept checkpoint. */
interface AuditFinding {
  readonly tenant_id: string;
  readonly node_id: string;
  readonly found_at: string;
  readonly fault: string;
}

/** What was found of a tenant's audit at this node and at others, newest first. */
async function auditFindings(
  session: Pick<Session, "kysely">,
  tenantId: string,
  limit: number,
): Promise<readonly AuditFinding[]> {
  const rows = await session.kysely
    .selectFrom("audit_checkpoints")
    .select(["tenant_id", "node_id", "received_at", "fault"])
    .where("tenant_id", "=", tenantId)
    .where("fault", "is not", null)
    .orderBy("received_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ received_at: found_at, fault, ...row }) => ({
    ...row,
    found_at,
    fault: fault ?? "",
  }));
}

/** The nodes of which a tenant's checkpoints are kept. */
async function foreignNodes(
  session: Pick<Session, "kysely">,
  tenantId: string,
): Promise<readonly string[]> {
  const rows = await session.kysely
    .selectFrom("audit_checkpoints")
    .select("node_id")
    .distinct()
    .where("tenant_id", "=", tenantId)
    .where("fault", "is", null)
    .orderBy("node_id")
    .execute();
  return rows.map((row) => row.node_id);
}

/** All that a node keeps of others' audit of some tenants. @param limit most of each node, the newest */
export async function foreignKept(
  store: Pick<Store, "read">,
  tenantIds: readonly string[],
  limit: number,
): Promise<{
  readonly checkpoints: readonly { readonly node_id: string; readonly signed: string }[];
}> {
  const checkpoints: { readonly node_id: string; readonly signed: string }[] = [];
  for (const tenantId of tenantIds)
    await store.read({ tenantId }, async (session) => {
      for (const nodeId of await foreignNodes(session, tenantId))
        for (const { signed } of await newestForeign(session, { tenantId, nodeId }, limit))
          checkpoints.push({ node_id: nodeId, signed });
    });
  return { checkpoints };
}

/** What was found of the audit of some tenants. @param limit most of each tenant, the newest */
export async function foundOf(
  store: Pick<Store, "read">,
  tenantIds: readonly string[],
  limit: number,
): Promise<{ readonly findings: readonly AuditFinding[] }> {
  const findings: AuditFinding[] = [];
  for (const tenantId of tenantIds)
    findings.push(
      ...(await store.read({ tenantId }, (session) => auditFindings(session, tenantId, limit))),
    );
  return { findings };
}
