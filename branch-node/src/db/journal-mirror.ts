import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import type Sqlite from "better-sqlite3";
import * as z from "zod";
import { operationShape } from "@edgeward/shared/sync/batch.contract.ts";

const lengthBytes = 4;
const hashBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = lengthBytes + hashBytes;

const recordShape = z.object({ epoch: z.int(), seq: z.int(), operation: operationShape });

/** One operation as the mirror keeps it, with its place in the journal. */
export type MirrorRecord = z.output<typeof recordShape>;

/** What a look through the file came to. */
export interface MirrorReading {
  readonly records: readonly MirrorRecord[];
  /** Bytes that are whole and in order. */
  readonly goodBytes: number;
  readonly totalBytes: number;
  /** The hash of the last whole record, on which the next builds. */
  readonly lastHash: Buffer;
}

// Each hash covers the one before it, so that a record taken out of the middle is noticed like one that was changed.
function hashOf(previous: Buffer, payload: Buffer): Buffer {
  return createHash("sha256").update(previous).update(payload).digest();
}

function sealed(key: Buffer, record: unknown): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(record), "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function unsealed(key: Buffer, payload: Buffer): MirrorRecord {
  const cipher = createDecipheriv("aes-256-gcm", key, payload.subarray(0, nonceBytes));
  cipher.setAuthTag(payload.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = Buffer.concat([
    cipher.update(payload.subarray(nonceBytes + tagBytes)),
    cipher.final(),
  ]);
  return recordShape.parse(JSON.parse(text.toString("utf8")));
}

/** Reads the mirror as far as it is whole. @throws Error when it was sealed with another key */
export function readMirror(file: string, key: Buffer): MirrorReading {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const records: MirrorRecord[] = [];
  let lastHash: Buffer = Buffer.alloc(hashBytes);
  let at = 0;
  while (at + headBytes <= bytes.length) {
    const end = at + headBytes + bytes.readUInt32BE(at);
    const payload = bytes.subarray(at + headBytes, end);
    const hash = bytes.subarray(at + lengthBytes, at + headBytes);
    if (end > bytes.length || !hashOf(lastHash, payload).equals(hash)) break;
    records.push(unsealed(key, payload));
    lastHash = hash;
    at = end;
  }
  return { records, goodBytes: at, totalBytes: bytes.length, lastHash };
}

const rowShape = z.object({ epoch: z.int(), seq: z.int(), operation: z.string() });

/**
 * The journal once more, in a file that is only ever appended to: what the desk was told is done survives the loss of
 * the database. Sealed like the database, for it holds the same.
 */
export class JournalMirror {
  readonly #key: Buffer;
  readonly #descriptor: number;
  #lastHash: Buffer;
  #size: number;
  #queued: Sqlite.Statement | null = null;
  #forget: Sqlite.Statement | null = null;

  /** @param reading what `readMirror` has just come to; a torn end is cut off, a damaged file put aside */
  constructor(file: string, key: Buffer, reading: MirrorReading) {
    this.#key = key;
    const isDamaged = reading.goodBytes < reading.totalBytes;
    if (isDamaged) writeAside(file);
    this.#descriptor = openSync(file, "a+", 0o600);
    if (isDamaged) ftruncateSync(this.#descriptor, reading.goodBytes);
    this.#lastHash = reading.lastHash;
    this.#size = reading.goodBytes;
  }

  /** Follows the journal from now on, and takes in what is missing of it. */
  attach(handle: Sqlite.Database, known: ReadonlyMap<string, MirrorRecord>): void {
    // A table of the connection's own: what a savepoint takes back is taken out of it, too.
    handle.exec(`CREATE TEMP TABLE mirror_queue (place INTEGER PRIMARY KEY, op_id TEXT NOT NULL);
      CREATE TEMP TRIGGER mirror_journal AFTER INSERT ON main.journal
        BEGIN INSERT INTO mirror_queue (op_id) VALUES (NEW.op_id); END`);
    const add = handle.prepare("INSERT INTO mirror_queue (op_id) VALUES (?)");
    const rows = handle.prepare("SELECT op_id, epoch, seq FROM journal ORDER BY epoch, seq");
    const missing = z
      .array(z.object({ op_id: z.string(), epoch: z.int(), seq: z.int() }))
      .parse(rows.all())
      .filter(({ op_id: opId, epoch, seq }) => {
        const record = known.get(opId);
        return record?.epoch !== epoch || record.seq !== seq;
      });
    for (const row of missing) add.run(row.op_id);
    this.#queued = handle.prepare(
      `SELECT epoch, seq, operation FROM mirror_queue
         JOIN main.journal AS j ON j.op_id = mirror_queue.op_id ORDER BY place`,
    );
    this.#forget = handle.prepare("DELETE FROM mirror_queue");
    this.catchUp();
  }

  /** Writes down what the last commit has brought; it is on the disk when this returns. */
  catchUp(): void {
    const rows = z.array(rowShape).parse(this.#queued?.all() ?? []);
    if (rows.length === 0) return;
    let hash = this.#lastHash;
    const records = rows.map(({ operation, ...place }) => {
      const kept: unknown = JSON.parse(operation);
      const payload = sealed(this.#key, { ...place, operation: kept });
      hash = hashOf(hash, payload);
      const length = Buffer.alloc(lengthBytes);
      length.writeUInt32BE(payload.length);
      return Buffer.concat([length, hash, payload]);
    });
    this.#append(Buffer.concat(records));
    this.#lastHash = hash;
    this.#forget?.run();
  }

  close(): void {
    this.#queued = null;
    closeSync(this.#descriptor);
  }

  // After a full disk or a failed fsync the end is cut off again: what comes next has to join on to what is whole.
  #append(bytes: Buffer): void {
    try {
      for (let done = 0; done < bytes.length;) {
        done += writeSync(this.#descriptor, bytes, done, bytes.length - done);
      }
      fsyncSync(this.#descriptor);
      this.#size += bytes.length;
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#size);
      throw error;
    }
  }
}

// Kept for whoever looks into what happened; the whole part goes on.
function writeAside(file: string): void {
  const bytes = readFileSync(file);
  const aside = openSync(`${file}.damaged`, "w", 0o600);
  writeSync(aside, bytes);
  closeSync(aside);
}

/** Puts a database that cannot be read out of the way. */
export function quarantine(file: string, name: string): void {
  for (const part of ["", "-wal", "-shm"])
    if (existsSync(`${file}${part}`)) renameSync(`${file}${part}`, `${file}.${name}${part}`);
}
