import { encodeRow, postgresDialect } from "@edgeward/shared/db/dialect.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { ColumnKind, TableDeclaration } from "@edgeward/shared/db/table.ts";
import { arrayText } from "./array-text.ts";
import { jsonArray } from "./json-array.ts";

const arrayTypes: Readonly<Record<ColumnKind, string>> = {
  text: "text[]",
  int: "bigint[]",
  bool: "boolean[]",
  json: "jsonb[]",
};

interface BulkTexts {
  readonly insert: string;
  readonly upsert: string;
}

const cache = new WeakMap<TableDeclaration, BulkTexts>();

// One array for each column. Processor time of the server for a row, against the same rows as one JSON parameter:
// patients 43 -> 29 us, audit events 47 -> 31, operations 39 -> 35, domain events 10.6 -> 7.3.
function textsFor(table: TableDeclaration): BulkTexts {
  const known = cache.get(table);
  if (known !== undefined) return known;
  const columns = Object.entries(table.columns);
  const names = columns.map(([name]) => name).join(", ");
  const places = columns.map(([, { kind }], index) => `$${index + 1}::${arrayTypes[kind]}`);
  const insert = `INSERT INTO ${table.name} (${names}) SELECT * FROM unnest(${places.join(", ")})`;
  const free = Object.keys(table.columns).filter((name) => !table.primaryKey.includes(name));
  const set = free.map((name) => `${name} = excluded.${name}`).join(", ");
  const upsert = `${insert} ON CONFLICT (${table.primaryKey.join(", ")}) DO UPDATE SET ${set}`;
  const texts = { insert, upsert };
  cache.set(table, texts);
  return texts;
}

function columnArrays(
  table: TableDeclaration,
  rows: readonly SqlRow[],
): readonly (string | Buffer)[] {
  const encoded = rows.map((row) => encodeRow(postgresDialect, table, row));
  return Object.values(table.columns).map(({ kind }, index) => {
    const values = encoded.map((row) => row[index]);
    return kind === "json" ? jsonArray(values) : arrayText(values);
  });
}

/** Inserts many rows; one whose key is taken is left out. Returns those that went in, by the given columns. */
export async function bulkInsertIgnoring(
  session: Session,
  table: TableDeclaration,
  rows: readonly SqlRow[],
  returning: readonly string[],
): Promise<readonly SqlRow[]> {
  if (rows.length === 0) return [];
  const tail = returning.length === 0 ? "" : ` RETURNING ${returning.join(", ")}`;
  const text = `${textsFor(table).insert} ON CONFLICT DO NOTHING${tail}`;
  return session.query(text, columnArrays(table, rows));
}

/** Inserts many rows, all of which must be new. */
export async function bulkInsert(
  session: Session,
  table: TableDeclaration,
  rows: readonly SqlRow[],
): Promise<void> {
  if (rows.length > 0) await session.query(textsFor(table).insert, columnArrays(table, rows));
}

/** Inserts or replaces many rows by their key. */
export async function bulkUpsert(
  session: Session,
  table: TableDeclaration,
  rows: readonly SqlRow[],
): Promise<void> {
  if (rows.length > 0) await session.query(textsFor(table).upsert, columnArrays(table, rows));
}

/** Rows of a table by id, locked against other writers. */
export async function lockRows(
  session: Session,
  table: TableDeclaration,
  tenantId: string,
  ids: readonly string[],
): Promise<readonly SqlRow[]> {
  if (ids.length === 0) return [];
  // In one order, so that two batches that meet on the same rows wait for each other instead of both.
  return session.query(
    `SELECT * FROM ${table.name} WHERE tenant_id = $1 AND id = ANY($2::text[]) ORDER BY id FOR UPDATE`,
    [tenantId, ids],
  );
}
