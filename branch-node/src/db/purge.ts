import { registeredTables } from "@edgeward/shared/db/registry.ts";
import type { SqlSession } from "@edgeward/shared/db/session.ts";
import type { TableDeclaration } from "@edgeward/shared/db/table.ts";

/** Whose node this is. */
interface Own {
  readonly tenantId: string;
  readonly branchId: string;
}

/** Records of other branches in a table, of one patient or of all. */
export async function foreignIds(
  session: SqlSession,
  table: TableDeclaration,
  own: Own,
  patientId?: string,
): Promise<readonly string[]> {
  const values = [own.tenantId, own.branchId, ...(patientId === undefined ? [] : [patientId])];
  const rows = await session.query(
    `SELECT id FROM ${table.name} WHERE tenant_id = ? AND branch_id IS NOT NULL AND branch_id <> ?
      ${patientId === undefined ? "" : "AND patient_id = ?"}`,
    values,
  );
  return rows.map((row) => String(row["id"]));
}

/** Takes records and all that is derived from them away from this node; at the hub they stay as they are. */
export async function removeRows(
  session: SqlSession,
  table: TableDeclaration,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const values = [tenantId, id];
    await session.runAll([
      { text: `DELETE FROM ${table.name} WHERE tenant_id = ? AND id = ?`, values },
      { text: "DELETE FROM search_keys WHERE tenant_id = ? AND entity_id = ?", values },
      { text: "DELETE FROM claims WHERE tenant_id = ? AND entity_id = ?", values },
      { text: "DELETE FROM reservations WHERE tenant_id = ? AND ref_id = ?", values },
    ]);
  }
}

/** Removes what this node has of a patient from other branches; its own records of the patient stay. */
export async function purgePatient(
  session: SqlSession,
  own: Own,
  patientId: string,
): Promise<void> {
  for (const table of registeredTables()) {
    const isLent = table.audience === "branch" && table.merge !== "local";
    if (!isLent || table.columns["patient_id"] === undefined) continue;
    const ids = await foreignIds(session, table, own, patientId);
    await removeRows(session, table, own.tenantId, ids);
  }
}
