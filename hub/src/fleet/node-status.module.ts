import { defineModule } from "@edgeward/shared/resource/module.ts";
import type { ReadContext } from "@edgeward/shared/resource/context.ts";
import { found } from "@edgeward/shared/write/write.ts";
import {
  hubSyncStatusContract,
  type HubSyncStatus,
} from "@edgeward/shared/sync/wire/sync-status.contract.ts";
import { syncReason } from "@edgeward/shared/sync/wire/sync-reason.ts";
import { quarantineCounts } from "#fleet/ingest/quarantined-operations.ts";
import type { NodeRow } from "#tables/fleet.table.ts";

/** A node that has been heard of so lately is in touch: it pulls every ten seconds, and that is noted every twenty. */
export const inTouchMs = 60_000;

/** The branch's node; where it has been replaced, its newest. */
function nodeOf(ctx: ReadContext): Promise<NodeRow | undefined> {
  return ctx.db
    .selectFrom("nodes")
    .selectAll()
    .where("tenant_id", "=", ctx.tenantId)
    .where("branch_id", "=", ctx.branch.id)
    .orderBy("enrolled_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
}

async function openConflicts(ctx: ReadContext): Promise<number> {
  const row = await ctx.db
    .selectFrom("conflicts")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("tenant_id", "=", ctx.tenantId)
    .where("conflict_status", "=", "open")
    .where((where) =>
      where.or([where("branch_id", "is", null), where("branch_id", "=", ctx.branch.id)]),
    )
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** So long after a copy was refused it is taken to be at work still: it shakes hands once a minute. */
export const copyAtWorkMs = 3 * 60_000;

async function copySeenAt(ctx: ReadContext, node: NodeRow): Promise<string | null> {
  const row = await ctx.db
    .selectFrom("node_installs")
    .select((select) => select.fn.max<string | null>("copy_seen_at").as("seen_at"))
    .where("tenant_id", "=", ctx.tenantId)
    .where("node_id", "=", node.id)
    .executeTakeFirst();
  return row?.seen_at ?? null;
}

function copyReason(seenAt: string | null, now: number): string | null {
  if (seenAt === null || now - Date.parse(seenAt) > copyAtWorkMs) return null;
  return "A second copy of this node's machine is at work and was refused; turn one of them off.";
}

function silenceReason(state: HubSyncStatus["state"], node: NodeRow): string | null {
  if (state !== "offline") return null;
  const since = node.last_contact_at ?? node.enrolled_at;
  return `Nothing has been heard of this node since ${since}: it is switched off or cut off from the hub.`;
}

function stateOf(node: NodeRow, now: number): HubSyncStatus["state"] {
  if (node.status !== "active") return "blocked";
  const heard = node.last_contact_at;
  return heard !== null && now - Date.parse(heard) < inTouchMs ? "online" : "offline";
}

/** What the hub knows of the acting branch's node. @throws AppError not_found for a branch without one */
async function readNodeStatus(ctx: ReadContext): Promise<HubSyncStatus> {
  const node = found(await nodeOf(ctx));
  const state = stateOf(node, ctx.now());
  const aside = await quarantineCounts(ctx.session, ctx.tenantId, node.id);
  const copySeen = await copySeenAt(ctx, node);
  const refusal = "This node is not in use any more; enrol the branch's machine anew.";
  return {
    state,
    node_id: node.id,
    node_name: node.name,
    since: state === "online" ? null : (node.last_contact_at ?? node.enrolled_at),
    last_contact_at: node.last_contact_at,
    unsent: null,
    oldest_unsent_at: null,
    ...aside,
    conflicts: await openConflicts(ctx),
    clock_skew_ms: node.clock_skew_ms,
    feed_lag_ms: null,
    epoch: node.epoch,
    accepted_seq: node.accepted_seq,
    copy_seen_at: copySeen,
    reason_code: null,
    reason:
      copyReason(copySeen, ctx.now()) ??
      syncReason({
        isBlocked: state === "blocked",
        refusal,
        ...aside,
        clockSkewMs: node.clock_skew_ms,
      }) ??
      silenceReason(state, node),
  };
}

/** `GET /v1/sync/status` at the hub. */
export const nodeStatusModule = defineModule("node-status", hubSyncStatusContract, {
  status: (_input, ctx) => readNodeStatus(ctx),
});
