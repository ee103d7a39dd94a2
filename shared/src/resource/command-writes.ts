import type * as z from "zod";
import type { AccessAction, ResourceName } from "#contract/access.ts";
import type { EventType } from "#contract/event-types.ts";
import type { RefusedField } from "#contract/refused-fields.ts";
import type { Change, Operation } from "#db/model.ts";
import type { Schema } from "#db/schema.ts";
import type { Columns, RecordRow, TableDeclaration } from "#db/table.ts";

/** What a command may write of one table, wherever it was made. */
export interface TableWrites {
  readonly table: TableDeclaration;
  /** Whether it makes records. */
  readonly makes: boolean;
  /** The fields that it may change of a record that stands. */
  readonly changes: readonly string[];
  /** Whether one operation may write more than one record of it: a guard that looks at one would not see the others. */
  readonly several: boolean;
  /** The events that it may publish of such a record. */
  readonly events: readonly EventType[];
  /** What those events say besides the record's own fields. */
  readonly eventFields: Readonly<Record<string, z.ZodType>>;
}

/**
 * What the commands of a resource may write, by the commands' names, with the table first that their operations begin with.
 * One that is not here writes nothing that travels.
 */
export type Writes = Readonly<Record<string, readonly TableWrites[]>>;

/** An operation and the records that it meets where it arrives. */
export interface Arrival {
  readonly operation: Operation;
  /** A record as it stands before the operation; null for one that is not here. */
  readonly before: (change: Pick<Change, "table" | "id">) => RecordRow | null;
  /** The records of a set that are here before the operation: of the sets by which its command is judged. */
  readonly among: (set: RecordSet) => readonly RecordRow[];
  /**
   * What rows add up to before the operation, with those that wait here to be taken: of the sums by which its command is
   * judged.
   */
  readonly sumOf: (sum: RowSum) => number;
  readonly schema: Pick<Schema, "find">;
  /** The roles with which its author gave it; null where somebody at the hub answers for them. */
  readonly roles: readonly string[] | null;
}

/** What does not fit: one field, in words, or each field by itself with the figures that it was judged by. */
export type Misfit = string | readonly RefusedField[];

/**
 * Why an operation does not fit the records that it meets, by the field, or null: for a command whose fields depend on a
 * record. It says nothing of records that are not here; such an operation waits for them and is asked again.
 */
export type Guard = (arrival: Arrival) => Misfit | null;

/** What has happened although it is more than the records that it meets allow: it stands, and a person looks at it. */
export interface Excess extends RecordName {
  readonly field: string;
  /** What of the record it is, where that can be several things. */
  readonly of: string;
  /** What was taken. */
  readonly taken: unknown;
  /** What is left with it: below nothing. */
  readonly left: number;
}

/** What an operation that is taken goes beyond, of those records that are here. */
export type Excesses = (arrival: Arrival) => readonly Excess[];

/** What operations of a resource's commands can go beyond, by the commands' names. */
export type ExcessesByNames = Readonly<Record<string, Excesses>>;

/** A record by its table and its id. */
export type RecordName = Pick<Change, "table" | "id">;

/** All records of a table that have a value in a column, with which an index of theirs begins. */
export interface RecordSet {
  readonly table: string;
  readonly column: string;
  readonly value: string;
  /** Whether those belong to it as well whose column holds the id of one of them, as what takes back one of them does. */
  readonly andOfThese?: true;
}

/** What a whole-numbered column adds up to over all rows of a table that have values in columns with which an index begins. */
export interface RowSum {
  readonly table: string;
  readonly sum: string;
  readonly of: Readonly<Record<string, string>>;
}

/**
 * Records that an operation leaves as they are, by which its guard judges it: a guard sees no others but those it changes.
 * A set is of those that are judged together, such as all that was taken back of one bill; a sum is of more of them than
 * would be looked at, such as all that ever came and went of a batch.
 */
export type JudgedBy = (operation: Operation) => readonly (RecordName | RecordSet | RowSum)[];

/** By which records a resource's commands are judged, by the commands' names. */
export type JudgedByNames = Readonly<Record<string, JudgedBy>>;

/** The guards of a resource's commands, by the commands' names. */
export type Guards = Readonly<Record<string, Guard>>;

/** A command as its operations are judged. */
export interface Command {
  readonly name: string;
  /** What its author's role has to allow; null where no person, program or device gives it. */
  readonly access: { readonly resource: ResourceName; readonly action: AccessAction } | null;
  /** Whether a node gives it by itself. */
  readonly isSystem: boolean;
  /** What it may write. Its operations begin with a record of the first of these tables. */
  readonly writes: readonly TableWrites[];
  readonly guard?: Guard | undefined;
  readonly judgedBy?: JudgedBy | undefined;
  readonly excesses?: Excesses | undefined;
}

interface WritesOptions<C extends Columns> {
  readonly makes?: true;
  readonly several?: true;
  readonly changes?: readonly (keyof C & string)[];
  readonly events?: readonly EventType[];
  readonly eventFields?: Readonly<Record<string, z.ZodType>>;
}

/** What a command may write of a table: nothing but what is said. */
export function writesOf<C extends Columns>(
  table: TableDeclaration<C>,
  { makes, several, changes = [], events = [], eventFields = {} }: WritesOptions<C>,
): TableWrites {
  return {
    table,
    makes: makes === true,
    several: several === true,
    changes,
    events,
    eventFields,
  };
}
