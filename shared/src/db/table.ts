import type { Opened } from "./closing.ts";
import type { KeptHome, KeptWith } from "./kept-home.ts";
import type { SealedColumn } from "./sealed-column.ts";
import type * as z from "zod";
import { sameJson } from "#kernel/canonical-json.ts";
import type { ErrorCode } from "#kernel/errors.ts";

type SqlRowLike = Readonly<Record<string, unknown>>;

/** `text` (also instants and dates, which sort as text), `int` (64 bit), `bool`, `json`; `document`: JSON kept as its text, read whole. */
export type ColumnKind = "text" | "int" | "bool" | "json" | "document";

/** One column. `sample` carries the type only; it is never set. */
export interface Column<Value> {
  readonly kind: ColumnKind;
  readonly isNullable: boolean;
  readonly sample?: Value;
}

/** The columns of a table, by name. */
// oxlint-disable-next-line typescript/no-explicit-any -- the bound of an inference position; never a value's type
export type Columns = Readonly<Record<string, Column<any>>>;

/** The row that a set of columns holds. */
export type RowOfColumns<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never;
};

/** The row of a table declaration. */
export type RowOf<T> = T extends { readonly columns: infer C extends Columns }
  ? RowOfColumns<C>
  : never;

/** Builders for columns; `nullable.*` for those that may hold no value. */
export const column = {
  text: (): Column<string> => ({ kind: "text", isNullable: false }),
  int: (): Column<number> => ({ kind: "int", isNullable: false }),
  bool: (): Column<boolean> => ({ kind: "bool", isNullable: false }),
  json: <T>(): Column<T> => ({ kind: "json", isNullable: false }),
  document: <T>(): Column<T> => ({ kind: "document", isNullable: false }),
  nullable: {
    text: (): Column<string | null> => ({ kind: "text", isNullable: true }),
    int: (): Column<number | null> => ({ kind: "int", isNullable: true }),
    bool: (): Column<boolean | null> => ({ kind: "bool", isNullable: true }),
    json: <T>(): Column<T | null> => ({ kind: "json", isNullable: true }),
  },
} as const;

/**
 * How two nodes agree on rows of a table:
 * `fact` is only ever appended; `ledger` too, and its rows' sum is a balance; `shared_document` merges field by field;
 * `branch_owned` is changed only by its home branch; `central_reference` only by the hub; `local` never leaves its node.
 */
export type MergeKind =
  | "fact"
  | "ledger"
  | "shared_document"
  | "branch_owned"
  | "central_reference"
  | "local";

/** From each state those that it leads to. */
export type Transitions = Readonly<Record<string, readonly string[]>>;

/** Of which rows the sum of one whole-numbered field makes a balance. */
export interface Balance<Field extends string = string> {
  readonly amount: Field;
  /** Rows that agree in these fields have one balance. */
  readonly of: readonly Field[];
  /** The field that names the unit that is counted, for people. */
  readonly unit?: Field;
  /** For money: the field with the currency, ISO 4217, whose minor unit is counted. */
  readonly currency?: Field;
  /**
   * What becomes of a fact that takes it below nothing, made at a node that sees all of it: by itself it is taken; with
   * `refused` it is not. One that arrives from elsewhere is always taken, and shown to a person.
   */
  readonly below?: "refused";
}

/**
 * How two unseen values of one field meet, where it is not one register: a `set` keeps what either side added; a `list`
 * keeps all entries in the order of their time; an `own` field's newer value stands where both are the same person's;
 * a field that `follows` another is worked out from it and goes with it.
 */
export type FieldRule = "set" | "list" | "own" | { readonly follows: string };

/** A value that only one live row of a tenant may hold, kept in `claims` because two offline nodes may both take it. */
export interface Claim {
  readonly kind: string;
  readonly value: string;
  readonly field: string;
  readonly code: ErrorCode;
  /** The name under which a conflict reports the value; the claim's kind where none is given. */
  readonly disputed?: string;
  /** What a conflict shows of the value, where that is otherwise. */
  readonly shown?: string;
}

/** A stretch of a resource's time that no other live row may overlap; milliseconds since the epoch, half open. */
export interface Reservation {
  readonly resourceId: string;
  readonly startMs: number;
  readonly endMs: number;
  /** The field that a person looks at where two records take the same time. */
  readonly field: string;
}

/** How a record says that another one of its table stands for it since, as one person's record does for a second. */
export interface SupersededBy<C extends Columns = Columns> {
  /** The field with the other one's id; null for a record that stands for itself. */
  readonly link: keyof C & string;
  /** Fields that say which records one stands for. */
  readonly beside: readonly (keyof C & string)[];
  /** The stamps of its fields that whoever linked it had seen; null where that is not known. */
  seen(row: RowOfColumns<C>): Stamps | null;
}

/** How records are noticed that two nodes have made of one thing, unknown to each other. */
export interface Likeness<C extends Columns = Columns> {
  /** Search keys of which two such records have one in common. */
  keys(row: RowOfColumns<C>): readonly string[];
  /** Or text fields, led by an index behind the tenant, in all of which they agree. */
  readonly equal: readonly (keyof C & string)[];
  /** Whether two records are probably of one thing. */
  isAlike(one: RowOfColumns<C>, other: RowOfColumns<C>): boolean;
}

/** Numbers that a table's records carry and that a branch's counter gives out: a node goes on above the highest. */
export interface Series<Name extends string = string> {
  /** The column that keeps the number. */
  readonly column: Name;
  /** The columns within whose values it counts by itself, as a queue of a day does. */
  readonly within?: readonly Name[];
  /** One of them, a local day: of days that are over no more numbers are given out. */
  readonly day?: Name;
  /** What stands between the branch's code and the count where a number begins with that code; otherwise the record's branch counts. */
  readonly afterCode?: string;
  /** How many numbers a new node leaves out: what a lost one had given out and not sent yet. */
  readonly leftOut?: number;
  /** The name of the counter. @param within the values of those columns */
  counter(branchId: string, within: Readonly<Record<string, unknown>>): string;
  /** The count of a number. */
  countOf(number: unknown): number;
}

/** An index of a table. */
export interface Index {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isUnique?: boolean;
  /** A condition in SQL that both engines read alike. */
  readonly where?: string;
  /** Whether only a hub has it: what a branch never asks, or asks so seldom that a page written with each change is dearer. */
  readonly isHubOnly?: boolean;
}

/** One table, from which come the row's type, the DDL of both engines, the merge rule and the derived indexes. */
export interface TableDeclaration<C extends Columns = Columns> extends Opened {
  readonly name: string;
  readonly columns: C;
  /** Begins with `tenant_id` wherever the table belongs to a tenant. */
  readonly primaryKey: readonly string[];
  /** Whether its rows, which are short, stand in the order of the primary key, where the engine would keep them twice. */
  readonly isClustered: boolean;
  readonly indexes: readonly Index[];
  readonly merge: MergeKind;
  /** Whether every branch of the tenant gets the rows, or only the one they carry (all, where they carry none). */
  readonly audience: "tenant" | "branch";
  /**
   * Who makes and changes rows that carry no branch where others carry one: the hub alone, for they go to every branch; or
   * anybody.
   */
  readonly withoutBranch: "hub" | "anybody";
  /** Fields whose values lead through a state machine: a change that has not seen the other side's goes to a person. */
  readonly stateFields: readonly string[];
  /** Fields that merge otherwise than as a register. */
  readonly fieldRules: Readonly<Record<string, FieldRule>>;
  /** Where records may come to be stood for by others: what was changed of one unseen, a person sees at the other. */
  readonly supersededBy?: SupersededBy<C>;
  /** Where two nodes may make a record of one thing each: a person decides whether they are one. */
  readonly likeness?: Likeness<C>;
  /** The numbers that counters of the branches give to its records. */
  readonly series: readonly Series[];
  /** Of a ledger: what its rows add up to. */
  readonly balance?: Balance;
  /** The column, RFC 3339, after whose instant a node may forget its copy of a row. */
  readonly expires?: string;
  /** The ways between the values of a state field, for a row as it stands; null where no way is known. */
  stateMachine?(field: string, row: RowOfColumns<C>): Transitions | null;
  /** The column that names the patient whom a row is about; null where it is about none. */
  readonly patientColumn: string | null;
  /** Whether its records own files: `any` that is uploaded for one, or those of its `own` endpoint, which also gives them out. */
  readonly keptFiles?: "any" | "own";
  /** Values of columns by which a row goes to no other branch, also where its patient's records are lent. */
  readonly keptHome?: KeptHome;
  /** The record with which a row goes: where that goes to no other branch, it does not either. */
  readonly keptWith?: KeptWith;
  /**
   * Of what only a hub writes: whether a branch offers it to a hub that has lost it, where somebody decides. Of who may do
   * what a branch is believed nothing.
   */
  readonly isOffered?: true;
  /** Fields about which nobody without a name to answer for it decides, where two nodes disagree. */
  readonly guardedFields: readonly string[];
  /**
   * The form in which each field's values are kept, and that of the id: what comes from another node is held to it.
   * Every field that a command may write there has one; derived columns need none.
   */
  readonly forms: Readonly<Record<string, z.ZodType>>;
  /** The columns with values that are kept sealed, for what is derived from a row as well. */
  readonly sealed?: Readonly<Partial<Record<string, SealedColumn>>>;
  /** The columns that are worked out from others: always as this says, however the row came about. */
  derive?(row: RowOfColumns<C>): Partial<RowOfColumns<C>>;
  /** Words and numbers under which search finds the row, each with a one-letter class: `n:lakshmi`, `p:+9198…`. */
  searchKeys?(row: RowOfColumns<C>): readonly string[];
  claims?(row: RowOfColumns<C>): readonly Claim[];
  reservation?(row: RowOfColumns<C>): Reservation | null;
}

/** What a table is declared with. */
export interface TableOptions<C extends Columns> extends Opened {
  readonly name: string;
  readonly columns: C;
  readonly primaryKey?: readonly (keyof C & string)[];
  readonly isClustered?: boolean;
  readonly indexes?: readonly Index[];
  readonly merge?: MergeKind;
  readonly audience?: "tenant" | "branch";
  readonly withoutBranch?: "hub" | "anybody";
  readonly stateFields?: readonly (keyof C & string)[];
  readonly fieldRules?: Readonly<Partial<Record<keyof C & string, FieldRule>>>;
  readonly balance?: Balance<keyof C & string>;
  readonly supersededBy?: SupersededBy<C>;
  readonly likeness?: Likeness<C>;
  readonly series?: readonly Series<keyof C & string>[];
  readonly expires?: keyof C & string;
  /** Without one it is `patient_id`, where there is such a column. */
  readonly patientColumn?: keyof C & string;
  readonly guardedFields?: readonly (keyof C & string)[];
  readonly isOffered?: true;
  readonly keptFiles?: "any" | "own";
  readonly keptHome?: KeptHome<keyof C & string>;
  readonly keptWith?: KeptWith<keyof C & string>;
  readonly forms?: Readonly<Partial<Record<keyof C & string, z.ZodType>>>;
  readonly sealed?: Readonly<Partial<Record<keyof C & string, SealedColumn>>>;
  derive?(row: RowOfColumns<C>): Partial<RowOfColumns<C>>;
  stateMachine?(field: string, row: RowOfColumns<C>): Transitions | null;
  searchKeys?(row: RowOfColumns<C>): readonly string[];
  claims?(row: RowOfColumns<C>): readonly Claim[];
  reservation?(row: RowOfColumns<C>): Reservation | null;
}

function defined<Value>(
  given: Readonly<Partial<Record<string, Value>>>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Declares a table. Without a primary key of its own it is `(tenant_id, id)`; without a merge rule it stays on its node. */
export function defineTable<const C extends Columns>(
  options: TableOptions<C>,
): TableDeclaration<C> {
  return {
    ...options,
    primaryKey: options.primaryKey ?? ["tenant_id", "id"],
    isClustered: options.isClustered ?? false,
    indexes: options.indexes ?? [],
    merge: options.merge ?? "local",
    audience: options.audience ?? "branch",
    withoutBranch: options.withoutBranch ?? "hub",
    stateFields: options.stateFields ?? [],
    series: options.series ?? [],
    patientColumn: options.patientColumn ?? ("patient_id" in options.columns ? "patient_id" : null),
    guardedFields: options.guardedFields ?? [],
    fieldRules: defined(options.fieldRules ?? {}),
    forms: defined(options.forms ?? {}),
  };
}

/** The patient whom a row is about, or null. */
export function patientOf(
  { patientColumn }: Pick<TableDeclaration, "patientColumn">,
  row: SqlRowLike,
): string | null {
  const id = patientColumn === null ? null : row[patientColumn];
  return typeof id === "string" ? id : null;
}

/** A row with its derived columns as they should be; the same row where they are. */
export function withDerived<Row extends SqlRowLike>(
  table: Pick<TableDeclaration, "derive">,
  row: Row,
): Row {
  const derived = table.derive?.(row) ?? {};
  const isStale = Object.entries(derived).some(([name, value]) => !sameJson(row[name], value));
  return isStale ? { ...row, ...derived } : row;
}

/** Field stamps: the hybrid logical clock of each field's last change; `*` stands for all that have none of their own. */
export type Stamps = Readonly<Record<string, string>>;

/** The columns that every record of a resource has. */
export const recordColumns = {
  id: column.text(),
  tenant_id: column.text(),
  branch_id: column.nullable.text(),
  created_at: column.text(),
  updated_at: column.text(),
  created_by: column.text(),
  updated_by: column.text(),
  version: column.int(),
  origin: column.text(),
  origin_node_id: column.text(),
  hlc: column.text(),
  stamps: column.json<Stamps>(),
  metadata: column.json<Readonly<Record<string, unknown>>>(),
  /** Fields that a newer node sent and this one does not know: kept, and sent on unchanged. */
  unknown_fields: column.json<Readonly<Record<string, unknown>>>(),
} as const;

const systemColumnNames = [
  "id",
  "tenant_id",
  "created_at",
  "updated_at",
  "created_by",
  "updated_by",
  "version",
  "origin",
  "origin_node_id",
  "hlc",
  "stamps",
  "unknown_fields",
] as const;

/** The name of a system column. */
export type SystemColumn = (typeof systemColumnNames)[number];

/** System columns: never a field of a change that travels. */
export const systemColumns: ReadonlySet<string> = new Set(systemColumnNames);

/** A row of a table whose columns begin with those of every record. */
export type RecordOf<C extends Columns> = RowOfColumns<C> & RowOfColumns<typeof recordColumns>;

/** A record as write and sync handle it, whatever its table. */
export type RecordRow = RowOfColumns<typeof recordColumns> & Readonly<Record<string, unknown>>;
