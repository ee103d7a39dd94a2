import { revenueModule } from "@edgeward/shared/clinical/revenue/revenue.module.ts";
import type { WaitingBranch } from "@edgeward/shared/clinical/revenue/revenue.contract.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { discardedCode } from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import { inTouchMs } from "./node-status.module.ts";

// A branch's newest node: what it last said to be waiting there, and what has come up and was set aside for a person.
const nodesOfBranches = `
  SELECT n.branch_id, n.last_contact_at, n.reported_at,
         CASE WHEN n.reported_seq IS NOT NULL THEN greatest(0, n.reported_seq - n.accepted_seq) END AS unsent,
         (SELECT count(*) FROM received_operations AS r
           WHERE r.tenant_id = n.tenant_id AND r.node_id = n.id AND r.outcome IN ('held', 'rejected')
             AND r.result->>'code' IS DISTINCT FROM $3) AS aside
    FROM branches AS b CROSS JOIN LATERAL (
      SELECT * FROM nodes WHERE tenant_id = b.tenant_id AND branch_id = b.id
       ORDER BY enrolled_at DESC, id DESC LIMIT 1) AS n
   WHERE b.tenant_id = $1 AND b.id = ANY($2) ORDER BY b.id`;

function numberOf(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

/** What is not here yet of a branch, as far as its node has said; null for nothing. */
function waitingOf(row: SqlRow, lastDay: string, heardSince: string): WaitingBranch | null {
  const heard = typeof row["last_contact_at"] === "string" ? row["last_contact_at"] : null;
  const [unsent, aside] = [numberOf(row["unsent"]), numberOf(row["aside"]) ?? 0];
  // Cut off since then, it may have billed more.
  const isSilent = heard === null || (heard < heardSince && heard.slice(0, 10) <= lastDay);
  if (unsent === 0 && aside === 0 && !isSilent) return null;
  return { branch_id: String(row["branch_id"]), unsent, set_aside: aside, as_of: heard };
}

/** `GET /v1/revenue/summary` at the hub, which knows of its branches what their nodes last said. */
export const hubRevenueModule = revenueModule(async (ctx, branchIds, { date_to: lastDay }) => {
  const rows = await ctx.session.query(nodesOfBranches, [ctx.tenantId, branchIds, discardedCode]);
  const heardSince = isoInstant(ctx.now() - inTouchMs);
  return rows.flatMap((row) => waitingOf(row, lastDay, heardSince) ?? []);
});
