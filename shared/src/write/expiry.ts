import type { SqlRow, WriteOrigin } from "#db/model.ts";
import type { Session } from "#db/session.ts";
import type { TableDeclaration } from "#db/table.ts";
import type { Write, WriteRuntime } from "./model.ts";
import { openWrite } from "./write.ts";

function removeExpired(
  session: Session,
  table: TableDeclaration,
  column: string,
  [tenantId, before]: readonly [tenantId: string, before: string],
): Promise<readonly SqlRow[]> {
  const { dialect } = session;
  return session.query(
    `DELETE FROM ${table.name} WHERE tenant_id = ${dialect.placeholder(1)} AND ${column} < ${dialect.placeholder(2)}
        AND NOT EXISTS (SELECT 1 FROM pending_entities AS p
          WHERE p.tenant_id = ${table.name}.tenant_id AND p.entity_id = ${table.name}.id) RETURNING id`,
    [tenantId, before],
  );
}

function auditPurge(write: Write, table: TableDeclaration, row: SqlRow): void {
  write.audit({
    module: table.name,
    action: "purge",
    outcome: "success",
    entity_type: table.name,
    entity_id: String(row["id"]),
    patient_id: null,
    changes: [],
  });
}

/**
 * Removes the records of every table that declares an expiry whose time has passed, and audits each; one whose change
 * still waits to be sent stays. A node forgets its own copy only: no operation is made of it. Returns how many went.
 * @param before RFC 3339
 */
export async function purgeExpired(
  session: Session,
  runtime: WriteRuntime,
  origin: WriteOrigin,
  before: string,
): Promise<number> {
  const write = openWrite(session, runtime, origin, "record.purge");
  let purged = 0;
  for (const table of session.schema.tables) {
    if (table.expires === undefined) continue;
    const scope = [origin.tenantId, before] as const;
    const rows = await removeExpired(session, table, table.expires, scope);
    for (const row of rows) auditPurge(write, table, row);
    purged += rows.length;
  }
  if (purged > 0) await write.flush([]);
  return purged;
}
