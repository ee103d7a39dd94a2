import type { Schema } from "./schema.ts";
import type { SqlRow, Statement } from "./model.ts";
import { arrayText } from "./array-text.ts";
import { jsonArray } from "./json-array.ts";
import { encodeJson, isJson } from "./json-kinds.ts";
import type { Column, ColumnKind, Columns, Index, TableDeclaration } from "./table.ts";

/** Texts that a column may hold. */
interface TextList {
  /** Which value the first of them is, from 1. */
  readonly position: number;
  readonly values: readonly string[];
  /** At most so many rows for each. */
  readonly limit: number;
}

/** Rows of a table as the one source of a statement, under the name `given`. */
export interface RowSource {
  readonly text: string;
  /** More than this are two statements. */
  readonly most: number;
  readonly values: (rows: readonly SqlRow[]) => readonly unknown[];
}

/** Everything in which the two engines differ. Nothing outside this file asks which engine it is on. */
export interface Dialect {
  readonly engine: "sqlite" | "postgres";
  /** Whether rows of different tenants may stand on different machines: a statement is then of one tenant. */
  readonly isSpread: boolean;
  /** The placeholder of the n-th value, from 1. */
  placeholder(position: number): string;
  /** A value as the driver takes it for a column of that kind. */
  encode(kind: ColumnKind, value: unknown): unknown;
  columnType(kind: ColumnKind): string;
  /** The indexes of a table that this engine has. */
  indexesOf(table: Pick<TableDeclaration, "indexes">): readonly Index[];
  /** What follows the closing bracket of CREATE TABLE. */
  tableSuffix(table: Pick<TableDeclaration, "isClustered">): string;
  /** The n-th value as text, where the engine cannot derive its type from the place. */
  textPlaceholder(position: number): string;
  /** A row source with one column `value`: the elements of the JSON array of texts given as the n-th value. */
  elements(position: number): string;
  /** A SELECT that ends with the name of a column, narrowed to rows where it holds one of some texts. */
  limitEach(select: string, wanted: TextList, lock: string): Statement;
  /** Many rows of a table at once; null where a statement that is run for each row is faster. */
  rowSource(table: TableDeclaration): RowSource | null;
  /** Whether an UPDATE writes each index anew of which it names a column, also where the value is the one that was there. */
  readonly writesNamedIndexes: boolean;
  /** Whether each new row is put down by a statement of its own. */
  readonly insertsAlone: boolean;
  /** A condition, behind others, that says of a table beside a row source once more whose the rows are. */
  sameTenant(table: TableDeclaration, alias: string): string;
  /** Takes away the rows of a table that agree with those of a source in every column. */
  deleteGiven(table: TableDeclaration, source: RowSource): string;
  /** Inserts reservations whose times are free, and returns the `ref_id` of each that went in. */
  reserveFree(table: TableDeclaration, rows: readonly SqlRow[]): readonly Statement[];
  /**
   * An expression for which writing of a row a query has found: each writing of it gives another. Null where the engine has
   * none; there rows are known again by their values.
   */
  readonly rowStamp: ((alias: string) => string) | null;
  /** Whether each page that changes behind a savepoint is first copied aside, so that the savepoint is to end as soon as it may. */
  readonly copiesBehindSavepoints: boolean;
  /** Whether the engine chooses its way to the rows by how many it expects, from what it has counted of their values. */
  readonly plansByCounts: boolean;
  /** Appended to a SELECT of rows that the transaction is about to change. */
  readonly forUpdate: string;
  /** Statements that make overlapping rows of `reservations` impossible, but for those that are known to be double. */
  readonly reservationGuard: readonly string[];
}

/** Where a column of a result comes from, as the engine reports it; no table where it is worked out. */
export interface ResultColumn {
  readonly name: string;
  readonly table: string | null;
  readonly column: string | null;
}

function parsed(value: unknown): unknown {
  return typeof value === "string" ? JSON.parse(value) : value;
}

const sqliteDecoders: Readonly<Partial<Record<ColumnKind, (value: unknown) => unknown>>> = {
  bool: (value) => (typeof value === "number" ? value !== 0 : value),
  json: parsed,
  document: parsed,
};

/** Restores a row as its table declares it. */
export type RowDecoder = (row: SqlRow) => SqlRow;

/**
 * How rows with these columns get their booleans and JSON back, each by the table it comes from; null when nothing has
 * to be restored. Worked out once a statement.
 */
export function sqliteRowDecoder(
  schema: Schema,
  columns: readonly ResultColumn[],
): RowDecoder | null {
  const coded = columns.flatMap(({ name, table, column }) => {
    const kind = schema.find(table ?? "")?.columns[column ?? ""]?.kind;
    const decode = kind === undefined ? undefined : sqliteDecoders[kind];
    return decode === undefined ? [] : [[name, decode] as const];
  });
  if (coded.length === 0) return null;
  // In the row itself, which the driver has just made: a copy of each was a sixth of what reading a patient takes.
  return (row) => {
    const decoded: Record<string, unknown> = row;
    for (const [name, decode] of coded) decoded[name] = decode(row[name]);
    return row;
  };
}

const sqliteTypes: Readonly<Record<ColumnKind, string>> = {
  text: "TEXT",
  int: "INTEGER",
  bool: "INTEGER",
  json: "TEXT",
  document: "TEXT",
};

// C collation: text sorts by its bytes, as SQLite's BINARY does, and prefix ranges can use an index.
const postgresTypes: Readonly<Record<ColumnKind, string>> = {
  text: 'TEXT COLLATE "C"',
  int: "BIGINT",
  bool: "BOOLEAN",
  json: "JSONB",
  document: "JSON",
};

// The event loop turns between two statements; one over so many rows takes some 10 ms.
const jsonRows = 4_000;

function jsonSource(table: TableDeclaration): RowSource {
  const names = Object.keys(table.columns).map((name, place) => `value ->> ${place} AS ${name}`);
  return {
    text: `(SELECT ${names.join(", ")} FROM json_each(?)) AS given`,
    most: jsonRows,
    values: (rows) => [JSON.stringify(rows.map((row) => encodeRow(sqliteDialect, table, row)))],
  };
}

const arrayTypes: Readonly<Record<ColumnKind, string>> = {
  text: "text[]",
  int: "bigint[]",
  bool: "boolean[]",
  json: "jsonb[]",
  document: "json[]",
};

// One array for each column. Processor time of the server for a row, against the same rows as one JSON parameter:
// patients 43 -> 29 us, audit events 47 -> 31, operations 39 -> 35, domain events 10.6 -> 7.3.
function arraySource(table: TableDeclaration): RowSource {
  const columns = Object.entries(table.columns);
  const places = columns.map(([, { kind }], index) => `$${index + 1}::${arrayTypes[kind]}`);
  const names = columns.map(([name]) => name).join(", ");
  return {
    text: `unnest(${places.join(", ")}) AS given (${names})`,
    most: Number.POSITIVE_INFINITY,
    values: (rows) =>
      columns.map(([name, { kind }]) => {
        const values = rows.map((row) => postgresDialect.encode(kind, row[name]));
        return isJson(kind) ? jsonArray(values, kind) : arrayText(values);
      }),
  };
}

// Of two that hold their time the constraint leaves out the second; of those that are double it knows nothing.
function reserveFree(
  table: TableDeclaration,
  rows: readonly SqlRow[],
  sameTenant: string,
): readonly Statement[] {
  if (rows.length === 0) return [];
  const source = arraySource(table);
  const list = Object.keys(table.columns).join(", ");
  return [
    {
      text: `INSERT INTO ${table.name} (${list}) SELECT ${list} FROM ${source.text}
          WHERE NOT EXISTS (SELECT 1 FROM ${table.name} AS other WHERE other.is_double
            AND other.tenant_id = given.tenant_id${sameTenant} AND other.resource_id = given.resource_id
            AND other.start_ms < given.end_ms AND other.end_ms > given.start_ms)
          ON CONFLICT DO NOTHING RETURNING ref_id`,
      values: source.values(rows),
    },
  ];
}

/** SQLite 3.51 or newer, on the branch node. */
export const sqliteDialect: Dialect = {
  engine: "sqlite",
  isSpread: false,
  placeholder: () => "?",
  encode: (kind, value) => {
    if (isJson(kind)) return encodeJson(value);
    return typeof value === "boolean" ? Number(value) : (value ?? null);
  },
  columnType: (kind) => sqliteTypes[kind],
  textPlaceholder: () => "?",
  elements: () => "json_each(?)",
  limitEach: (select, { values, limit }, lock) => ({
    text: `${select} IN (${values.map(() => "?").join(", ")}) LIMIT ${limit * values.length}${lock}`,
    values,
  }),
  // A statement prepared once and run for each row is this engine's fastest way, except for many short rows: in one
  // statement, in the order of their index, a patient's search keys took 119 us of processor time in place of 165.
  rowSource: (table) => (table.isClustered ? jsonSource(table) : null),
  writesNamedIndexes: true,
  insertsAlone: false,
  sameTenant: () => "",
  deleteGiven: ({ name, columns }, { text }) => {
    const names = Object.keys(columns).join(", ");
    return `DELETE FROM ${name} WHERE (${names}) IN (SELECT ${names} FROM ${text})`;
  },
  // The guard is a trigger here, which knows no ON CONFLICT; and a statement over many rows does not see its own.
  reserveFree: ({ name }, rows) =>
    rows.map((row) => {
      const { tenant_id: tenantId, resource_id: resourceId, start_ms: start, end_ms: end } = row;
      return {
        text: `INSERT INTO ${name} (tenant_id, ref_id, resource_id, start_ms, end_ms, is_double)
          SELECT ?, ?, ?, ?, ?, FALSE WHERE NOT EXISTS (SELECT 1 FROM ${name}
            WHERE tenant_id = ? AND resource_id = ? AND start_ms < ? AND end_ms > ?) RETURNING ref_id`,
        values: [tenantId, row["ref_id"], resourceId, start, end, tenantId, resourceId, end, start],
      };
    }),
  indexesOf: ({ indexes }) => indexes.filter(({ isHubOnly }) => isHubOnly !== true),
  rowStamp: null,
  copiesBehindSavepoints: true,
  plansByCounts: false,
  // By itself a row is kept under a number of its own, and its key in an index beside it.
  tableSuffix: ({ isClustered }) => (isClustered ? " STRICT, WITHOUT ROWID" : " STRICT"),
  forUpdate: "",
  reservationGuard: [
    `CREATE TRIGGER reservations_no_overlap BEFORE INSERT ON reservations
       WHEN NOT NEW.is_double AND EXISTS (SELECT 1 FROM reservations AS other
         WHERE other.tenant_id = NEW.tenant_id AND other.resource_id = NEW.resource_id
           AND other.ref_id <> NEW.ref_id AND other.start_ms < NEW.end_ms AND other.end_ms > NEW.start_ms)
       BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint failed: reservations overlap'); END`,
  ],
};

/** PostgreSQL 15 or newer, on the hub. */
export const postgresDialect: Dialect = {
  engine: "postgres",
  isSpread: false,
  placeholder: (position) => `$${position}`,
  encode: (kind, value) => (isJson(kind) ? encodeJson(value) : (value ?? null)),
  columnType: (kind) => postgresTypes[kind],
  textPlaceholder: (position) => `$${position}::text`,
  rowSource: arraySource,
  writesNamedIndexes: false,
  insertsAlone: false,
  sameTenant: () => "",
  deleteGiven: ({ name, columns }, { text }) => {
    const same = Object.keys(columns).map((column) => `t.${column} = given.${column}`);
    return `DELETE FROM ${name} AS t USING ${text} WHERE ${same.join(" AND ")}`;
  },
  reserveFree: (table, rows) => reserveFree(table, rows, ""),
  // One after the other, each by its index: over a list the planner read all rows of a tenant where it had no statistics
  // yet, 2.6 ms for claims among 3,000 where this takes 0.02. In order, so that two that lock the same rows do not deadlock.
  limitEach: (select, { position, values, limit }, lock) => ({
    text: `SELECT found.* FROM unnest($${position}::text[]) AS wanted (value),
      LATERAL (${select} = wanted.value LIMIT ${limit}${lock}) AS found`,
    values: [[...new Set(values)].toSorted()],
  }),
  elements: (position) => `jsonb_array_elements_text($${position}::jsonb) AS e(value)`,
  indexesOf: ({ indexes }) => indexes,
  tableSuffix: () => "",
  rowStamp: (alias) => `${alias}.xmin::text`,
  copiesBehindSavepoints: false,
  plansByCounts: true,
  forUpdate: " FOR UPDATE",
  reservationGuard: [
    `ALTER TABLE reservations ADD CONSTRAINT reservations_no_overlap
       EXCLUDE USING gist (tenant_id WITH =, resource_id WITH =, int8range(start_ms, end_ms) WITH &&)
       WHERE (NOT is_double)`,
  ],
};

/** PostgreSQL with Citus: the rows of one tenant stand together on one of several machines. */
export const spreadDialect: Dialect = {
  ...postgresDialect,
  isSpread: true,
  // Citus takes the rows of a source for rows of any machine: it commits in two phases, of which readers of the feed would have
  // to know, or copies them in, which PostgreSQL refuses under row-level security.
  insertsAlone: true,
  // Each machine counts its own transactions.
  rowStamp: null,
  // All rows of a statement are one tenant's. As a constant it says where the statement runs; from the row source it does not.
  sameTenant: ({ columns }, alias) =>
    ` AND ${alias}.tenant_id = ($${Object.keys(columns).indexOf("tenant_id") + 1}::text[])[1]`,
  deleteGiven: (table, source) =>
    `${postgresDialect.deleteGiven(table, source)}${spreadDialect.sameTenant(table, "t")}`,
  reserveFree: (table, rows) => reserveFree(table, rows, spreadDialect.sameTenant(table, "other")),
};

/** A column as CREATE TABLE writes it. */
export function columnDefinition(
  dialect: Dialect,
  name: string,
  declared: Column<unknown>,
): string {
  return `${name} ${dialect.columnType(declared.kind)}${declared.isNullable ? "" : " NOT NULL"}`;
}

/** The statement that makes an index. */
export function indexDefinition(table: string, index: Index): string {
  const unique = index.isUnique === true ? "UNIQUE " : "";
  const where = index.where === undefined ? "" : ` WHERE ${index.where}`;
  return `CREATE ${unique}INDEX ${index.name} ON ${table} (${index.columns.join(", ")})${where}`;
}

/** The statements that make a table on one engine. */
export function createTableStatements(
  dialect: Dialect,
  table: TableDeclaration,
): readonly string[] {
  const columns = Object.entries(table.columns).map(([name, declared]) =>
    columnDefinition(dialect, name, declared),
  );
  const key = `PRIMARY KEY (${table.primaryKey.join(", ")})`;
  return [
    `CREATE TABLE ${table.name} (\n  ${[...columns, key].join(",\n  ")}\n)${dialect.tableSuffix(table)}`,
    ...dialect.indexesOf(table).map((index) => indexDefinition(table.name, index)),
  ];
}

const kinds = new WeakMap<Columns, readonly (readonly [name: string, kind: ColumnKind])[]>();

/** The columns of a table with their kinds, in order. */
function kindsOf({ columns }: TableDeclaration): readonly (readonly [string, ColumnKind])[] {
  const known = kinds.get(columns);
  if (known !== undefined) return known;
  const made = Object.entries(columns).map(([name, { kind }]) => [name, kind] as const);
  kinds.set(columns, made);
  return made;
}

/** A row's values in a table's column order, as the driver takes them. */
export function encodeRow(
  dialect: Dialect,
  table: TableDeclaration,
  row: SqlRow,
): readonly unknown[] {
  return kindsOf(table).map(([name, kind]) => dialect.encode(kind, row[name]));
}
