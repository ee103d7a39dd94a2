import type { Kysely } from "kysely";
import type { AuditItem, Statement, SqlRow, LookUp, NodeRuntime } from "./model.ts";
import type { Database } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import type { Schema } from "./schema.ts";

/** What can be read. A handler of a read endpoint gets no more than this. */
export type Reader = Pick<Kysely<Database>, "selectFrom" | "fn">;

/**
 * What a session has besides where several commands share its transaction. They run side by side and see nothing of each
 * other; a command that needs what another has held runs again behind it.
 */
export interface SharedTransaction {
  /** Answers a look-up together with those that other commands ask at the same moment. */
  lookUp(question: LookUp): Promise<readonly SqlRow[]>;
  /** Keeps a thing to this command until the commit. @throws when another command of the transaction has it */
  hold(thing: string): void;
  /** Takes no number before this has been answered, and none at all where it gives one that is not null. */
  numbersAfter(known: Promise<unknown>): void;
  next(counterName: string): Promise<number>;
  /** Says that a refused command has taken numbers: the transaction is undone and each of its commands runs by itself. */
  giveBackNumbers(): never;
  /** Chains audit events behind those of the other commands. */
  audit(runtime: Pick<NodeRuntime, "nodeId" | "newId">, items: readonly AuditItem[]): void;
}

/** One open transaction (or read snapshot) of one tenant. */
export interface SqlSession {
  readonly schema: Schema;
  readonly dialect: Dialect;
  readonly kysely: Kysely<Database>;
  /** Which audit stream of the node this session writes: sessions that run side by side never share one. */
  readonly lane: string;
  query(text: string, values: readonly unknown[]): Promise<readonly SqlRow[]>;
  /** Runs many statements in as few round trips as the engine allows; they must not depend on each other's results. */
  runAll(statements: readonly Statement[]): Promise<void>;
  /** Where others share the transaction. */
  readonly shared?: SharedTransaction;
}

/** Whose data a session may touch. */
export interface Scope {
  readonly tenantId: string;
  /** `behind`: a write for which nobody waits; where there is one writer only, it lets the others go first. */
  readonly urgency?: "behind";
}

/** A node's database. */
export interface Store {
  readonly schema: Schema;
  readonly dialect: Dialect;
  /** Runs `work` on a snapshot that can only read. */
  read<T>(scope: Scope, work: (session: SqlSession) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction and answers after the commit. When the engine refuses the commit because another
   * transaction was faster (unique key, exclusion, serialisation), `work` runs again, so it must have no other effects.
   * @param kind given where `work` may share its transaction with other work: what of this name has turned out to need one
   * of its own gets one from then on
   */
  write<T>(scope: Scope, work: (session: SqlSession) => Promise<T>, kind?: string): Promise<T>;
}
