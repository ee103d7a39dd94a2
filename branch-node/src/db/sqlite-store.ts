import Sqlite from "better-sqlite3";
import { sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import type { SqlSession, Store } from "@edgeward/shared/db/session.ts";
import { sqliteSession } from "./sqlite-session.ts";

/** Writes that wait together share one commit, and so one fsync; more than this would make the first wait long. */
const maximumGroup = 64;
const readerCount = 4;
const minimumVersion = [3, 51, 3] as const;

/** Where the database lies, and the key that opens it. */
export interface SqliteStoreOptions {
  readonly file: string;
  /** 32 bytes; patient data is encrypted at rest with it, and a page that rots is noticed. */
  readonly key: Uint8Array;
}

/** A SQLite store with its one writer and a few readers. */
export interface SqliteStore extends Store {
  /** The writer's handle, for migrations before anything else runs. */
  readonly handle: Sqlite.Database;
  close(): Promise<void>;
}

/** A store that tells of its commits. */
export interface CommittingStore extends SqliteStore {
  /** Has something done between each commit and its answers. */
  afterCommit(act: () => void): void;
}

interface Job {
  readonly run: (session: SqlSession) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Settled =
  | { readonly job: Job; readonly value: unknown }
  | { readonly job: Job; readonly error: unknown };

function openHandle(options: SqliteStoreOptions): Sqlite.Database {
  const handle = new Sqlite(options.file);
  handle.pragma("cipher = 'aegis'");
  handle.pragma(`hexkey='${Buffer.from(options.key).toString("hex")}'`);
  handle.pragma("journal_mode = WAL");
  // The driver's default in WAL is NORMAL, which can lose acknowledged commits at a power cut.
  handle.pragma("synchronous = FULL");
  handle.pragma("foreign_keys = ON");
  handle.pragma("busy_timeout = 5000");
  handle.pragma("trusted_schema = OFF");
  if (handle.pragma("synchronous", { simple: true }) !== 2) {
    throw new Error("the database does not run with synchronous=FULL");
  }
  return handle;
}

function checkVersion(handle: Sqlite.Database): void {
  const text = String(handle.prepare("SELECT sqlite_version()").pluck().get());
  const parts = text.split(".").map(Number);
  const older = minimumVersion.findIndex((part, index) => (parts[index] ?? 0) !== part);
  if (older !== -1 && (parts[older] ?? 0) < (minimumVersion[older] ?? 0)) {
    throw new Error(`SQLite ${text} is older than ${minimumVersion.join(".")}`);
  }
}

/** The one writer: what waits together is committed together, each piece of work behind a savepoint of its own. */
class GroupWriter {
  readonly #handle: Sqlite.Database;
  readonly #session: SqlSession;
  readonly #queue: Job[] = [];
  readonly #committed: (() => void)[] = [];
  #running: Promise<void> | null = null;

  constructor(handle: Sqlite.Database) {
    this.#handle = handle;
    this.#session = sqliteSession(handle);
  }

  afterCommit(act: () => void): void {
    this.#committed.push(act);
  }

  enqueue(job: Job): void {
    this.#queue.push(job);
    this.#running ??= this.#runAll();
  }

  /** Waits until nothing is left to write. */
  async idle(): Promise<void> {
    if (this.#running === null) return;
    await this.#running;
    await this.idle();
  }

  async #runJob(job: Job): Promise<Settled> {
    this.#handle.exec("SAVEPOINT job");
    try {
      const value = await job.run(this.#session);
      this.#handle.exec("RELEASE job");
      return { job, value };
    } catch (error) {
      this.#handle.exec("ROLLBACK TO job; RELEASE job");
      return { job, error };
    }
  }

  async #runGroup(): Promise<void> {
    const group = this.#queue.splice(0, maximumGroup);
    const settled: Settled[] = [];
    try {
      this.#handle.exec("BEGIN IMMEDIATE");
      for (const job of group) settled.push(await this.#runJob(job));
      this.#handle.exec("COMMIT");
      for (const act of this.#committed) act();
    } catch (error) {
      if (this.#handle.inTransaction) this.#handle.exec("ROLLBACK");
      for (const job of group) job.reject(error);
      return;
    }
    // Nothing is answered before its commit is on the disk.
    for (const item of settled) {
      if ("error" in item) item.job.reject(item.error);
      else item.job.resolve(item.value);
    }
  }

  async #runAll(): Promise<void> {
    // Requests of the same moment come in while the event loop turns once; they then share a commit.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) await this.#runGroup();
    this.#running = null;
  }
}

/** Opens (or makes) the branch's database. @throws the driver's error for a wrong key or a file that cannot be written */
export function openSqliteStore(options: SqliteStoreOptions): CommittingStore {
  const handle = openHandle(options);
  checkVersion(handle);
  const writer = new GroupWriter(handle);
  const readers = createReaderPool(options);
  return {
    dialect: sqliteDialect,
    handle,
    afterCommit: (act) => writer.afterCommit(act),
    read: (_scope, work) => readers.use(work),
    write: (_scope, work) =>
      new Promise((resolve, reject) => {
        const settle = (value: unknown) => {
          // oxlint-disable-next-line typescript/consistent-type-assertions -- the value is what this very `work` returned
          resolve(value as Awaited<ReturnType<typeof work>>);
        };
        writer.enqueue({ run: work, resolve: settle, reject });
      }),
    close: async () => {
      await writer.idle();
      readers.close();
      handle.pragma("wal_checkpoint(TRUNCATE)");
      handle.close();
    },
  };
}

function createReaderPool(options: SqliteStoreOptions) {
  const handles: Sqlite.Database[] = [];
  const idle: { readonly handle: Sqlite.Database; readonly session: SqlSession }[] = [];
  const waiting: ((reader: (typeof idle)[number]) => void)[] = [];

  function open() {
    const handle = openHandle(options);
    handle.pragma("query_only = ON");
    handles.push(handle);
    return { handle, session: sqliteSession(handle) };
  }

  async function acquire() {
    const free = idle.pop();
    if (free !== undefined) return free;
    if (handles.length < readerCount) return open();
    return new Promise<(typeof idle)[number]>((resolve) => waiting.push(resolve));
  }

  return {
    async use<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
      const reader = await acquire();
      reader.handle.exec("BEGIN");
      try {
        return await work(reader.session);
      } finally {
        reader.handle.exec("COMMIT");
        const next = waiting.shift();
        if (next === undefined) idle.push(reader);
        else next(reader);
      }
    },
    close() {
      for (const handle of handles) handle.close();
    },
  };
}
