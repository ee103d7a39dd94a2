import { asRecord } from "@edgeward/shared/write/row-change.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { Statement } from "@edgeward/shared/db/model.ts";
import { claimsTable } from "@edgeward/shared/db/core.table.ts";
import { deleteRows, selectByKeyStatement } from "@edgeward/shared/db/statements.ts";
import type { TableDeclaration } from "@edgeward/shared/db/table.ts";
import { passOnClaims } from "@edgeward/shared/write/doubles.ts";

/** Whose node this is. */
interface Own {
  readonly tenantId: string;
  readonly branchId: string;
}

/** Records of other branches in a table, of one patient or of all. */
export async function foreignIds(
  session: Session,
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

// What a record is found by and holds follows from the record: an index of both by record would be written with each
// change, for the few that are ever taken away.
async function derivedOf(
  session: Session,
  table: TableDeclaration,
  tenantId: string,
  id: string,
): Promise<readonly Statement[]> {
  if (table.searchKeys === undefined && table.claims === undefined) return [];
  const { text, values } = selectByKeyStatement(session.dialect, table, [tenantId, id]);
  const [row] = await session.query(text, values);
  if (row === undefined) return [];
  const record = asRecord(row);
  const claims = (table.claims?.(record) ?? []).map(({ kind, value }) => ({
    tenant_id: tenantId,
    claim_kind: kind,
    claim_value: value,
    entity_id: id,
  }));
  return [
    ...(table.searchKeys?.(record) ?? []).map((key) => ({
      text: `DELETE FROM search_keys
        WHERE tenant_id = ? AND entity = ? AND search_key = ? AND entity_id = ?`,
      values: [tenantId, table.name, key, id],
    })),
    ...deleteRows(session.dialect, claimsTable, claims),
    ...passOnClaims(session.dialect, claims),
  ];
}

/** Takes records and all that is derived from them away from this node; at the hub they stay as they are. */
export async function removeRows(
  session: Session,
  table: TableDeclaration,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const values = [tenantId, id];
    await session.runAll([
      ...(await derivedOf(session, table, tenantId, id)),
      { text: `DELETE FROM ${table.name} WHERE tenant_id = ? AND id = ?`, values },
      { text: "DELETE FROM reservations WHERE tenant_id = ? AND ref_id = ?", values },
    ]);
  }
}

/** Removes what this node has of a patient from other branches; its own records of the patient stay. */
export async function purgePatient(session: Session, own: Own, patientId: string): Promise<void> {
  for (const table of session.schema.tables) {
    const isLent = table.audience === "branch" && table.merge !== "local";
    if (!isLent || table.columns["patient_id"] === undefined) continue;
    const ids = await foreignIds(session, table, own, patientId);
    await removeRows(session, table, own.tenantId, ids);
  }
}
