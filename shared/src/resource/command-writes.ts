import type * as z from "zod";
import type { AccessAction, ResourceName } from "#contract/access.ts";
import type { EventType } from "#contract/event-types.ts";
import type { Columns, TableDeclaration } from "#db/table.ts";

/** What a command may write of one table, wherever it was made. */
export interface TableWrites {
  readonly table: TableDeclaration;
  /** Whether it makes records. */
  readonly makes: boolean;
  /** The fields that it may change of a record that stands. */
  readonly changes: readonly string[];
  /** The events that it may publish of such a record. */
  readonly events: readonly EventType[];
  /** What those events say besides the record's own fields. */
  readonly told: Readonly<Record<string, z.ZodType>>;
}

/** What the commands of a resource may write, by the commands' names. One that is not here writes nothing that travels. */
export type Writes = Readonly<Record<string, readonly TableWrites[]>>;

/** A command as its operations are judged. */
export interface Command {
  readonly name: string;
  /** What its author's role has to allow; null where no person, program or device gives it. */
  readonly access: { readonly resource: ResourceName; readonly action: AccessAction } | null;
  /** Whether a node gives it by itself. */
  readonly isSystem: boolean;
  readonly writes: readonly TableWrites[];
}

interface WritesOptions<C extends Columns> {
  readonly makes?: true;
  readonly changes?: readonly (keyof C & string)[];
  readonly events?: readonly EventType[];
  readonly told?: Readonly<Record<string, z.ZodType>>;
}

/** What a command may write of a table: nothing but what is said. */
export function writesOf<C extends Columns>(
  table: TableDeclaration<C>,
  { makes, changes = [], events = [], told = {} }: WritesOptions<C>,
): TableWrites {
  return { table, makes: makes === true, changes, events, told };
}
