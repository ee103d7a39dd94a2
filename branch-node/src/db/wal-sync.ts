import { closeSync, fdatasync, openSync } from "node:fs";
import type Sqlite from "better-sqlite3";

/** Asks the disk to keep a file, as `fdatasync` of the system does beside the thread that calls it. */
export type AskDisk = (descriptor: number, done: (error: Error | null) => void) => void;

/**
 * Has the disk keep what a connection commits, beside the thread that answers. The connection itself commits with
 * `synchronous=NORMAL`: it writes its pages to the log (WAL), in order, and does not wait for the disk.
 */
export class WalSync {
  readonly #handle: Sqlite.Database;
  readonly #file: string;
  readonly #askDisk: AskDisk;
  #descriptor: number | null = null;
  #underWay: Promise<void> | null = null;
  #hasFailed = false;

  /** @param handle of the one connection that writes; the others keep `synchronous=FULL` for their checkpoints */
  constructor(handle: Sqlite.Database, askDisk: AskDisk = fdatasync) {
    this.#handle = handle;
    this.#askDisk = askDisk;
    this.#file = `${handle.name}-wal`;
    handle.pragma("synchronous = NORMAL");
  }

  /** Resolves when the disk has what has been committed, or has refused it; null where nothing is on its way. Never rejects. */
  get underWay(): Promise<void> | null {
    return this.#underWay;
  }

  /** Waits until the disk has all that has been committed. @throws the system's error when it does not keep it */
  async keep(): Promise<void> {
    const kept = this.#ask();
    this.#underWay = kept.catch(() => undefined);
    try {
      await kept;
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    } finally {
      this.#underWay = null;
    }
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

  #ask(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    try {
      // The engine keeps this very file for as long as the connection is open. For writing: Windows asks for no less.
      this.#descriptor ??= openSync(this.#file, "r+");
      this.#askDisk(this.#descriptor, (error) => (error === null ? resolve() : reject(error)));
    } catch (error) {
      reject(error);
    }
    return promise;
  }
}
