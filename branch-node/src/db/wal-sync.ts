import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs";
import type Sqlite from "better-sqlite3";

/** How the disk is asked to keep a file: beside the thread that calls, as `fdatasync` of the system, or at once on it. */
export interface DiskAsking {
  readonly beside: (descriptor: number, done: (error: Error | null) => void) => void;
  /** @throws the system's error when the disk does not keep it */
  readonly atOnce: (descriptor: number) => void;
}

const systemsDisk: DiskAsking = { beside: fdatasync, atOnce: fdatasyncSync };

// A disk that answers within this is asked at once by who is alone: the way to another thread and back takes 60 to 90 us, a
// tenth of a write. Whoever writes beside others gains by the turn of the loop: more come to share the next commit.
const quickMs = 0.4;
// How much of the newest answer there is in what the disk is taken to need.
const newestPart = 0.2;

/**
 * Has the disk keep what a connection commits, beside the thread that answers. The connection itself commits with
 * `synchronous=NORMAL`: it writes its pages to the log (WAL), in order, and does not wait for the disk.
 */
export class WalSync {
  readonly #handle: Sqlite.Database;
  readonly #file: string;
  readonly #disk: DiskAsking;
  #descriptor: number | null = null;
  #underWay: Promise<void> | null = null;
  #hasFailed = false;
  /** Milliseconds that the disk has needed of late; null while nothing is known of it. */
  #needed: number | null = null;

  /** @param handle of the one connection that writes; the others keep `synchronous=FULL` for their checkpoints */
  constructor(handle: Sqlite.Database, disk: DiskAsking = systemsDisk) {
    this.#handle = handle;
    this.#disk = disk;
    this.#file = `${handle.name}-wal`;
    handle.pragma("synchronous = NORMAL");
  }

  /** Resolves when the disk has what has been committed, or has refused it; null where nothing is on its way. Never rejects. */
  get underWay(): Promise<void> | null {
    return this.#underWay;
  }

  /** Waits until the disk has all that has been committed. @param writers who wait for it @throws the system's error when it does not keep it */
  async keep(writers: number): Promise<void> {
    const began = performance.now();
    try {
      if (writers === 1 && this.#needed !== null && this.#needed < quickMs)
        this.#disk.atOnce(this.#log());
      else await this.#keepBeside();
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
    const took = performance.now() - began;
    this.#needed = this.#needed === null ? took : this.#needed + newestPart * (took - this.#needed);
  }

  /**
   * Whether more may be written. After a refusal nobody knows which pages of the log the disk has, and it says so only
   * once: what is committed behind them could be cut off with them. So all is brought into the database, which the disk has
   * to keep, and the log begun anew. @throws the driver's error when that fails
   */
  isReady(): boolean {
    if (!this.#hasFailed) return true;
    const usual = Number(this.#handle.pragma("busy_timeout", { simple: true }));
    // A read that is still in the log ends soon, but not while this thread waits for it.
    this.#handle.pragma("busy_timeout = 0");
    try {
      const isBusy = this.#handle.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) !== 0;
      this.#hasFailed = isBusy;
      return !isBusy;
    } finally {
      this.#handle.pragma(`busy_timeout = ${usual}`);
    }
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  /** The engine keeps this very file for as long as the connection is open. For writing: Windows asks for no less. */
  #log(): number {
    this.#descriptor ??= openSync(this.#file, "r+");
    return this.#descriptor;
  }

  async #keepBeside(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#disk.beside(this.#log(), (error) => (error === null ? resolve() : reject(error)));
    this.#underWay = promise.catch(() => undefined);
    try {
      await promise;
    } finally {
      this.#underWay = null;
    }
  }
}
