import type {
  DomainEvent,
  Operation,
  RowChange,
  Statement,
  AuditEntry,
  NodeRuntime,
  WriteOrigin,
  SqlRow,
} from "#db/model.ts";
import type { EventType } from "#contract/event-types.ts";
import type { EventSurface } from "#contract/surface-rules.ts";
import type { Session } from "#db/session.ts";
import type { Columns, RowOfColumns, SystemColumn, TableDeclaration } from "#db/table.ts";

/** Everything one command wrote, as its node keeps and passes it on. */
export interface WrittenUnit {
  readonly tenantId: string;
  readonly operation: Operation;
  /** The surface on which its events are published. */
  readonly surface: EventSurface;
  readonly rows: readonly RowChange[];
  /** Events of operations that were made elsewhere and taken in with it. */
  readonly announced?: readonly DomainEvent[];
}

/** What a node adds to every write, in the same transaction: the branch its journal, the hub its feed and deliveries. */
export interface NodeSink {
  /** Whether what it keeps of an operation holds its events too: then they are written nowhere else. */
  keepsEvents?(operation: Operation): boolean;
  statements(unit: WrittenUnit, session: Session): Promise<readonly Statement[]>;
}

/** Work that belongs to an event and must stand or fall with it: a token slip with its token. Local to the node. */
export type Reactor = (event: DomainEvent, write: Write) => Promise<void>;

/** What a node gives to the write door besides itself. */
export interface WriteRuntime extends NodeRuntime {
  readonly sink: NodeSink;
  readonly reactors: readonly Reactor[];
}

/** The fields a command gives; the write door adds the system columns. */
export type Fields<C extends Columns> = {
  readonly [Name in Exclude<keyof C, SystemColumn>]: RowOfColumns<C>[Name];
};

/**
 * The one way in which clinical rows change. Collects what a command writes and puts it down at the end, in the
 * command's own transaction: rows with version and stamps, their derived indexes, the audit chain, the domain events
 * and what the node adds (journal or feed).
 */
export interface Write {
  readonly session: Session;
  readonly origin: WriteOrigin;
  readonly runtime: WriteRuntime;
  /** The instant that the whole command counts as its own, RFC 3339. */
  readonly at: string;
  insert<C extends Columns>(
    table: TableDeclaration<C>,
    id: string,
    fields: Fields<C>,
  ): RowOfColumns<C>;
  /** Changes the fields that differ; returns the same row when none does. */
  update<C extends Columns>(
    table: TableDeclaration<C>,
    current: RowOfColumns<C>,
    patch: Partial<Fields<C>>,
  ): RowOfColumns<C>;
  /** Reads a row that is about to change, and keeps others from changing it before the commit. */
  load<C extends Columns>(table: TableDeclaration<C>, id: string): Promise<RowOfColumns<C> | null>;
  /** As `load`, for many records in one round trip: those that are there, by their ids. */
  loadAll<C extends Columns>(
    table: TableDeclaration<C>,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, RowOfColumns<C>>>;
  /** Refuses values that another record holds, before numbers are taken. @throws AppError with the claim's code and field */
  refuseTaken<C extends Columns>(
    table: TableDeclaration<C>,
    fields: Partial<Fields<C>>,
  ): Promise<void>;
  /** The next number of a dense series; given back when the command fails. */
  next(counterName: string): Promise<number>;
  /** Publishes an event with the command; what it may publish is declared with what it writes. */
  emit(
    event: EventType,
    table: TableDeclaration,
    row: SqlRow,
    payload: Readonly<Record<string, unknown>>,
  ): void;
  /** An audit event beside those that every changed row gets by itself. */
  audit(entry: AuditEntry): void;
  /** Notifies this node's screens and reactors of events that were written with operations made elsewhere. */
  announce(events: readonly DomainEvent[]): void;
  /** Has something done once the command's transaction has been committed, and not at all where it is not. */
  afterCommit(act: () => void): void;
  /** Whether this write has changed a record at a branch, which has to send it to the hub. */
  sends(id: string): boolean;
  /** Whether this write makes a record. */
  makes(id: string): boolean;
}

/** A write together with its end. */
export interface OpenWrite extends Write {
  /** What is to be done once it has been committed. */
  readonly acts: readonly (() => void)[];
  /** Takes back what has reached the database so far. */
  undo(): Promise<void>;
  /** Puts everything down; `extra` goes into the same round trip. Null when the command changed nothing. */
  flush(extra: readonly Statement[]): Promise<WrittenUnit | null>;
}
