import { simBranchSchema, simTables } from "./tables.ts";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { setTimeout as delay } from "node:timers/promises";
import { attachMirror } from "@edgeward/branch-node/db/attach-mirror.ts";
import type { JournalMirror } from "@edgeward/branch-node/db/journal-mirror.ts";
import { scanMirror } from "@edgeward/branch-node/db/mirror-file.ts";
import type { ReplayOrigin } from "@edgeward/branch-node/db/replay.ts";
import { migrateBranch } from "@edgeward/branch-node/db/branch-migrations.ts";
import { sqliteEngine } from "@edgeward/branch-node/db/sqlite-session.ts";
import type { SqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { createTableStatements, sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import type { Session, Scope } from "@edgeward/shared/db/session.ts";
import type { Statement } from "@edgeward/shared/db/model.ts";
import {
  ownTransaction,
  readingSession,
  type SessionEngine,
} from "@edgeward/shared/write/own-transaction.ts";

const mirrorKey = Buffer.alloc(32, 7);
const mirrorPauseMs = 25;

/** The process of a branch came to its end, as a power cut ends it. */
export class SimulatedCrash extends Error {
  constructor() {
    super("the process was killed");
    this.name = "SimulatedCrash";
  }
}

/** What the engine says of a commit for which there is no room. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code === "SQLITE_FULL";
}

/** Where the files of a run live: in memory where the machine has a file system there. */
export function simulationFolder(): string {
  const room = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  return mkdtempSync(join(room, "edgeward-chaos-"));
}

/** Makes the file that every branch of a run begins with: a real schema, nothing in it. */
export async function makeTemplate(folder: string): Promise<string> {
  const file = join(folder, "template.db");
  const handle = new Sqlite(file);
  handle.pragma("journal_mode = WAL");
  await migrateBranch(handle);
  for (const table of simTables) {
    for (const statement of createTableStatements(sqliteDialect, table)) handle.exec(statement);
  }
  handle.pragma("wal_checkpoint(TRUNCATE)");
  handle.close();
  return file;
}

interface PlannedCrash {
  /** Commits until then. */
  commits: number;
  readonly when: "before" | "after";
}

/** A branch's database file, which outlives its process. */
export class Disk {
  readonly file: string;
  #handle: Sqlite.Database;
  #engine: SessionEngine;
  #planned: PlannedCrash | null = null;
  /** The process has died: nothing of it reads or writes until the next one opens the file. */
  #isDead = false;
  #statements = 0;
  #mirror: JournalMirror | null = null;
  readonly #template: string;
  #refusals = 0;

  constructor(template: string, file: string) {
    this.file = file;
    this.#template = template;
    copyFileSync(template, file);
    this.#handle = this.#open();
    this.#engine = sqliteEngine(this.#handle, simBranchSchema);
  }

  /** Statements that have been run since the last time this was asked. */
  takeStatements(): number {
    const count = this.#statements;
    this.#statements = 0;
    return count;
  }

  get session(): Session {
    return ownTransaction(this.#engine, { tenantId: "", lane: "main" });
  }

  /** Kills the process at a coming commit: just before it, or when it is done and nobody has heard of it yet. */
  planCrash(commits: number, when: "before" | "after"): void {
    this.#planned = { commits, when };
  }

  /** Leaves no room for the next commits; what they would have written is nowhere. */
  fill(commits: number): void {
    this.#refusals = commits;
  }

  /** Whether its process has died and no other has opened the file since. */
  get isDead(): boolean {
    return this.#isDead;
  }

  forgetPlan(): void {
    this.#planned = null;
    this.#refusals = 0;
  }

  /** Opens the file anew, as the next process does. */
  reopen(): void {
    this.#closeBoth();
    this.#openAgain();
  }

  /** The database is damaged and begun anew; the journal's mirror beside it is whole. */
  loseDatabase(): void {
    this.#replaceBy(this.#template);
  }

  /** Lets the mirror follow the database, when it has brought back what the database lacks. */
  async attachMirror(origin: ReplayOrigin, hasWorked: boolean): Promise<void> {
    const file = this.#mirrorFile;
    const scan = scanMirror(file, mirrorKey);
    const store = this.store();
    const about = { store, file, key: mirrorKey, scan, hasWorked, rotateBytes: 1 };
    this.#mirror = await attachMirror(about, origin);
  }

  /** Has the mirror written anew without what the hub has answered to. */
  async rotateMirror(): Promise<void> {
    // It is not while the disk is at work on what was written last.
    for (let tries = 0; tries < 4; tries += 1) {
      if (this.#mirror?.rotate() !== false) return;
      await delay(mirrorPauseMs);
    }
  }

  /** Keeps the file as it stands. */
  copyTo(file: string): void {
    this.#handle.pragma("wal_checkpoint(TRUNCATE)");
    copyFileSync(this.file, file);
  }

  /** Another machine begins with an older file. */
  replaceWith(file: string): void {
    this.#replaceBy(file);
    rmSync(this.#mirrorFile, { force: true });
  }

  close(): void {
    this.#closeBoth();
    for (const name of ["", "-wal", "-shm", "-backup", "-journal", "-journal.damaged"])
      rmSync(`${this.file}${name}`, { force: true });
  }

  /** The store that the branch's own code is given. */
  store(): SqliteStore {
    return {
      schema: simBranchSchema,
      dialect: sqliteDialect,
      handle: this.#handle,
      read: async (_scope, work) => {
        if (this.#isDead) throw new SimulatedCrash();
        return await work(readingSession(this.#counted()));
      },
      write: (scope, work) => this.#write(scope, work),
      close: () => Promise.resolve(),
    };
  }

  get #mirrorFile(): string {
    return `${this.file}-journal`;
  }

  #closeBoth(): void {
    this.#mirror?.close();
    this.#mirror = null;
    this.#handle.close();
  }

  #openAgain(): void {
    this.#handle = this.#open();
    this.#engine = sqliteEngine(this.#handle, simBranchSchema);
    this.#planned = null;
    this.#isDead = false;
  }

  #replaceBy(file: string): void {
    this.#closeBoth();
    for (const name of ["-wal", "-shm"]) rmSync(`${this.file}${name}`, { force: true });
    copyFileSync(file, this.file);
    this.#openAgain();
  }

  #open(): Sqlite.Database {
    const handle = new Sqlite(this.file);
    handle.pragma("journal_mode = WAL");
    handle.pragma("synchronous = FULL");
    handle.pragma("foreign_keys = ON");
    return handle;
  }

  #counted(): SessionEngine {
    const engine = this.#engine;
    return {
      ...engine,
      query: (text, values) => {
        this.#statements += 1;
        return engine.query(text, values);
      },
      queryAll: (statements) => engine.queryAll(this.#countedEach(statements)),
      runAll: (statements) => {
        this.#statements += statements.length;
        return engine.runAll(statements);
      },
    };
  }

  async *#countedEach(statements: AsyncIterable<Statement>): AsyncGenerator<Statement> {
    for await (const statement of statements) {
      this.#statements += 1;
      yield statement;
    }
  }

  #takeRoom(): void {
    if (this.#refusals === 0) return;
    this.#refusals -= 1;
    throw new Sqlite.SqliteError("database or disk is full", "SQLITE_FULL");
  }

  #isDue(when: "before" | "after"): boolean {
    if (this.#planned === null || this.#planned.when !== when) return false;
    this.#planned.commits -= 1;
    this.#isDead = this.#planned.commits < 0;
    return this.#isDead;
  }

  async #write<T>({ tenantId }: Scope, work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#isDead) throw new SimulatedCrash();
    this.#handle.exec("BEGIN IMMEDIATE");
    let value: T;
    try {
      value = await work(ownTransaction(this.#counted(), { tenantId, lane: "main" }));
      if (this.#isDue("before")) throw new SimulatedCrash();
      this.#takeRoom();
      this.#handle.exec("COMMIT");
    } catch (error) {
      if (this.#handle.inTransaction) this.#handle.exec("ROLLBACK");
      throw error;
    }
    if (this.#isDue("after")) throw new SimulatedCrash();
    this.#mirror?.catchUp();
    return value;
  }
}
