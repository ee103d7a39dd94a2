import {
  branchStates,
  type ConsoleBranch,
  type ConsoleOverview,
} from "@edgeward/shared/console/console-branches.contract.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { discardedCode } from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import { copyAtWorkMs, inTouchMs } from "#fleet/node-status.module.ts";

/** Of which branches the console shows something: those of an administrator's own, or null for all of the tenant. */
export interface BranchesInView {
  readonly tenantId: string;
  readonly branchIds: readonly string[] | null;
}

const inView = "($2::text[] IS NULL OR b.id = ANY($2))";

// A branch's newest node, and how it stands. $3: heard of since then, it is in touch.
const nodeStates = `
  SELECT b.id AS branch_id, n.id AS node_id, n.name AS node_name, n.release, n.last_contact_at,
         n.clock_skew_ms, n.oldest_unsent_at, n.reported_at,
         CASE WHEN n.reported_seq IS NOT NULL THEN greatest(0, n.reported_seq - n.accepted_seq) END AS unsent,
         CASE WHEN n.id IS NULL THEN 'none' WHEN n.status <> 'active' THEN 'blocked'
              WHEN n.last_contact_at > $3 THEN 'online' ELSE 'offline' END AS state
    FROM branches AS b LEFT JOIN LATERAL (
      SELECT * FROM nodes WHERE tenant_id = b.tenant_id AND branch_id = b.id
       ORDER BY enrolled_at DESC, id DESC LIMIT 1) AS n ON true
   WHERE b.tenant_id = $1 AND ${inView}`;

function heardSince(now: number): string {
  return isoInstant(now - inTouchMs);
}

function byBranch(rows: readonly SqlRow[]): ReadonlyMap<string, SqlRow> {
  return new Map(rows.map((row) => [String(row["branch_id"]), row]));
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function numberOf(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

async function quarantined(session: Session, { tenantId, branchIds }: BranchesInView) {
  return byBranch(
    await session.query(
      `SELECT b.id AS branch_id, count(*) FILTER (WHERE r.outcome = 'held') AS held,
              count(*) FILTER (WHERE r.outcome = 'rejected') AS rejected
         FROM received_operations AS r
         JOIN nodes AS n ON n.tenant_id = r.tenant_id AND n.id = r.node_id
         JOIN branches AS b ON b.tenant_id = n.tenant_id AND b.id = n.branch_id
        WHERE r.tenant_id = $1 AND ${inView} AND r.outcome IN ('held', 'rejected')
          AND r.result->>'code' IS DISTINCT FROM $3 GROUP BY b.id`,
      [tenantId, branchIds, discardedCode],
    ),
  );
}

async function conflictsOf(session: Session, { tenantId, branchIds }: BranchesInView) {
  return byBranch(
    await session.query(
      `SELECT branch_id, count(*) AS conflicts FROM conflicts
        WHERE tenant_id = $1 AND conflict_status = 'open'
          AND (branch_id IS NULL OR $2::text[] IS NULL OR branch_id = ANY($2)) GROUP BY branch_id`,
      [tenantId, branchIds],
    ),
  );
}

async function copiesSeen(
  session: Session,
  nodeIds: readonly string[],
  tenantId: string,
  now: number,
) {
  const rows = await session.query(
    `SELECT node_id AS branch_id, max(copy_seen_at) AS seen_at FROM node_installs
      WHERE tenant_id = $1 AND node_id = ANY($2::text[]) AND copy_seen_at > $3 GROUP BY node_id`,
    [tenantId, nodeIds, isoInstant(now - copyAtWorkMs)],
  );
  return byBranch(rows);
}

/** A branch as it stands in the list, before its node is looked at. */
interface ListedBranch {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly time_zone: string;
}

function stateOf(row: SqlRow | undefined): ConsoleBranch["state"] {
  return branchStates.find((state) => state === row?.["state"]) ?? "none";
}

function nodeOf(row: SqlRow | undefined): ConsoleBranch["node"] {
  const id = textOf(row?.["node_id"]);
  if (id === null) return null;
  return { id, name: String(row?.["node_name"]), release: textOf(row?.["release"]) };
}

/** What the hub knows of the nodes of some branches. @param now milliseconds since the epoch */
export async function branchesWithNodes(
  session: Session,
  tenantId: string,
  branches: readonly ListedBranch[],
  now: number,
): Promise<ConsoleBranch[]> {
  const view = { tenantId, branchIds: branches.map(({ id }) => id) };
  const values = [tenantId, view.branchIds, heardSince(now)];
  const nodes = byBranch(await session.query(nodeStates, values));
  const waiting = await quarantined(session, view);
  const conflicts = await conflictsOf(session, view);
  const nodeIds = [...nodes.values()].flatMap((row) => textOf(row["node_id"]) ?? []);
  const copies = await copiesSeen(session, nodeIds, tenantId, now);
  return branches.map(({ id, code, name, time_zone }) => {
    const row = nodes.get(id);
    const unsent = numberOf(row?.["unsent"]);
    return {
      id,
      code,
      name,
      time_zone,
      state: stateOf(row),
      node: nodeOf(row),
      last_contact_at: textOf(row?.["last_contact_at"]),
      unsent,
      oldest_unsent_at: unsent === 0 ? null : textOf(row?.["oldest_unsent_at"]),
      reported_at: textOf(row?.["reported_at"]),
      clock_skew_ms: numberOf(row?.["clock_skew_ms"]),
      held: Number(waiting.get(id)?.["held"] ?? 0),
      rejected: Number(waiting.get(id)?.["rejected"] ?? 0),
      conflicts: Number(conflicts.get(id)?.["conflicts"] ?? 0),
      copy_seen_at: textOf(copies.get(String(row?.["node_id"]))?.["seen_at"]),
    };
  });
}

function sumOf(rows: ReadonlyMap<string, SqlRow>, column: string): number {
  return [...rows.values()].reduce((sum, row) => sum + Number(row[column] ?? 0), 0);
}

async function findingsOf(session: Session, { tenantId, branchIds }: BranchesInView) {
  const [row] = await session.query(
    `SELECT count(*) AS count FROM audit_checkpoints AS c
       LEFT JOIN nodes AS n ON n.tenant_id = c.tenant_id AND n.id = c.node_id
      WHERE c.tenant_id = $1 AND c.fault IS NOT NULL
        AND ($2::text[] IS NULL OR n.branch_id = ANY($2))`,
    [tenantId, branchIds],
  );
  return Number(row?.["count"] ?? 0);
}

/** How many branches are in which state, and what needs somebody. @param now milliseconds since the epoch */
export async function overviewOf(
  session: Session,
  view: BranchesInView,
  now: number,
): Promise<Omit<ConsoleOverview, "feed_stalled_since">> {
  const rows = await session.query(
    `SELECT state, count(*) AS count FROM (${nodeStates}) AS each GROUP BY state`,
    [view.tenantId, view.branchIds, heardSince(now)],
  );
  const count = (state: string) =>
    Number(rows.find((row) => row["state"] === state)?.["count"] ?? 0);
  const waiting = await quarantined(session, view);
  return {
    server_time: isoInstant(now),
    branches: {
      online: count("online"),
      offline: count("offline"),
      blocked: count("blocked"),
      none: count("none"),
    },
    conflicts: sumOf(await conflictsOf(session, view), "conflicts"),
    held: sumOf(waiting, "held"),
    rejected: sumOf(waiting, "rejected"),
    audit_findings: await findingsOf(session, view),
  };
}
