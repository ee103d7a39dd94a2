import type { AuditItem, NodeRuntime } from "@edgeward/shared/db/model.ts";
import { upsertStatement } from "@edgeward/shared/db/statements.ts";
import type { RowOf } from "@edgeward/shared/db/table.ts";
import { staffPinsTable } from "#db/branch.table.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";

/** Keeps the PIN that somebody has set in place of the one before, together with what the audit says of it. */
export async function keepPin(
  store: SqliteStore,
  runtime: NodeRuntime,
  row: RowOf<typeof staffPinsTable>,
  said: AuditItem,
): Promise<void> {
  await store.write({ tenantId: row.tenant_id }, async (session) => {
    const audit = await session.audit(runtime, [said]);
    await session.runAll([upsertStatement(session.dialect, staffPinsTable, row), ...audit]);
  });
}
