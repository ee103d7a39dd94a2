import type { IdSource } from "#kernel/ids.ts";
import type { ValueSeal } from "#kernel/value-seal.ts";
import type { RecordRow, Stamps, TableDeclaration } from "./table.ts";

/** Who acts: a person, a program, a device or the system itself. */
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
  /** For an update: what was added to sets and lists. What stood in them before is not said again. */
  readonly added?: Readonly<Record<string, readonly unknown[]>> | undefined;
  /** For an update: the stamp of each changed field that the writer had seen. */
  readonly base: Stamps;
  /** The row's version after the change, where it was made. */
  readonly version: number;
}

/** What receivers of webhooks and local screens are sent about a change. */
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

/** What a command says about itself for the audit; the chain adds its place. */
export interface AuditEntry {
  readonly module: string;
  readonly action: string;
  readonly outcome: "success" | "denied" | "failure";
  readonly entity_type: string;
  readonly entity_id: string | null;
  readonly patient_id: string | null;
  readonly changes: readonly AuditChange[];
  /** Why, where the record that was made says it; otherwise it is what the request says. */
  readonly reason?: string;
  /** All that was shown where the entry stands for a page; left out where it is about one record. */
  readonly subject_ids?: readonly string[];
}

/** An audit event to be: who, what, and when (RFC 3339). */
export interface AuditItem {
  readonly origin: WriteOrigin;
  readonly entry: AuditEntry;
  readonly at: string;
}

/** What changed, without the values: hashes keyed per tenant let two values be compared, not read. */
export interface AuditChange {
  readonly path: string;
  readonly old_hash?: string;
  readonly new_hash?: string;
}

/** A row before and after; `before` is null for a new one. */
export interface RowChange {
  readonly table: TableDeclaration;
  readonly before: RecordRow | null;
  readonly after: RecordRow;
}

/** A node, as everything that runs on it sees it. */
export interface NodeRuntime {
  readonly nodeId: string;
  readonly kind: "hub" | "branch";
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: IdSource;
  /** The next hybrid logical clock stamp. */
  readonly tick: () => string;
  /** A hash that compares values of one tenant without showing them. */
  readonly hashValue: (tenantId: string, text: string) => string;
  /** How a tenant's values are kept that no database holds in clear; alike at all of the tenant's nodes and the hub. */
  readonly valueSeal: (tenantId: string) => ValueSeal;
}

/** On whose behalf a write is made, and where it came from. */
export interface WriteOrigin {
  readonly tenantId: string;
  /** The acting branch. */
  readonly branchId: string | null;
  readonly actor: Actor;
  readonly clientId: string | null;
  readonly sessionId: string | null;
  readonly deviceId: string | null;
  readonly requestId: string | null;
  readonly ip: string | null;
  readonly reason: string | null;
  /** Whether the hub could check the actor when it was made. */
  readonly trust: "online" | "offline" | "replayed";
}

/** One statement ready to run: text with the engine's own placeholders, and its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The same for any number of rows, where the engine has a way. */
  readonly many?: ManyRows;
}

/** A statement over rows that may be joined with others of the same text. */
export interface ManyRows {
  readonly text: string;
  readonly rows: readonly SqlRow[];
  /** The values of the statement over some rows. */
  readonly values: (rows: readonly SqlRow[]) => readonly unknown[];
}

/** A row by its columns' names. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** A question for the rows of one table of which one column holds one of some values. */
export interface LookUp {
  readonly table: string;
  readonly columns: readonly string[];
  readonly tenantId: string;
  /** Columns that all rows asked for share, with their values. */
  readonly fixed: Readonly<Record<string, string>>;
  /** One of `columns`. */
  readonly column: string;
  readonly values: readonly string[];
  /** Whether others are to be kept from changing the rows before the commit. */
  readonly isLocking: boolean;
  /** At most so many rows for each value. */
  readonly limit: number;
}
