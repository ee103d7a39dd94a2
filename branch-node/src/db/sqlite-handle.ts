import { closeSync, openSync, readSync } from "node:fs";
import { hashRawSync } from "@node-rs/argon2";
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

const saltBytes = 16;
// The cipher's own numbers for Argon2id: a database that it made opens with what is derived here, and the other way round.
const derivation = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

/** What has been derived in this process, by salt and key. */
const derived = new Map<string, string>();

/** The salt that a database begins with; null for one that is still to be made. */
function saltOf(file: string): Buffer | null {
  let opened: number;
  try {
    opened = openSync(file, "r");
  } catch {
    // Whatever is wrong with the file, the engine says it better.
    return null;
  }
  try {
    const salt = Buffer.alloc(saltBytes);
    return readSync(opened, salt, 0, saltBytes, 0) === saltBytes ? salt : null;
  } finally {
    closeSync(opened);
  }
}

/**
 * How a connection is given its key. The cipher derives the key of the pages anew for each connection, which takes 27 ms
 * of processor time and 19 MB, and a node opens five: it is derived once instead, and each connection given that.
 */
function keyPragma({ file, key }: SqliteFile): string {
  const salt = saltOf(file);
  if (salt === null) return `hexkey='${Buffer.from(key).toString("hex")}'`;
  const name = Buffer.concat([salt, key]).toString("hex");
  const pageKey = derived.get(name) ?? hashRawSync(key, { ...derivation, salt }).toString("hex");
  derived.set(name, pageKey);
  return `key='raw:${pageKey}'`;
}

/** Opens a handle with the settings that every connection of the branch has. @throws the driver's error for a wrong key or a file that cannot be written */
export function openHandle(options: SqliteFile): Sqlite.Database {
  const handle = new Sqlite(options.file);
  handle.pragma("cipher = 'aegis'");
  handle.pragma(keyPragma(options));
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
