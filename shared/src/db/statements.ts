import { encodeRow, type Dialect } from "./dialect.ts";
import type { SqlRow, Statement } from "./session.ts";
import type { TableDeclaration } from "./table.ts";

interface TableTexts {
  readonly insert: string;
  readonly insertIgnoring: string;
  readonly upsert: string;
  readonly update: string;
  readonly select: string;
}

const cache = new Map<string, TableTexts>();

// The texts never change for a table, so an engine prepares each once.
function textsFor(dialect: Dialect, table: TableDeclaration): TableTexts {
  const cacheKey = `${dialect.engine} ${table.name}`;
  const known = cache.get(cacheKey);
  if (known !== undefined) return known;
  const names = Object.keys(table.columns);
  const places = names.map((_, index) => dialect.placeholder(index + 1));
  const free = names.filter((name) => !table.primaryKey.includes(name));
  const insert = `INSERT INTO ${table.name} (${names.join(", ")}) VALUES (${places.join(", ")})`;
  const target = `ON CONFLICT (${table.primaryKey.join(", ")})`;
  const set = free.map((name, index) => `${name} = ${dialect.placeholder(index + 1)}`);
  const where = table.primaryKey.map(
    (name, index) => `${name} = ${dialect.placeholder(free.length + index + 1)}`,
  );
  const texts: TableTexts = {
    insert,
    insertIgnoring: `${insert} ${target} DO NOTHING`,
    upsert: `${insert} ${target} DO UPDATE SET ${free.map((name) => `${name} = excluded.${name}`).join(", ")}`,
    update: `UPDATE ${table.name} SET ${set.join(", ")} WHERE ${where.join(" AND ")}`,
    select: `SELECT * FROM ${table.name} WHERE ${table.primaryKey
      .map((name, index) => `${name} = ${dialect.placeholder(index + 1)}`)
      .join(" AND ")}`,
  };
  cache.set(cacheKey, texts);
  return texts;
}

/** Inserts a row, which must be new. */
export function insertStatement(dialect: Dialect, table: TableDeclaration, row: SqlRow): Statement {
  return { text: textsFor(dialect, table).insert, values: encodeRow(dialect, table, row) };
}

/** Inserts, or does nothing where the key is taken. */
export function insertIgnoringStatement(
  dialect: Dialect,
  table: TableDeclaration,
  row: SqlRow,
): Statement {
  return { text: textsFor(dialect, table).insertIgnoring, values: encodeRow(dialect, table, row) };
}

/** Inserts a row, or replaces the one that has its key. */
export function upsertStatement(dialect: Dialect, table: TableDeclaration, row: SqlRow): Statement {
  return { text: textsFor(dialect, table).upsert, values: encodeRow(dialect, table, row) };
}

/** Writes all columns of a row back by its key. */
export function updateStatement(dialect: Dialect, table: TableDeclaration, row: SqlRow): Statement {
  const names = Object.keys(table.columns);
  const ordered = [
    ...names.filter((name) => !table.primaryKey.includes(name)),
    ...table.primaryKey,
  ];
  const values = ordered.map((name) =>
    dialect.encode(table.columns[name]?.kind ?? "text", row[name]),
  );
  return { text: textsFor(dialect, table).update, values };
}

/** Reads one row by its whole key. */
export function selectByKeyStatement(
  dialect: Dialect,
  table: TableDeclaration,
  key: readonly unknown[],
): Statement {
  return { text: textsFor(dialect, table).select, values: key };
}

/** Inserts many rows, which must be new: one statement whatever their number, where the engine has a way. */
export function insertManyStatements(
  dialect: Dialect,
  table: TableDeclaration,
  rows: readonly SqlRow[],
): readonly Statement[] {
  if (rows.length < 2 || dialect.rowsOf === null) {
    return rows.map((row) => insertStatement(dialect, table, row));
  }
  const names = Object.keys(table.columns).join(", ");
  const text = `INSERT INTO ${table.name} (${names}) SELECT ${names} FROM ${dialect.rowsOf(table.name)}`;
  return [{ text, values: [JSON.stringify(rows)] }];
}
