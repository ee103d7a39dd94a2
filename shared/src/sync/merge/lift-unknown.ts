import type { Session } from "#db/session.ts";
import { upsertStatement } from "#db/statements.ts";
import type { RecordRow, TableDeclaration } from "#db/table.ts";

async function liftTable(
  session: Session,
  table: TableDeclaration,
  tenantId: string,
): Promise<number> {
  const { dialect } = session;
  const rows = await session.query(
    `SELECT * FROM ${table.name} WHERE tenant_id = ${dialect.placeholder(1)} AND unknown_fields <> '{}'`,
    [tenantId],
  );
  let lifted = 0;
  for (const given of rows) {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- SELECT * of a table that has recordColumns
    const row = given as RecordRow;
    const fields = Object.entries(row.unknown_fields);
    const known = fields.filter(([name]) => table.columns[name] !== undefined);
    if (known.length === 0) continue;
    const unknown = fields.filter(([name]) => table.columns[name] === undefined);
    const after = {
      ...row,
      ...Object.fromEntries(known),
      unknown_fields: Object.fromEntries(unknown),
    };
    await session.runAll([upsertStatement(dialect, table, after)]);
    lifted += 1;
  }
  return lifted;
}

/**
 * Puts what newer nodes had sent, and this one kept beside its records, into the columns that it has by now. After an
 * upgrade; it makes no operation, for nothing has changed. Returns how many records gained something.
 */
export async function liftUnknownFields(session: Session, tenantId: string): Promise<number> {
  let lifted = 0;
  for (const table of session.schema.tables) {
    if (table.merge === "local" || table.columns["unknown_fields"] === undefined) continue;
    lifted += await liftTable(session, table, tenantId);
  }
  return lifted;
}
