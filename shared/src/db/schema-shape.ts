import {
  columnDefinition,
  createTableStatements,
  indexDefinition,
  type Dialect,
} from "./dialect.ts";
import type { Schema } from "./schema.ts";
import type { TableDeclaration } from "./table.ts";

/** A table as the migrations so far have made it. */
interface TableShape {
  /** By name, each with its type and whether it may hold no value. */
  readonly columns: Readonly<Record<string, string>>;
  /** By name, each with the statement that makes it. */
  readonly indexes: Readonly<Record<string, string>>;
}

/** A node's tables by name, as the migrations so far have made them. */
export type SchemaShape = Readonly<Record<string, TableShape>>;

function shapeOfTable(dialect: Dialect, table: TableDeclaration): TableShape {
  const columns = Object.entries(table.columns).map(
    ([name, declared]) => [name, columnDefinition(dialect, name, declared)] as const,
  );
  const indexes = dialect
    .indexesOf(table)
    .map((index) => [index.name, indexDefinition(table.name, index)] as const);
  return { columns: Object.fromEntries(columns), indexes: Object.fromEntries(indexes) };
}

/** The shape that declarations ask for on one engine. */
export function shapeOf(dialect: Dialect, schema: Schema): SchemaShape {
  return Object.fromEntries(
    schema.tables.map((table) => [table.name, shapeOfTable(dialect, table)]),
  );
}

function refuse(what: string): never {
  throw new Error(`${what}: write this migration by hand, with what becomes of the rows`);
}

function addedColumns(table: string, before: TableShape, after: TableShape): readonly string[] {
  return Object.entries(after.columns).flatMap(([name, definition]) => {
    const known = before.columns[name];
    if (known === definition) return [];
    if (known !== undefined) return refuse(`${table}.${name} was ${known} and is ${definition}`);
    if (definition.endsWith("NOT NULL")) return refuse(`${table}.${name} is required and new`);
    return [`ALTER TABLE ${table} ADD COLUMN ${definition}`];
  });
}

function changedIndexes(before: TableShape, after: TableShape): readonly string[] {
  const gone = Object.entries(before.indexes).filter(
    ([name, text]) => after.indexes[name] !== text,
  );
  const made = Object.entries(after.indexes).filter(
    ([name, text]) => before.indexes[name] !== text,
  );
  return [...gone.map(([name]) => `DROP INDEX ${name}`), ...made.map(([, text]) => text)];
}

function changedTable(table: string, before: TableShape, after: TableShape): readonly string[] {
  for (const name of Object.keys(before.columns))
    if (after.columns[name] === undefined) refuse(`${table}.${name} is declared no more`);
  return [...addedColumns(table, before, after), ...changedIndexes(before, after)];
}

/**
 * The statements that lead from what the migrations have made to what the declarations say.
 * @param beside what else a new table needs on this engine: its rights and policies
 * @throws Error for what cannot be done without knowing what the rows are to become
 */
export function schemaDifference(
  dialect: Dialect,
  before: SchemaShape,
  schema: Schema,
  beside: (table: string) => readonly string[] = () => [],
): readonly string[] {
  const after = shapeOf(dialect, schema);
  for (const name of Object.keys(before))
    if (after[name] === undefined) refuse(`the table ${name} is declared no more`);
  return schema.tables.flatMap((table) => {
    const [known, wanted] = [before[table.name], after[table.name]];
    if (known === undefined || wanted === undefined)
      return [...createTableStatements(dialect, table), ...beside(table.name)];
    return changedTable(table.name, known, wanted);
  });
}
