import Sqlite from "better-sqlite3";
import type { Schema } from "@edgeward/shared/db/schema.ts";

const minimumVersion = [3, 51, 3] as const;

/** Where the database lies, and the key that opens it. */
export interface SqliteFile {
  readonly file: string;
  /** 32 bytes; patient data is encrypted at rest with it, and a page that rots is noticed. */
  readonly key: Uint8Array;
  /** Its tables; those of a branch node where none are given. */
  readonly schema?: Schema;
}

/** Opens a handle with the settings that every connection of the branch has. @throws the driver's error for a wrong key or a file that cannot be written */
export function openHandle(options: SqliteFile): Sqlite.Database {
  const handle = new Sqlite(options.file);
  handle.pragma("cipher = 'aegis'");
  handle.pragma(`hexkey='${Buffer.from(options.key).toString("hex")}'`);
  handle.pragma("journal_mode = WAL");
  // The driver's default in WAL is NORMAL, which can lose acknowledged commits at a power cut.
  handle.pragma("synchronous = FULL");
  handle.pragma("foreign_keys = ON");
  handle.pragma("busy_timeout = 5000");
  handle.pragma("trusted_schema = OFF");
  handle.pragma("temp_store = MEMORY");
  if (handle.pragma("synchronous", { simple: true }) !== 2) {
    throw new Error("the database does not run with synchronous=FULL");
  }
  return handle;
}

/** @throws Error for an engine that can lose a WAL's reset (SQLite before 3.51.3) */
export function checkVersion(handle: Sqlite.Database): void {
  const text = String(handle.prepare("SELECT sqlite_version()").pluck().get());
  const parts = text.split(".").map(Number);
  const older = minimumVersion.findIndex((part, index) => (parts[index] ?? 0) !== part);
  if (older !== -1 && (parts[older] ?? 0) < (minimumVersion[older] ?? 0)) {
    throw new Error(`SQLite ${text} is older than ${minimumVersion.join(".")}`);
  }
}
