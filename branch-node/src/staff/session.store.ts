import { insertStatement } from "@edgeward/shared/db/statements.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { RowOf } from "@edgeward/shared/db/table.ts";
import { staffSessionsTable } from "#db/branch.table.ts";

/** Keeps a session that has begun. */
export async function keepSession(
  session: Session,
  row: RowOf<typeof staffSessionsTable>,
): Promise<void> {
  await session.runAll([insertStatement(session.dialect, staffSessionsTable, row)]);
}

/** Notes that a session has ended. @param at RFC 3339 */
export async function endSession(
  session: Session,
  tenantId: string,
  sessionId: string,
  at: string,
): Promise<void> {
  await session.query("UPDATE staff_sessions SET ended_at = ? WHERE tenant_id = ? AND id = ?", [
    at,
    tenantId,
    sessionId,
  ]);
}
