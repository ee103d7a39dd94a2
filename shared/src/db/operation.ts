import type { Stamps } from "./table.ts";

/** Who acts: a person, a program, a device or the house itself. */
export interface Actor {
  readonly id: string;
  readonly type: "staff" | "user" | "client" | "device" | "system";
  readonly role: string | null;
}

/** One row as a command left it: all fields of a new row, the changed ones of an old row. */
export interface Change {
  readonly table: string;
  readonly id: string;
  readonly kind: "insert" | "update";
  readonly fields: Readonly<Record<string, unknown>>;
  /** For an update: the stamp of each changed field that the writer had seen. */
  readonly base: Stamps;
  /** The row's version after the change, where it was made. */
  readonly version: number;
}

/** What receivers of webhooks and local screens are told about a change. */
export interface DomainEvent {
  readonly id: string;
  readonly type: string;
  readonly entity: string;
  readonly entity_id: string;
  readonly entity_version: number;
  readonly branch_id: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * One command, run whole or not at all: the row of the journal, and what travels between nodes.
 * `seq` and `epoch` are not in it: they belong to the place where it is queued.
 */
export interface Operation {
  readonly op_id: string;
  readonly type: string;
  readonly entity: string;
  readonly entity_id: string;
  readonly hlc: string;
  /** The writer's clock, RFC 3339. */
  readonly at: string;
  readonly branch_id: string | null;
  readonly actor: Actor;
  readonly device_id: string | null;
  readonly reason: string | null;
  readonly schema: number;
  /** Operations whose work this one builds on and which the hub had not taken when it was made. */
  readonly deps?: readonly string[] | undefined;
  readonly changes: readonly Change[];
  readonly events: readonly DomainEvent[];
}

/** The shape of operations that this code writes. A newer node reads older ones. */
export const operationSchemaVersion = 2;
