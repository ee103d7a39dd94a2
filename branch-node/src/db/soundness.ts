import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import * as z from "zod";
import type { SqliteFile } from "./sqlite-handle.ts";

// Up to this size a look from end to end takes less than a tenth of a second of a start; 700 MB took 0.8 to 2 s.
const quickBytes = 64 * 1_048_576;

function markOf(file: string): string {
  return `${file}.damaged`;
}

/** Whether the start has to look through all of a database: while it is small, and after damage was found in it. */
export function needsLook(file: string, quick: number = quickBytes): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return size <= quick || existsSync(markOf(file));
}

/** A database of which a page is not as it was written. */
class DamagedDatabase extends Error {
  constructor(found: string) {
    super(`the database is damaged: ${found}`);
    this.name = "DamagedDatabase";
  }
}

// What the engine says of a page whose checksum or form is wrong, of a file that is none of its own, and of one whose
// end is missing.
const damageCodes = /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ|IOERR_CORRUPTFS|IOERR_DATA)/u;

/** Whether what went wrong is the database itself, and not the disk's room, another process or the key's file. */
export function isDamage(error: unknown): boolean {
  if (error instanceof DamagedDatabase) return true;
  return error instanceof Sqlite.SqliteError && damageCodes.test(error.code);
}

/** Looks through all of a database. @throws Error when a page is not as it was written */
export function requireSound(handle: Sqlite.Database, file: string): void {
  // The check reads every page once. What it kept of them stayed with the process, though the engine gave it back: the allocator
  // had small things behind it by then.
  const usual = Number(handle.pragma("cache_size", { simple: true }));
  handle.pragma("cache_size = -512");
  const found = handle.pragma("quick_check", { simple: true });
  handle.pragma(`cache_size = ${usual}`);
  if (found !== "ok") throw new DamagedDatabase(String(found));
  rmSync(markOf(file), { force: true });
}

/** Marks a database as damaged: the next start looks through all of it, and puts it aside. */
export function markDamaged(file: string, found: string): void {
  writeFileSync(markOf(file), found, { mode: 0o600 });
}

/** Forgets that a database was damaged, which has been quarantined. */
export function forgetDamage(file: string): void {
  rmSync(markOf(file), { force: true });
}

/**
 * Looks through all of a database in a thread of its own; null when it is sound, or else what is wrong. Damage is marked
 * beside the file, so that the next start puts it aside. No page that has rotted is ever read as if it had not: this
 * finds it before somebody needs it.
 */
export function lookBeside(options: SqliteFile): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const worker = new Worker(new URL("soundness-worker.ts", import.meta.url), {
    workerData: { file: options.file, key: options.key },
  });
  worker.unref();
  worker.once("error", reject);
  worker.once("message", (message: unknown) => {
    const found = z.string().parse(message);
    if (found !== "ok") markDamaged(options.file, found);
    resolve(found === "ok" ? null : found);
  });
  return promise;
}
