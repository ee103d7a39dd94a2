import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "@edgeward/shared/kernel/errors.ts";

// A full disk is looked at no more often than this.
const lookEveryMs = 1_000;
const retryAfterSeconds = 30;
const chunk = Buffer.alloc(1_048_576, 0x45);

/** What there is to keep a database going on a disk that has filled up. */
export interface DiskReserveOptions {
  /** The file that holds the space. */
  readonly file: string;
  readonly bytes: number;
  /** Notified when the disk has filled up and when there is room again. */
  readonly onChange: (isFull: boolean) => void;
}

function codeOf(error: unknown): string {
  const hasCode = typeof error === "object" && error !== null && "code" in error;
  return hasCode && typeof error.code === "string" ? error.code : "";
}

/** Whether a write failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  const code = codeOf(error);
  return code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT";
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Space that is held back on the disk. When the disk is full even a checkpoint fails; the reserve is then given up, so
 * that what is in the WAL can be brought into the database, and no write is taken until the space is there again.
 */
export class DiskReserve {
  readonly #options: DiskReserveOptions;
  #isFull = false;
  #lookAfter = 0;

  constructor(options: DiskReserveOptions) {
    this.#options = options;
    this.#hold();
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** @throws AppError unavailable while the disk is full */
  check(): void {
    if (!this.#isFull) return;
    if (performance.now() < this.#lookAfter) throw this.refusal();
    this.#lookAfter = performance.now() + lookEveryMs;
    const { bavail, bsize } = statfsSync(dirname(this.#options.file));
    // Room for the reserve itself, and as much again to work in.
    if (bavail * bsize < this.#options.bytes * 2 || !this.#hold()) throw this.refusal();
    this.#isFull = false;
    this.#options.onChange(false);
  }

  /** Gives the space up. Returns false when that has been done before. */
  release(): boolean {
    if (this.#isFull) return false;
    this.#isFull = true;
    this.#lookAfter = performance.now() + lookEveryMs;
    rmSync(this.#options.file, { force: true });
    this.#options.onChange(true);
    return true;
  }

  /** What a caller is answered whose write there is no room for. */
  refusal(): AppError {
    return new AppError(
      "unavailable",
      "The disk of this branch is full: nothing can be saved until there is room. Reading goes on.",
      { retry_after: retryAfterSeconds, reason: "disk_full" },
    );
  }

  #hold(): boolean {
    const { file, bytes } = this.#options;
    if (sizeOf(file) >= bytes) return true;
    const descriptor = openSync(file, "w", 0o600);
    try {
      for (let done = 0; done < bytes;) {
        done += writeSync(descriptor, chunk, 0, Math.min(chunk.length, bytes - done));
      }
      fsyncSync(descriptor);
      return true;
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      rmSync(file, { force: true });
      return false;
    } finally {
      closeSync(descriptor);
    }
  }
}
