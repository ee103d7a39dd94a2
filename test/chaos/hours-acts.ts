import {
  scheduleExceptionsTable,
  type ScheduleExceptionRow,
} from "@edgeward/shared/clinical/schedule-exceptions/schedule-exceptions.table.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Write } from "@edgeward/shared/write/model.ts";
import type { SimBranch } from "./branch.ts";
import { staffOf } from "./nodes.ts";

const firstDayMs = Date.parse("2026-11-24T00:00:00.000Z");
const dayMs = 24 * 3_600_000;

function step(write: Write, status: "active" | "withdrawn") {
  return { status, at: write.at, by: write.origin.actor.id, reason: null };
}

/** Somebody is away for a day. */
export function goOnLeave(branch: SimBranch, one: number, two: number): Promise<void> {
  const start = firstDayMs + one * dayMs;
  return branch.write("schedule_exception.create", (write) => {
    write.insert(scheduleExceptionsTable, write.runtime.newId("scx"), {
      branch_id: branch.identity.branchId,
      metadata: {},
      provider_id: staffOf(800 + (two % 2)),
      kind: "leave",
      starts_at: isoInstant(start),
      ends_at: isoInstant(start + dayMs),
      reason: null,
      status: "active",
      status_history: [step(write, "active")],
    });
  });
}

async function pickLeave(
  branch: SimBranch,
  one: number,
): Promise<ScheduleExceptionRow | undefined> {
  const { tenantId, branchId } = branch.identity;
  const rows = await branch.session.kysely
    .selectFrom("schedule_exceptions")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("status", "=", "active")
    .orderBy("id")
    .execute();
  return rows[rows.length === 0 ? 0 : one % rows.length];
}

/** Somebody comes after all, or stays away longer. */
export async function comeBack(branch: SimBranch, one: number): Promise<void> {
  const row = await pickLeave(branch, one);
  if (row === undefined) return;
  await branch.write("schedule_exception.update", (write) => {
    const later = isoInstant(Date.parse(row.ends_at) + dayMs);
    const isBack = one % 2 === 0;
    const history = [...row.status_history, step(write, "withdrawn")];
    const patch = isBack ? { status: "withdrawn", status_history: history } : { ends_at: later };
    write.update(scheduleExceptionsTable, row, patch);
  });
}
