import { statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type Sqlite from "better-sqlite3";
import * as z from "zod";
import type { SqliteFile } from "./sqlite-handle.ts";

// Between 4 and 8 MB of WAL, after which a pass of the other thread is worth its while.
const changesEach = 1_000;
// Few rows can be long: a commit is rarely more than 50 pages.
const commitsEach = 64;
const frameBytes = 4_096 + 24;
// About 24 MB: from here on writes wait for one short pass, so that the WAL begins again at its start.
const longFrames = 6_000;
// What may be written beside one pass: a quick disk takes 100 MB while the thread is still waiting for a processor.
const mostBesideBytes = 32 * 1_048_576;
const commitsBetweenLooks = 8;

const doneShape = z.object({ frames: z.number() });

/** The WAL from which on something is wrong: a reader that never ends keeps it from beginning again. */
export const walAlarmBytes = 64 * 1_048_576;

/**
 * Lets a thread end by itself, after what it is at. One that is terminated while it loads the driver takes the whole process
 * with it: the driver cannot be told apart from a fault there.
 */
function endOf(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.once("exit", () => resolve());
  worker.ref();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
  worker.postMessage("end");
  return promise;
}

/**
 * Checkpoints beside the writer. In the writer's own thread each cost the desk 30 ms and more about every twenty
 * writes, two thirds of all the time that writes took on a database of 200,000 patients.
 */
export class Checkpointer {
  readonly #file: SqliteFile;
  readonly #handle: Sqlite.Database;
  readonly #onSize: (walBytes: number) => void;
  readonly #changes: Sqlite.Statement;
  #seen = 0;
  #commits = 0;
  #worker: Worker | null = null;
  #isRunning = false;
  #isClosed = false;
  #held: PromiseWithResolvers<void> | null = null;
  /** Whether the pass under way is the short one, for which the writer is held from its beginning. */
  #isShort = false;
  #bytesBefore = 0;

  /** @param onSize called with the length of the WAL is, after each checkpoint */
  constructor(file: SqliteFile, handle: Sqlite.Database, onSize: (walBytes: number) => void) {
    this.#file = file;
    this.#handle = handle;
    this.#onSize = onSize;
    handle.pragma("wal_autocheckpoint = 0");
    this.#changes = handle.prepare("SELECT total_changes()").pluck();
  }

  /** Resolves when the next transaction may begin; null nearly always. */
  get hold(): Promise<void> | null {
    return this.#held?.promise ?? null;
  }

  /** Reports a commit; now and then a checkpoint follows from it. */
  committed(): void {
    this.#commits += 1;
    if (this.#isClosed) return;
    if (this.#isRunning) return this.#boundGrowth();
    const changes = Number(this.#changes.get());
    if (changes - this.#seen < changesEach && this.#commits < commitsEach) return;
    this.#seen = changes;
    this.#commits = 0;
    this.#start();
  }

  /** Brings everything over and empties the WAL, in this thread. @throws the driver's error when the disk is full */
  now(): void {
    this.#handle.pragma("wal_checkpoint(TRUNCATE)");
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#worker !== null) await endOf(this.#worker);
    this.#worker = null;
    this.#letGo();
  }

  #walBytes(): number {
    return statSync(`${this.#file.file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Lets the writer wait for the end of a pass beside which it has written too much. */
  #boundGrowth(): void {
    if (this.#held !== null || this.#commits % commitsBetweenLooks !== 0) return;
    if (this.#walBytes() - this.#bytesBefore < mostBesideBytes) return;
    this.#held = Promise.withResolvers();
  }

  #letGo(): void {
    this.#isRunning = false;
    this.#isShort = false;
    this.#held?.resolve();
    this.#held = null;
  }

  #start(): void {
    this.#isRunning = true;
    this.#bytesBefore = this.#walBytes();
    this.#worker ??= this.#open();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    this.#worker.postMessage("checkpoint");
  }

  #open(): Worker {
    const worker = new Worker(new URL("checkpoint-worker.ts", import.meta.url), {
      workerData: { file: this.#file.file, key: this.#file.key },
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    });
    worker.unref();
    worker.on("message", (message: unknown) => this.#done(doneShape.parse(message)));
    // A disk that is full is met by the writer as well, which knows what to do; the next one begins with a new thread.
    worker.on("error", () => {
      this.#worker = null;
      this.#letGo();
    });
    return worker;
  }

  #done({ frames }: z.output<typeof doneShape>): void {
    if (this.#isClosed) return this.#letGo();
    this.#onSize(frames * frameBytes);
    // Under load something is always written behind a pass. With the writer held for one that has little left to do,
    // nothing is, and the WAL starts over; a reader that is still in it makes the hold vain, so it is not repeated.
    if (this.#isShort || frames < longFrames) return this.#letGo();
    this.#held ??= Promise.withResolvers();
    this.#isShort = true;
    this.#start();
  }
}
