import { isoInstant } from "#kernel/clock.ts";
import { nodeCommand } from "#resource/commands.ts";
import { writesOf, type Arrival } from "#resource/command-writes.ts";
import { reportOnce, type ReportOptions } from "#resource/report-once.ts";
import { preauthEvents } from "./preauth.events.ts";
import { isBreached } from "./preauth.rules.ts";
import { waitingStatuses } from "./preauth.states.ts";
import { preauthTable } from "./preauth.table.ts";

// What lies longer back is left as it is: whoever asks a payer knows of it by then.
const oldestMs = 7 * 24 * 3_600_000;
const mostAtOnce = 200;

/**
 * What is wrong with a payer's delay where it arrives: it is told at the time that was left to the payer, after it, and once.
 * That another branch has noted a decision meanwhile is no fault of a branch that was cut off.
 */
function breachFault({ operation, before }: Arrival): string | null {
  const [change] = operation.changes;
  const row = change === undefined ? null : before(change);
  if (change === undefined || row === null) return null;
  const at = change.fields["breach_told_at"];
  const known = row["breach_told_at"] ?? null;
  if (typeof at !== "string" || at !== row["sla_due_at"] || operation.at <= at)
    return "changes.0.fields.breach_told_at: is not the time that is over";
  return known === null || known === at ? null : "changes.0.fields.breach_told_at: is set once";
}

/** What telling of a payer's delay writes: no person gives it. */
export const lateCommand = nodeCommand(
  "preauth.breach",
  [writesOf(preauthTable, { changes: ["breach_told_at"], events: [preauthEvents.sla_breached] })],
  breachFault,
);

/**
 * Tells once of each request of a branch that its payer has not decided in time, by the node that is the branch's home.
 * Returns how many.
 */
export function reportLatePayers(options: ReportOptions): Promise<number> {
  return reportOnce(options, {
    command: lateCommand,
    due: ({ kysely }, { tenantId, branchId, nowMs }) =>
      kysely
        .selectFrom("preauth")
        .select("id")
        .where("tenant_id", "=", tenantId)
        .where("branch_id", "=", branchId)
        .where("status", "in", waitingStatuses)
        .where("breach_told_at", "is", null)
        .where("sla_due_at", "<", isoInstant(nowMs))
        .where("sla_due_at", ">=", isoInstant(nowMs - oldestMs))
        .orderBy("sla_due_at")
        .orderBy("id")
        .limit(mostAtOnce)
        .execute(),
    tell: async (write, id) => {
      const row = await write.load(preauthTable, id);
      const isOver = row !== null && row.breach_told_at === null && isBreached(row, write.at);
      if (!isOver || !waitingStatuses.some((one) => one === row.status)) return false;
      const changed = write.update(preauthTable, row, { breach_told_at: row.sla_due_at });
      const { patient_id, payer_id, status, request_type, submitted_at, sla_due_at } = changed;
      const thin = { patient_id, payer_id, status, request_type, submitted_at, sla_due_at };
      write.emit(preauthEvents.sla_breached, preauthTable, changed, thin);
      return true;
    },
  });
}
