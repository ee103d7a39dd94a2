import { isoInstant } from "#kernel/clock.ts";
import { nodeCommand } from "#resource/commands.ts";
import { writesOf, type Arrival } from "#resource/command-writes.ts";
import { reportOnce, type ReportOptions } from "#resource/report-once.ts";
import { thinTriage, triageEvents } from "./triage.events.ts";
import { isBreached } from "./triage.rules.ts";
import { triageTable } from "./triage.table.ts";

// What lies longer back is left as it is: a node that was off for days tells nobody to hurry.
const oldestMs = 24 * 3_600_000;
const mostAtOnce = 200;

/** What is wrong with a breach where it arrives: it is of somebody who waits, at the time of their level, which is over. */
function breachFault({ operation, before }: Arrival): string | null {
  const [change] = operation.changes;
  const row = change === undefined ? null : before(change);
  if (change === undefined || row === null) return null;
  const at = change.fields["breached_at"];
  const known = row["breached_at"] ?? null;
  if (row["status"] !== "waiting") return "changes.0.fields.breached_at: nobody waits any more";
  if (at !== row["due_at"] || operation.at <= String(at))
    return "changes.0.fields.breached_at: is not the time that is over";
  return known === null || known === at ? null : "changes.0.fields.breached_at: is set once";
}

/** What telling of a breach writes: no person gives it. */
export const breachCommand = nodeCommand(
  "triage.breach",
  [writesOf(triageTable, { changes: ["breached_at"], events: [triageEvents.breached] })],
  breachFault,
);

/**
 * Tells once of each emergency that still waits when its time has gone by, of one branch, by the node that is its home.
 * Returns how many.
 */
export function reportBreached(options: ReportOptions): Promise<number> {
  return reportOnce(options, {
    command: breachCommand,
    due: ({ kysely }, { tenantId, branchId, nowMs }) =>
      kysely
        .selectFrom("triage")
        .select("id")
        .where("tenant_id", "=", tenantId)
        .where("branch_id", "=", branchId)
        .where("status", "=", "waiting")
        .where("breached_at", "is", null)
        .where("due_at", "<", isoInstant(nowMs))
        .where("due_at", ">=", isoInstant(nowMs - oldestMs))
        .orderBy("due_at")
        .limit(mostAtOnce)
        .execute(),
    tell: async (write, id) => {
      const row = await write.load(triageTable, id);
      // Somebody may be treated or triaged anew since they were looked for.
      if (row === null || row.breached_at !== null || !isBreached(row, write.at)) return false;
      const changed = write.update(triageTable, row, { breached_at: row.due_at });
      write.emit(triageEvents.breached, triageTable, changed, thinTriage(changed));
      return true;
    },
  });
}
