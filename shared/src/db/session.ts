import type { Kysely } from "kysely";
import type { AuditItem, Statement, SqlRow, LookUp, NodeRuntime } from "./model.ts";
import type { auditEventsTable, auditSubjectsTable } from "./audit.table.ts";
import type { Database } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import type { KeptRows } from "./kept-rows.ts";
import type { Schema } from "./schema.ts";
import type { RowOf } from "./table.ts";

/** What can be read. A handler of a read endpoint gets no more than this. */
export type Reader = Pick<Kysely<Database>, "selectFrom" | "fn">;

/** What of a node its audit chain needs. */
export interface AuditRuntime extends Pick<NodeRuntime, "nodeId" | "newId"> {
  /** Who has been named of late: left out where each set names its own. */
  readonly named?: SubjectNames;
}

/** The rows by which pages that show a record are found. */
export interface SubjectNames {
  rows(
    events: readonly RowOf<typeof auditEventsTable>[],
  ): readonly RowOf<typeof auditSubjectsTable>[];
}

/**
 * One open transaction (or read snapshot) of one tenant, as one command sees it: whether other commands share the transaction
 * is the session's own affair.
 */
export interface Session {
  readonly schema: Schema;
  readonly dialect: Dialect;
  readonly kysely: Kysely<Database>;
  /** Rows that other reads have had, for a session that only reads and can tell whether they still stand. */
  readonly keptRows?: KeptRows;
  query(text: string, values: readonly unknown[]): Promise<readonly SqlRow[]>;
  /** Runs many statements in as few round trips as the engine allows; they must not depend on each other's results. */
  runAll(statements: readonly Statement[]): Promise<void>;
  /**
   * Runs statements one behind the other, each made when the one before it is under way, and ends when all have ended; what
   * each returned, in their order.
   */
  queryAll(statements: AsyncIterable<Statement>): Promise<readonly (readonly SqlRow[])[]>;
  /** The rows that a look-up asks for, in one statement with what others ask at the same moment where that can be. */
  lookUp(question: LookUp): Promise<readonly SqlRow[]>;
  /**
   * Names what the command reads in order to change it. Of two commands of one transaction that name the same, the second
   * runs again behind the first; between transactions row locks and keys do the same.
   */
  addToWriteSet(names: readonly string[]): void;
  /** Takes a named lock until the transaction ends, when those who hold it have ended theirs. */
  lock(name: string): Promise<void>;
  /** Takes a named lock until the transaction ends; false when another transaction is known to hold it. */
  tryLock(name: string): Promise<boolean>;
  /**
   * The answer that the command already has, or null where it has none or that is not known yet: the command may then run,
   * takes no number before it is known, and none at all where there is one.
   */
  unlessAnswered<T>(stored: Promise<T | null>): Promise<T | null>;
  /**
   * Runs a check of what the database itself would refuse. It is left to the database where that costs the command no more
   * than a second run, in a session that does check.
   */
  recheck(check: () => Promise<void>): Promise<void>;
  /** The next number of a dense series; given back when the command fails. */
  next(counterName: string): Promise<number>;
  /** Chains audit events behind the node's others; returns what is to be run with the command's other statements. */
  audit(runtime: AuditRuntime, items: readonly AuditItem[]): Promise<readonly Statement[]>;
  /** Lets the numbers of a command stand that can no more be refused: what is behind them costs no more than elsewhere. */
  keepNumbers(): Promise<void>;
  /** Takes back the numbers of a refused command, and what it did behind the first of them. */
  undo(): Promise<void>;
}

/** Whose data a session may touch. */
export interface Scope {
  readonly tenantId: string;
  /**
   * `behind`: work for which nobody waits; of writes, where there is one writer only, it lets the others go first. `note`: a small one
   * by which what waits to be sent can be sent; it is tried also on a disk that is full for everybody else.
   */
  readonly urgency?: "behind" | "note";
  /** Whether a write may share its transaction with others. One that then asks for more than it can have there is run again. */
  readonly mayShare?: boolean;
}

/** A node's database. */
export interface Store {
  readonly schema: Schema;
  readonly dialect: Dialect;
  /** Runs `work` on a snapshot that can only read. */
  read<T>(scope: Scope, work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction and answers after the commit. When the engine refuses the commit because another
   * transaction was faster (unique key, exclusion, serialisation), `work` runs again, so it must have no other effects.
   */
  write<T>(scope: Scope, work: (session: Session) => Promise<T>): Promise<T>;
}
