import { isWriteEndpoint, type Contract, type Endpoint } from "#contract/endpoint.ts";
import type { EventType } from "#contract/event-types.ts";
import {
  fieldsWith,
  isGivenLater,
  keptForm,
  type Field,
  type FieldOptions,
  type RecordFields,
} from "#contract/record-fields.ts";
import {
  column,
  defineTable,
  recordColumns,
  type Claim,
  type Column,
  type Columns,
  type FieldRule,
  type Index,
  type MergeKind,
  type TableDeclaration,
  type TableOptions,
} from "#db/table.ts";
import { recordForms } from "#contract/record.ts";
import type { SqlRow } from "#db/model.ts";
import type { IdPrefix } from "#kernel/ids.ts";
import { nameTokens, normaliseName } from "#kernel/text.ts";
import type * as z from "zod";
import type { TableWrites, Writes } from "./command-writes.ts";

type ColumnName<F extends Field, Name> = F["options"] extends {
  readonly column: infer Other extends string;
}
  ? Other
  : Name;

interface ValueOfKind<F extends Field> {
  readonly text: string;
  readonly int: number;
  readonly bool: boolean;
  readonly json: Readonly<z.output<F["answered"]>>;
  readonly none: never;
}

type KeptValue<F extends Field> = F["options"] extends { readonly optional: true }
  ? ValueOfKind<F>[F["kind"]] | null
  : ValueOfKind<F>[F["kind"]];

type IsKeyed<O extends FieldOptions> = O extends { readonly sort: true; readonly search: "words" }
  ? true
  : false;

/** The columns that keep some fields. */
export type KeptColumns<F extends RecordFields> = {
  readonly [
    Name in keyof F as F[Name]["kind"] extends "none" ? never : ColumnName<F[Name], Name>
  ]: Column<KeptValue<F[Name]>>;
};

/** The columns for the order of words. */
type KeyColumns<F extends RecordFields> = {
  readonly [
    Name in keyof F & string as IsKeyed<F[Name]["options"]> extends true ? `${Name}_key` : never
  ]: Column<string>;
};

/** The columns of a record's table: every record's, its fields', and those that only the server knows of. */
export type RecordTableColumns<F extends RecordFields, Own extends Columns> = typeof recordColumns &
  Omit<KeptColumns<F> & KeyColumns<F>, keyof Own> &
  Own;

/** What a record's table is beyond its fields. */
export interface RecordTableOptions<F extends RecordFields, Own extends Columns> extends Omit<
  TableOptions<RecordTableColumns<F, NoInfer<Own>>>,
  "columns" | "indexes" | "merge"
> {
  /** What its records' ids begin with. */
  readonly prefix: IdPrefix;
  /** Never left out: a table without one would stay on its node. */
  readonly merge: MergeKind;
  /** Columns that are no fields, or that keep a field otherwise than it is answered. */
  readonly columns?: Own;
  /** Beside those for the orders of its lists: by their columns, each behind the tenant. */
  readonly indexes?: readonly (readonly string[])[];
  /** In place of all of those. */
  readonly namedIndexes?: readonly Index[];
}

/** The column that keeps a field. */
export function columnOf(name: string, declared: Field | undefined): string {
  return declared?.options.column ?? name;
}

// A column of its own for the order of words: letters of any case and script side by side.
function keyColumn(name: string): string {
  return `${name}_key`;
}

function isKeyed({ options }: Field): boolean {
  return options.sort === true && options.search === "words";
}

/** The column in whose order a list by a field, or by one of every record's, is. */
export function sortColumnOf(fields: RecordFields, name: string): string {
  const declared = fields[name];
  if (declared === undefined) return name;
  return isKeyed(declared) ? keyColumn(name) : columnOf(name, declared);
}

function columnsOf(fields: RecordFields): Readonly<Record<string, Column<unknown>>> {
  const columns: Record<string, Column<unknown>> = { ...recordColumns };
  for (const [name, declared] of Object.entries(fields)) {
    const { kind, options } = declared;
    if (kind === "none") continue;
    const builders = options.optional === true ? column.nullable : column;
    columns[columnOf(name, declared)] = builders[kind]();
    if (isKeyed(declared)) columns[keyColumn(name)] = column.text();
  }
  return columns;
}

function claimsOf(table: string, fields: RecordFields): ((row: SqlRow) => readonly Claim[]) | null {
  const unique = Object.entries(fields).flatMap(([name, declared]) => {
    const code = declared.options.unique;
    return code === undefined ? [] : [{ name, kept: columnOf(name, declared), code }];
  });
  if (unique.length === 0) return null;
  return (row) =>
    unique.flatMap(({ name, kept, code }) => {
      const value = row[kept];
      if (typeof value !== "string") return [];
      return [{ kind: `${table}.${name}`, value, field: name, code, disputed: kept }];
    });
}

function usualIndexes(
  table: string,
  fields: RecordFields,
  more: readonly (readonly string[])[],
): readonly Index[] {
  const sorted = fieldsWith(fields, "sort").map((name) => [sortColumnOf(fields, name), "id"]);
  return [["created_at", "id"], ...sorted, ...more].map((columns) => ({
    name: `${table}_by_${columns.filter((name) => name !== "id").join("_and_")}`,
    columns: ["tenant_id", ...columns],
  }));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** What the words of fields add to a table: columns for their order, and the keys under which search finds them. */
function wordsOf(fields: RecordFields) {
  const keyed = Object.keys(fields).filter((name) => fields[name] && isKeyed(fields[name]));
  const searched = fieldsWith(fields, "search").map((name) => columnOf(name, fields[name]));
  const rules = keyed.map((name): [string, FieldRule] => [keyColumn(name), { follows: name }]);
  return {
    rules: Object.fromEntries(rules),
    derive:
      keyed.length === 0
        ? null
        : (row: SqlRow) =>
            Object.fromEntries(
              keyed.map((name) => [keyColumn(name), normaliseName(textOf(row[name]))]),
            ),
    searchKeys:
      searched.length === 0
        ? null
        : (row: SqlRow) =>
            searched.flatMap((name) => nameTokens(textOf(row[name])).map((token) => `n:${token}`)),
  };
}

type RowFunction<T> = ((row: SqlRow) => T) | null | undefined;

function joined<T>(one: RowFunction<readonly T[]>, other: RowFunction<readonly T[]>) {
  if (!one || !other) return one ?? other ?? undefined;
  return (row: SqlRow) => [...one(row), ...other(row)];
}

function merged(one: RowFunction<SqlRow>, other: RowFunction<SqlRow>) {
  if (!one || !other) return one ?? other ?? undefined;
  return (row: SqlRow) => ({ ...one(row), ...other(row) });
}

/** A table's options as they are whatever its columns. */
interface AnyOptions extends Omit<TableOptions<Columns>, "columns" | "indexes"> {
  readonly prefix: IdPrefix;
  readonly columns?: Columns;
  readonly indexes?: readonly (readonly string[])[];
  readonly namedIndexes?: readonly Index[];
}

function fieldForms(fields: RecordFields): Readonly<Record<string, z.ZodType>> {
  const kept = Object.entries(fields).filter(([, { kind }]) => kind !== "none");
  return Object.fromEntries(
    kept.map(([name, declared]) => [columnOf(name, declared), keptForm(declared)]),
  );
}

/** The columns that a body which changes a record gives, and what follows from them. */
function changedColumns(fields: RecordFields): readonly string[] {
  const kept = Object.entries(fields).flatMap(([name, declared]) => {
    if (declared.kind === "none" || !isGivenLater(declared)) return [];
    return [columnOf(name, declared), ...(isKeyed(declared) ? [keyColumn(name)] : [])];
  });
  return [...kept, "metadata"];
}

/** The events of a record that is made and changed as its fields say. */
export interface RecordEvents {
  readonly created?: EventType;
  readonly updated?: EventType;
}

/** What making and changing a record of these fields write, where the contract has these commands. */
export function recordWrites(
  table: TableDeclaration,
  fields: RecordFields,
  { create, update }: Contract,
  { created, updated }: RecordEvents,
): Writes {
  const writesBy = (command: Endpoint | undefined, writes: Partial<TableWrites>): Writes =>
    command === undefined || !isWriteEndpoint(command) || table.merge === "local"
      ? {}
      : {
          [command.operation]: [
            {
              table,
              makes: false,
              several: false,
              changes: [],
              events: [],
              eventFields: {},
              ...writes,
            },
          ],
        };
  return {
    ...writesBy(create, { makes: true, ...(created === undefined ? {} : { events: [created] }) }),
    ...writesBy(update, {
      changes: changedColumns(fields),
      ...(updated === undefined ? {} : { events: [updated] }),
    }),
  };
}

function withFields(fields: RecordFields, options: AnyOptions): TableDeclaration {
  const { columns, indexes = [], namedIndexes, fieldRules, forms, prefix, ...rest } = options;
  const { name } = options;
  const words = wordsOf(fields);
  const derive = merged(words.derive, options.derive);
  const searchKeys = joined(words.searchKeys, options.searchKeys);
  const claims = joined(claimsOf(name, fields), options.claims);
  return defineTable({
    ...rest,
    columns: { ...columnsOf(fields), ...columns },
    indexes: namedIndexes ?? usualIndexes(name, fields, indexes),
    fieldRules: { ...words.rules, ...fieldRules },
    forms: { ...recordForms(prefix), ...fieldForms(fields), ...forms },
    ...(derive === undefined ? {} : { derive }),
    ...(searchKeys === undefined ? {} : { searchKeys }),
    ...(claims === undefined ? {} : { claims }),
  });
}

/** The table of records with these fields. */
export function recordTable<
  const F extends RecordFields,
  const Own extends Columns = typeof recordColumns,
>(fields: F, options: RecordTableOptions<F, Own>): TableDeclaration<RecordTableColumns<F, Own>> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a column for each field, as the type says
  return withFields(fields, options) as unknown as TableDeclaration<RecordTableColumns<F, Own>>;
}
