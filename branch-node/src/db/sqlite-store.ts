import type Sqlite from "better-sqlite3";
import { sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { branchSchema } from "./branch-schema.ts";
import { Checkpointer, walAlarmBytes } from "./checkpointer.ts";
import { DiskReserve, isDiskFull } from "./disk-reserve.ts";
import { isDamage, markDamaged } from "./soundness.ts";
import { checkVersion, openHandle, type SqliteFile } from "./sqlite-handle.ts";
import { SqliteReaders } from "./sqlite-readers.ts";
import { SqliteGroupWriter } from "./sqlite-writer.ts";
import { WalSync, type DiskAsking } from "./wal-sync.ts";

/** Where the database lies, the key that opens it, and what is kept back for it. */
export interface SqliteStoreOptions extends SqliteFile {
  /** Bytes of the disk that are held back for a full one; none by itself. */
  readonly reserveBytes?: number;
  /** How the disk is asked to keep the log; as the system does by itself. */
  readonly disk?: DiskAsking;
}

/** A SQLite store with its one writer and a few readers. */
export interface SqliteStore extends Store {
  /** The writer's handle, for migrations before anything else runs. */
  readonly handle: Sqlite.Database;
  /** Whether people are at work on it at this moment: what can wait then comes in small pieces. */
  isBusy?(): boolean;
  close(): Promise<void>;
}

/** What a store reports to whoever keeps the machine. */
export type StoreNotice =
  | { readonly kind: "disk_full" | "disk_free" }
  /** A page is not as it was written; the next start puts the database aside and fills a new one. */
  | { readonly kind: "damaged" }
  /** A read or a write has met such a page: nothing is written any more until the node has been started again. */
  | { readonly kind: "unusable" }
  /** What follows a commit failed; what was committed stands, and is done with the next one. */
  | { readonly kind: "after_commit"; readonly error: unknown }
  /** A reader keeps the WAL from beginning again. */
  | { readonly kind: "wal_long"; readonly bytes: number };

/** A store that reports its commits and its troubles. */
export interface CommittingStore extends SqliteStore {
  /** Has something done between each commit and its answers. */
  afterCommit(act: () => void): void;
  /** Hears of troubles from now on. */
  onNotice(hear: (notice: StoreNotice) => void): void;
  /** Lets those hear who do. */
  notify(notice: StoreNotice): void;
}

// One request alone may be the node asking itself something; two within this time are people.
const busyMs = 500;

/** When somebody last asked for something. */
class Activity {
  #latest = -busyMs;
  #before = -busyMs;

  note(): void {
    this.#before = this.#latest;
    this.#latest = performance.now();
  }

  readonly isBusy = (): boolean => performance.now() - this.#before < busyMs;
}

// A start with a new database takes a few seconds.
const retryAfterSeconds = 5;

/** What a caller is answered while the database has to be filled anew. */
function damageRefusal(): AppError {
  return new AppError(
    "unavailable",
    "The database of this branch is damaged and is being filled anew; try again in a moment.",
    { retry_after: retryAfterSeconds, reason: "database_damaged" },
  );
}

/** What a write is answered until the disk keeps again what it is given. */
function unkeptRefusal(): AppError {
  return new AppError("unavailable", "The disk of this branch does not keep what it is given.", {
    retry_after: 1,
    reason: "disk_refuses",
  });
}

/** What stands around the writer: the reserve, the checkpoints, and those who want to know. */
class Surroundings {
  readonly acts: (() => void)[] = [];
  readonly checkpointer: Checkpointer;
  readonly walSync: WalSync;
  readonly #reserve: DiskReserve | null;
  readonly #file: string;
  #isUnusable = false;
  readonly #hearers: ((notice: StoreNotice) => void)[] = [];

  constructor(options: SqliteStoreOptions, handle: Sqlite.Database) {
    const { file, reserveBytes: bytes = 0 } = options;
    this.#file = file;
    this.walSync = new WalSync(handle, options.disk);
    this.checkpointer = new Checkpointer(options, handle, (walBytes) => {
      if (walBytes > walAlarmBytes) this.notify({ kind: "wal_long", bytes: walBytes });
    });
    const onChange = (isFull: boolean) => this.notify({ kind: isFull ? "disk_full" : "disk_free" });
    this.#reserve =
      bytes === 0 ? null : new DiskReserve({ file: `${file}.reserve`, bytes, onChange });
  }

  get isUnusable(): boolean {
    return this.#isUnusable;
  }

  onNotice(hear: (notice: StoreNotice) => void): void {
    this.#hearers.push(hear);
  }

  readonly hold = (): Promise<void> | null => this.checkpointer.hold;

  readonly before = (isNote: boolean): void => {
    if (this.#isUnusable) throw damageRefusal();
    if (!isNote) this.#reserve?.check();
    this.requireKept();
  };

  /** Brings everything into the database, when nothing is written any more. @throws the driver's error when the disk is full */
  finish(): void {
    this.walSync.close();
    if (!this.isUnusable) this.checkpointer.now();
  }

  /** @throws AppError unavailable while the disk has refused what it was given last */
  requireKept(): void {
    if (!this.walSync.isReady()) throw unkeptRefusal();
  }

  readonly committed = (): void => {
    for (const act of [...this.acts, () => this.checkpointer.committed()]) {
      try {
        act();
      } catch (error) {
        this.failed(error);
        this.notify({ kind: "after_commit", error });
      }
    }
  };

  readonly failed = (error: unknown): unknown => {
    if (isDamage(error)) return this.#met(error);
    if (this.#reserve === null || !isDiskFull(error)) return error;
    // Once, with the room that the reserve has left: what was acknowledged goes from the WAL into the database.
    if (this.#reserve.release()) this.#checkpointOrLater();
    return this.#reserve.refusal();
  };

  // Marked first: whatever becomes of this process, the next start knows.
  #met(error: unknown): AppError {
    if (!this.#isUnusable) {
      this.#isUnusable = true;
      markDamaged(this.#file, String(error));
      this.notify({ kind: "unusable" });
    }
    return damageRefusal();
  }

  #checkpointOrLater(): void {
    try {
      this.checkpointer.now();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
  }

  notify(notice: StoreNotice): void {
    for (const hear of this.#hearers) hear(notice);
  }
}

/** Opens (or makes) the branch's database. @throws the driver's error for a wrong key or a file that cannot be written */
export function openSqliteStore(options: SqliteStoreOptions): CommittingStore {
  const handle = openHandle(options);
  checkVersion(handle);
  const around = new Surroundings(options, handle);
  const writer = new SqliteGroupWriter(handle, around.walSync, around, options.schema);
  const readers = new SqliteReaders(options);
  const activity = new Activity();
  return {
    schema: options.schema ?? branchSchema,
    dialect: sqliteDialect,
    handle,
    afterCommit: (act) => void around.acts.push(act),
    onNotice: (hear) => around.onNotice(hear),
    notify: (notice) => around.notify(notice),
    isBusy: activity.isBusy,
    read: async ({ urgency }, work) => {
      try {
        // What the node reads for itself it sends on: not what the disk has refused and a power cut would take back.
        if (urgency === undefined) activity.note();
        else around.requireKept();
        const value = await readers.use(work);
        // It may have seen a commit that the disk does not have yet: nobody hears of one before it has.
        await around.walSync.underWay;
        return value;
      } catch (error) {
        throw isDamage(error) ? around.failed(error) : error;
      }
    },
    write: (scope, work) =>
      new Promise((resolve, reject) => {
        const resolveWith = (value: unknown) => {
          // oxlint-disable-next-line typescript/consistent-type-assertions -- the value is what this very `work` returned
          resolve(value as Awaited<ReturnType<typeof work>>);
        };
        const { tenantId, urgency } = scope;
        if (urgency === undefined) activity.note();
        writer.enqueue({ tenantId, run: work, resolve: resolveWith, reject }, urgency);
      }),
    close: async () => {
      await writer.idle();
      await around.checkpointer.close();
      readers.close();
      try {
        around.finish();
      } finally {
        handle.close();
      }
    },
  };
}
