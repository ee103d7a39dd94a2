import { encodeRow, type Dialect } from "./dialect.ts";
import type { ManyRows, SqlRow, Statement, LookUp } from "./model.ts";
import type { TableDeclaration } from "./table.ts";

interface TableTexts {
  readonly insert: string;
  readonly insertIgnoring: string;
  readonly upsert: string;
  readonly update: string;
  readonly select: string;
  /** The same over the JSON array of rows given as the only value; null where the engine has no way. */
  readonly many: Readonly<Record<ManyVerb, string>> | null;
}

/** What can be done with many rows at once; `delete` takes those away that agree in every column. */
type ManyVerb = "insert" | "insertIgnoring" | "upsert" | "update" | "delete";

const cache = new Map<string, TableTexts>();

function manyTexts(dialect: Dialect, table: TableDeclaration): TableTexts["many"] {
  if (dialect.rowsOf === null) return null;
  const names = Object.keys(table.columns);
  const free = names.filter((name) => !table.primaryKey.includes(name));
  const source = dialect.rowsOf(table.name);
  const insert = `INSERT INTO ${table.name} (${names.join(", ")}) SELECT ${names.join(", ")} FROM ${source}`;
  const target = `ON CONFLICT (${table.primaryKey.join(", ")})`;
  const same = (columns: readonly string[]) =>
    columns.map((name) => `t.${name} = given.${name}`).join(" AND ");
  return {
    insert,
    insertIgnoring: `${insert} ${target} DO NOTHING`,
    upsert: `${insert} ${target} DO UPDATE SET ${free.map((name) => `${name} = excluded.${name}`).join(", ")}`,
    update: `UPDATE ${table.name} AS t SET ${free.map((name) => `${name} = given.${name}`).join(", ")}
      FROM ${source} AS given WHERE ${same(table.primaryKey)}`,
    delete: `DELETE FROM ${table.name} AS t USING ${source} AS given WHERE ${same(names)}`,
  };
}

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
    many: manyTexts(dialect, table),
  };
  cache.set(cacheKey, texts);
  return texts;
}

type RowVerb = "insert" | "insertIgnoring" | "upsert";

function rowStatement(
  dialect: Dialect,
  table: TableDeclaration,
  verb: RowVerb,
  row: SqlRow,
): Statement {
  const { [verb]: text, many } = textsFor(dialect, table);
  if (many === null) return { text, values: encodeRow(dialect, table, row) };
  return {
    text,
    // Worked out only where the row is not joined with others.
    get values() {
      return encodeRow(dialect, table, row);
    },
    many: { text: many[verb], rows: [row] },
  };
}

/** Inserts a row, which must be new. */
export function insertStatement(dialect: Dialect, table: TableDeclaration, row: SqlRow): Statement {
  return rowStatement(dialect, table, "insert", row);
}

/** Inserts, or does nothing where the key is taken. */
export function insertIgnoringStatement(
  dialect: Dialect,
  table: TableDeclaration,
  row: SqlRow,
): Statement {
  return rowStatement(dialect, table, "insertIgnoring", row);
}

/** Inserts a row, or replaces the one that has its key. */
export function upsertStatement(dialect: Dialect, table: TableDeclaration, row: SqlRow): Statement {
  return rowStatement(dialect, table, "upsert", row);
}

/** Writes all columns of a row back by its key. */
export function updateStatement(dialect: Dialect, table: TableDeclaration, row: SqlRow): Statement {
  const { update: text, many } = textsFor(dialect, table);
  if (many === null) return { text, values: updateValues(dialect, table, row) };
  return {
    text,
    get values() {
      return updateValues(dialect, table, row);
    },
    many: { text: many.update, rows: [row] },
  };
}

function updateValues(dialect: Dialect, table: TableDeclaration, row: SqlRow): readonly unknown[] {
  const names = Object.keys(table.columns);
  const ordered = [
    ...names.filter((name) => !table.primaryKey.includes(name)),
    ...table.primaryKey,
  ];
  return ordered.map((name) => dialect.encode(table.columns[name]?.kind ?? "text", row[name]));
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
  const { many } = textsFor(dialect, table);
  if (rows.length < 2 || many === null) {
    return rows.map((row) => insertStatement(dialect, table, row));
  }
  return [manyStatement({ text: many.insert, rows })];
}

/** What a statement of another form says of its rows, so that they can be joined with others; to be spread into it. */
export function manyRows(
  dialect: Dialect,
  table: TableDeclaration,
  verb: ManyVerb,
  rows: readonly SqlRow[],
): Pick<Statement, "many"> {
  const { many } = textsFor(dialect, table);
  return many === null ? {} : { many: { text: many[verb], rows } };
}

/** A statement over some rows, as it runs by itself. */
export function manyStatement(many: ManyRows): Statement {
  return {
    text: many.text,
    get values() {
      return [JSON.stringify(many.rows)];
    },
    many,
  };
}

/**
 * A list of values for IN, made as long as the next power of two by saying its last value again. The result is the same,
 * and an engine that prepares each text once meets a dozen lengths in place of hundreds.
 */
export function inList(values: readonly string[]): readonly string[] {
  const last = values.at(-1);
  if (last === undefined) return values;
  const length = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...Array.from({ length: length - values.length }, () => last)];
}

/** The same statements with those of one text as one statement over all their rows, where the engine has a way. */
export function joinRows(statements: readonly Statement[]): readonly Statement[] {
  const rowsByText = new Map<string, SqlRow[]>();
  const alone: Statement[] = [];
  for (const statement of statements) {
    const { many } = statement;
    const known = many === undefined ? undefined : rowsByText.get(many.text);
    if (many === undefined) alone.push(statement);
    else if (known === undefined) rowsByText.set(many.text, [...many.rows]);
    else known.push(...many.rows);
  }
  const joined = Array.from(rowsByText, ([text, rows]) => manyStatement({ text, rows }));
  return [...joined, ...alone];
}

/** A look-up as a statement of its own. */
export function lookUpStatement(dialect: Dialect, question: LookUp): Statement {
  const { table, columns, tenantId, fixed, column, isLocking, limit } = question;
  const where = ["tenant_id", ...Object.keys(fixed)].map(
    (name, index) => `${name} = ${dialect.placeholder(index + 1)}`,
  );
  const given = [tenantId, ...Object.values(fixed)];
  const each = dialect.limitEach(
    `SELECT ${columns.join(", ")} FROM ${table} WHERE ${where.join(" AND ")} AND ${column}`,
    { position: given.length + 1, values: inList(question.values), limit },
    isLocking ? dialect.forUpdate : "",
  );
  return { text: each.text, values: [...given, ...each.values] };
}
