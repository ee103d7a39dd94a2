import { encodeRow, type Dialect, type RowSource } from "./dialect.ts";
import type { ManyRows, SqlRow, Statement, LookUp } from "./model.ts";
import type { TableDeclaration } from "./table.ts";

/** What becomes of a row whose key is taken: the statement fails, or the row is left out, or it takes the place. */
export type OnTaken = "refuse" | "skip" | "replace";

type Verb = OnTaken | "update" | "delete";

interface TableTexts {
  /** For one row, whose values are given one by one. */
  readonly one: Readonly<Record<Verb | "select", string>>;
  /** For all rows of the source; null where the engine takes them one by one. */
  readonly many: Readonly<Record<Verb, string>> | null;
  readonly source: RowSource | null;
}

const texts = new WeakMap<Dialect, WeakMap<TableDeclaration, TableTexts>>();

function insertTexts(table: TableDeclaration, insert: string): Readonly<Record<OnTaken, string>> {
  const free = Object.keys(table.columns).filter((name) => !table.primaryKey.includes(name));
  const set = free.map((name) => `${name} = excluded.${name}`).join(", ");
  return {
    refuse: insert,
    skip: `${insert} ON CONFLICT DO NOTHING`,
    replace: `${insert} ON CONFLICT (${table.primaryKey.join(", ")}) DO UPDATE SET ${set}`,
  };
}

function manyTexts(dialect: Dialect, table: TableDeclaration, source: RowSource) {
  const names = Object.keys(table.columns);
  const free = names.filter((name) => !table.primaryKey.includes(name));
  const same = table.primaryKey.map((name) => `t.${name} = given.${name}`).join(" AND ");
  const list = names.join(", ");
  // Without a condition an engine takes what follows for a join.
  const insert = `INSERT INTO ${table.name} (${list}) SELECT ${list} FROM ${source.text} WHERE true`;
  return {
    ...insertTexts(table, insert),
    update: `UPDATE ${table.name} AS t SET ${free.map((name) => `${name} = given.${name}`).join(", ")}
      FROM ${source.text} WHERE ${same}${dialect.sameTenant(table, "t")}`,
    delete: dialect.deleteGiven(table, source),
  };
}

function oneTexts(dialect: Dialect, table: TableDeclaration): TableTexts["one"] {
  const names = Object.keys(table.columns);
  const free = names.filter((name) => !table.primaryKey.includes(name));
  const places = names.map((_, index) => dialect.placeholder(index + 1));
  const given = (columns: readonly string[], from = 0) =>
    columns.map((name, index) => `${name} = ${dialect.placeholder(from + index + 1)}`);
  const insert = `INSERT INTO ${table.name} (${names.join(", ")}) VALUES (${places.join(", ")})`;
  const where = given(table.primaryKey, free.length).join(" AND ");
  return {
    ...insertTexts(table, insert),
    update: `UPDATE ${table.name} SET ${given(free).join(", ")} WHERE ${where}`,
    delete: `DELETE FROM ${table.name} WHERE ${given(names).join(" AND ")}`,
    select: `SELECT * FROM ${table.name} WHERE ${given(table.primaryKey).join(" AND ")}`,
  };
}

// The texts never change for a table, so an engine prepares each once.
function textsFor(dialect: Dialect, table: TableDeclaration): TableTexts {
  const ofEngine = texts.get(dialect) ?? new WeakMap<TableDeclaration, TableTexts>();
  texts.set(dialect, ofEngine);
  const known = ofEngine.get(table);
  if (known !== undefined) return known;
  const source = dialect.rowSource(table);
  const many = source === null ? null : manyTexts(dialect, table, source);
  const made = { one: oneTexts(dialect, table), many, source };
  ofEngine.set(table, made);
  return made;
}

function valuesOf(
  dialect: Dialect,
  table: TableDeclaration,
  verb: Verb,
  row: SqlRow,
): readonly unknown[] {
  if (verb !== "update") return encodeRow(dialect, table, row);
  const free = Object.keys(table.columns).filter((name) => !table.primaryKey.includes(name));
  return [...free, ...table.primaryKey].map((name) =>
    dialect.encode(table.columns[name]?.kind ?? "text", row[name]),
  );
}

function standsAlone({ insertsAlone }: Dialect, verb: Verb): boolean {
  return insertsAlone && verb !== "update" && verb !== "delete";
}

function rowStatement(
  dialect: Dialect,
  table: TableDeclaration,
  verb: Verb,
  row: SqlRow,
): Statement {
  const { one, many, source } = textsFor(dialect, table);
  return {
    text: one[verb],
    // Worked out only where the row is not joined with others.
    get values() {
      return valuesOf(dialect, table, verb, row);
    },
    ...(many === null || source === null || standsAlone(dialect, verb)
      ? {}
      : { many: { text: many[verb], rows: [row], values: source.values } }),
  };
}

function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  if (items.length <= size) return items.length === 0 ? [] : [items];
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function rowsStatements(
  dialect: Dialect,
  table: TableDeclaration,
  verb: Verb,
  rows: readonly SqlRow[],
): readonly Statement[] {
  const { many, source } = textsFor(dialect, table);
  if (rows.length < 2 || many === null || source === null || standsAlone(dialect, verb))
    return rows.map((row) => rowStatement(dialect, table, verb, row));
  const { values, most } = source;
  return chunks(rows, most).map((some) => manyStatement({ text: many[verb], rows: some, values }));
}

/** Inserts a row, which must be new. */
export function insertStatement(dialect: Dialect, table: TableDeclaration, row: SqlRow): Statement {
  return rowStatement(dialect, table, "refuse", row);
}

/** Inserts, or does nothing where the key is taken. */
export function insertIgnoringStatement(
  dialect: Dialect,
  table: TableDeclaration,
  row: SqlRow,
): Statement {
  return rowStatement(dialect, table, "skip", row);
}

/** Inserts a row, or replaces the one that has its key. */
export function upsertStatement(dialect: Dialect, table: TableDeclaration, row: SqlRow): Statement {
  return rowStatement(dialect, table, "replace", row);
}

/** Reads one row by its whole key. */
export function selectByKeyStatement(
  dialect: Dialect,
  table: TableDeclaration,
  key: readonly unknown[],
): Statement {
  return { text: textsFor(dialect, table).one.select, values: key };
}

/**
 * Inserts many rows: one statement whatever their number, where the engine has a way.
 * @param returning the columns by which those that went in are known
 */
export function insertRows(
  dialect: Dialect,
  table: TableDeclaration,
  rows: readonly SqlRow[],
  onTaken: OnTaken,
  returning: readonly string[] = [],
): readonly Statement[] {
  const statements = rowsStatements(dialect, table, onTaken, rows);
  if (returning.length === 0) return statements;
  const tail = ` RETURNING ${returning.join(", ")}`;
  return statements.map((statement) => ({
    text: `${statement.text}${tail}`,
    get values() {
      return statement.values;
    },
  }));
}

/** A row as it stands, and as it is to be. */
export interface ChangedRow {
  readonly before: SqlRow;
  readonly after: SqlRow;
}

// Only what has changed is named: a bill that is paid does not have its lines made into text again. A table has as many texts
// as there are sets of columns that its commands change.
function changedStatement(
  dialect: Dialect,
  table: TableDeclaration,
  { before, after }: ChangedRow,
): Statement | null {
  const values: unknown[] = [];
  let set = "";
  for (const [name, { kind }] of Object.entries(table.columns)) {
    if (before[name] === after[name] || table.primaryKey.includes(name)) continue;
    values.push(dialect.encode(kind, after[name]));
    set += `${set === "" ? "" : ", "}${name} = ${dialect.placeholder(values.length)}`;
  }
  if (set === "") return null;
  const key = table.primaryKey.map(
    (name, index) => `${name} = ${dialect.placeholder(values.length + index + 1)}`,
  );
  return {
    text: `UPDATE ${table.name} SET ${set} WHERE ${key.join(" AND ")}`,
    values: [...values, ...table.primaryKey.map((name) => after[name])],
  };
}

/**
 * Writes changed rows back by their keys: all columns, or where the engine would write indexes anew for nothing, those alone
 * that have changed. The update of an order wrote five pages of indexes for each of its results.
 */
export function updateRows(
  dialect: Dialect,
  table: TableDeclaration,
  rows: readonly ChangedRow[],
): readonly Statement[] {
  if (dialect.writesNamedIndexes)
    return rows.flatMap((row) => changedStatement(dialect, table, row) ?? []);
  return rowsStatements(
    dialect,
    table,
    "update",
    rows.map(({ after }) => after),
  );
}

/** Takes away the rows that agree in every column. */
export function deleteRows(
  dialect: Dialect,
  table: TableDeclaration,
  rows: readonly SqlRow[],
): readonly Statement[] {
  return rowsStatements(dialect, table, "delete", rows);
}

/** A statement over some rows, as it runs by itself. */
export function manyStatement(many: ManyRows): Statement {
  return {
    text: many.text,
    get values() {
      return many.values(many.rows);
    },
    many,
  };
}

/** The rows of a statement as one JSON array, its only value. */
export function jsonRows(rows: readonly SqlRow[]): readonly unknown[] {
  return [JSON.stringify(rows)];
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
  const byText = new Map<string, ManyRows & { readonly rows: SqlRow[] }>();
  const alone: Statement[] = [];
  for (const statement of statements) {
    const { many } = statement;
    const known = many === undefined ? undefined : byText.get(many.text);
    if (many === undefined) alone.push(statement);
    else if (known === undefined) byText.set(many.text, { ...many, rows: [...many.rows] });
    else known.rows.push(...many.rows);
  }
  return [...Array.from(byText.values(), manyStatement), ...alone];
}

const lookUps = new WeakMap<readonly string[], Map<string, string>>();

// Who asks again with the same list of columns is answered with the same text.
function lookUpText(dialect: Dialect, { table, columns, fixed, column }: LookUp): string {
  const names = Object.keys(fixed);
  const asked = `${dialect.engine} ${table} ${column} ${names.join(" ")}`;
  const asText = lookUps.get(columns)?.get(asked);
  if (asText !== undefined) return asText;
  const where = ["tenant_id", ...names].map(
    (name, index) => `${name} = ${dialect.placeholder(index + 1)}`,
  );
  const text = `SELECT ${columns.join(", ")} FROM ${table} WHERE ${where.join(" AND ")} AND ${column}`;
  const known = lookUps.get(columns) ?? new Map<string, string>();
  lookUps.set(columns, known.set(asked, text));
  return text;
}

/** A look-up as a statement of its own. */
export function lookUpStatement(dialect: Dialect, question: LookUp): Statement {
  const { tenantId, fixed, isLocking, limit } = question;
  const given = [tenantId, ...Object.values(fixed)];
  const each = dialect.limitEach(
    lookUpText(dialect, question),
    { position: given.length + 1, values: inList(question.values), limit },
    isLocking ? dialect.forUpdate : "",
  );
  return { text: each.text, values: [...given, ...each.values] };
}
