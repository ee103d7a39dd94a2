import type { Kysely } from "kysely";
import type { Database } from "./database.ts";
import type { Dialect } from "./dialect.ts";

/** One statement ready to run: text with the engine's own placeholders, and its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A row by its columns' names. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** What can be read. A handler of a read endpoint gets no more than this. */
export type Reader = Pick<Kysely<Database>, "selectFrom" | "fn">;

/** One open transaction (or read snapshot) of one tenant. */
export interface SqlSession {
  readonly dialect: Dialect;
  readonly kysely: Kysely<Database>;
  /** Which audit stream of the node this session writes: sessions that run side by side never share one. */
  readonly lane: string;
  query(text: string, values: readonly unknown[]): Promise<readonly SqlRow[]>;
  /** Runs many statements in as few round trips as the engine allows; they must not depend on each other's results. */
  runAll(statements: readonly Statement[]): Promise<void>;
}

/** Whose data a session may touch. */
export interface Scope {
  readonly tenantId: string;
  /** `behind`: a write for which nobody waits; where there is one writer only, it lets the others go first. */
  readonly urgency?: "behind";
}

/** A node's database. */
export interface Store {
  readonly dialect: Dialect;
  /** Runs `work` on a snapshot that can only read. */
  read<T>(scope: Scope, work: (session: SqlSession) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction and answers after the commit. When the engine refuses the commit because another
   * transaction was faster (unique key, exclusion, serialisation), `work` runs again, so it must have no other effects.
   */
  write<T>(scope: Scope, work: (session: SqlSession) => Promise<T>): Promise<T>;
}
