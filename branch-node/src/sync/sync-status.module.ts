import { sql, type Kysely } from "kysely";
import { defineModule, type Module } from "@edgeward/shared/resource/module.ts";
import type { Database } from "@edgeward/shared/db/database.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import {
  stoppedStates,
  syncStatusContract,
  type SyncStatus,
} from "@edgeward/shared/sync/wire/sync-status.contract.ts";
import { syncReason } from "@edgeward/shared/sync/wire/sync-reason.ts";
import { journalOpen } from "#db/branch.table.ts";
import { oldestPending } from "#db/journal-rows.ts";
import { isUndecided } from "#db/operation-outcomes.ts";
import type { LinkReport } from "./link-report.ts";
import { tabletQuarantineCounts } from "./tablets/quarantine-rows.ts";

// A node has one tenant, which the index need not name.
function openOperations(db: Kysely<Database>) {
  return db.selectFrom("journal").where(sql<boolean>`${sql.raw(journalOpen)}`);
}

/** How much is unsent: counted in the journal's index alone, for after a long outage it is much. */
export function unsentOperations(db: Kysely<Database>) {
  return openOperations(db)
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("journal_state", "=", "pending");
}

/** What waits, by state. */
export async function journalCounts({ kysely }: Session): Promise<{
  readonly unsent: number;
  readonly held: number;
  readonly rejected: number;
}> {
  const unsent = await unsentOperations(kysely).executeTakeFirst();
  const aside = await openOperations(kysely)
    .select((select) => ["journal_state", select.fn.countAll<number>().as("count")])
    .where("journal_state", "in", ["held", "rejected"])
    .where(sql<boolean>`${sql.raw(isUndecided)}`)
    .groupBy("journal_state")
    .execute();
  const of = (state: string) => aside.find((row) => row.journal_state === state)?.count ?? 0;
  return { unsent: unsent?.count ?? 0, held: of("held"), rejected: of("rejected") };
}

async function openConflicts(session: Session, tenantId: string): Promise<number> {
  const row = await session.kysely
    .selectFrom("conflicts")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("tenant_id", "=", tenantId)
    .where("conflict_status", "=", "open")
    .executeTakeFirst();
  return row?.count ?? 0;
}

// In touch, everything is here but what the hub holds back.
function lagOf({ state, lastContactAt, stalledSince }: LinkReport, now: number): number | null {
  if (stalledSince !== null) return now - Date.parse(stalledSince);
  if (lastContactAt === null) return null;
  return state === "online" || state === "syncing" ? 0 : now - Date.parse(lastContactAt);
}

/** The branch's state as screens and `GET /v1/sync/status` show it. */
export async function readSyncStatus(
  session: Session,
  tenantId: string,
  nodeId: string,
  report: LinkReport,
  now: number,
): Promise<SyncStatus> {
  const counts = await journalCounts(session);
  const tablets = await tabletQuarantineCounts(session, tenantId);
  const held = counts.held + tablets.held;
  const rejected = counts.rejected + tablets.rejected;
  const behind = lagOf(report, now);
  return {
    state: report.state,
    node_id: nodeId,
    since: report.since,
    last_contact_at: report.lastContactAt,
    unsent: counts.unsent,
    oldest_unsent_at: await oldestPending(session, tenantId),
    held,
    rejected,
    conflicts: await openConflicts(session, tenantId),
    clock_skew_ms: report.clockSkewMs,
    feed_lag_ms: behind === null ? null : Math.max(0, behind),
    reason_code: report.refusedBy,
    reason: syncReason({
      isBlocked: stoppedStates.has(report.state),
      refusal: report.reason,
      held,
      rejected,
      clockSkewMs: report.clockSkewMs,
    }),
  };
}

/** `GET /v1/sync/status` of a branch. */
export function syncStatusModule(report: () => LinkReport): Module {
  return defineModule("sync-status", syncStatusContract, {
    status: (_input, ctx) =>
      readSyncStatus(ctx.session, ctx.tenantId, ctx.node.id, report(), ctx.now()),
  });
}
