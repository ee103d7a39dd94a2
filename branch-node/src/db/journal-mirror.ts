import type { KeyObject } from "node:crypto";
import {
  closeSync,
  existsSync,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import type Sqlite from "better-sqlite3";
import * as z from "zod";
import {
  mirrorKey,
  mirrorStart,
  sealRecord,
  type MirrorBase,
  type MirrorReading,
  type MirrorRecord,
  type MirrorScan,
} from "./mirror-file.ts";

const rowShape = z.object({ epoch: z.int(), seq: z.int(), operation: z.string() });
const rowsShape = z.array(rowShape);
const counterShape = z.array(z.tuple([z.string(), z.int()]));

/** From this size on the mirror is written anew without what the hub has. */
const defaultRotateBytes = 8 * 1_048_576;
// Read and sealed at once, between two transactions: about 30 ms. With more that waits, nothing would be gained either.
const mostKept = 1_000;
// The disk is asked once for all that was written in this time; asked for each commit, the next commit waited behind it.
const gatherMs = 20;

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(descriptor, bytes, done, bytes.length - done);
  }
}

function syncFolder(file: string): void {
  const folder = openSync(dirname(file), "r");
  fsyncSync(folder);
  closeSync(folder);
}

/** Texts as records, one behind the other; with the hash of the last. */
function sealAll(key: KeyObject, previous: Buffer, texts: readonly string[]) {
  let hash = previous;
  const parts = texts.map((text) => {
    const sealed = sealRecord(key, hash, text);
    ({ hash } = sealed);
    return sealed.bytes;
  });
  return { bytes: Buffer.concat(parts), hash };
}

// The operation is JSON already, as the database keeps it: read and written again it cost half of all the mirror did.
function recordText({ epoch, seq, operation }: z.output<typeof rowShape>): string {
  return `{"epoch":${epoch},"seq":${seq},"operation":${operation}}`;
}

/**
 * The journal once more, in a file that is only ever appended to: what the desk was answered is done survives the loss of
 * the database. Sealed like the database, for it holds the same. A record is with the operating system before the
 * answer goes out, and on the disk a moment later: see docs/decisions/0008.
 */
export class JournalMirror {
  readonly #file: string;
  readonly #key: KeyObject;
  readonly #rotateBytes: number;
  #descriptor: number;
  #lastHash: Buffer;
  #size: number;
  #handle: Sqlite.Database | null = null;
  #queued: Sqlite.Statement | null = null;
  #forget: Sqlite.Statement | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isSyncing = false;
  #isUnsynced = false;
  #hasFailed = false;
  #isClosed = false;

  /** @param reading what a look through the file has just come to; a torn end is cut off, a damaged file quarantined */
  constructor(
    file: string,
    key: Buffer,
    reading: MirrorScan,
    rotateBytes: number = defaultRotateBytes,
  ) {
    this.#file = file;
    this.#key = mirrorKey(key);
    this.#rotateBytes = rotateBytes;
    const isDamaged = reading.goodBytes < reading.totalBytes;
    if (isDamaged) writeQuarantined(file);
    this.#descriptor = openSync(file, "a+", 0o600);
    if (isDamaged) ftruncateSync(this.#descriptor, reading.goodBytes);
    this.#lastHash = reading.lastHash;
    this.#size = reading.goodBytes;
  }

  /** Follows the journal from now on. @param missing operations that the file lacks, in order */
  attach(handle: Sqlite.Database, missing: readonly string[]): void {
    this.#handle = handle;
    // A table of the connection's own: what a savepoint takes back is taken out of it, too.
    handle.exec(`CREATE TEMP TABLE mirror_queue (place INTEGER PRIMARY KEY, op_id TEXT NOT NULL);
      CREATE TEMP TRIGGER mirror_journal AFTER INSERT ON main.journal
        BEGIN INSERT INTO mirror_queue (op_id) VALUES (NEW.op_id); END`);
    this.#queued = handle.prepare(
      `SELECT epoch, seq, operation FROM mirror_queue
         JOIN main.journal AS j ON j.op_id = mirror_queue.op_id ORDER BY place`,
    );
    this.#forget = handle.prepare("DELETE FROM mirror_queue");
    const add = handle.prepare("INSERT INTO mirror_queue (op_id) VALUES (?)");
    for (const opId of missing) add.run(opId);
    this.catchUp();
  }

  /** Writes down what the last commit has brought. It is not lost when this process ends; the disk has it soon after. */
  catchUp(): void {
    const rows = rowsShape.parse(this.#queued?.all() ?? []);
    if (rows.length === 0) return;
    const { bytes, hash } = sealAll(this.#key, this.#lastHash, rows.map(recordText));
    this.#append(bytes);
    this.#lastHash = hash;
    this.#forget?.run();
    this.#syncSoon();
  }

  /**
   * Writes the file anew without what the hub has answered to, once it has grown long: the hub brings that back. The
   * old file stays until the new one is whole and on the disk. Returns whether it did.
   */
  rotate(): boolean {
    const handle = this.#handle;
    if (this.#size < this.#rotateBytes || this.#isSyncing) return false;
    if (handle === null || handle.inTransaction) return false;
    // A commit that the disk is still at work on: it comes into the file when its answer goes out.
    if (this.#queued?.get() !== undefined) return false;
    const kept = keptRows(handle);
    if (kept === null) return false;
    const texts = [JSON.stringify({ base: baseOf(handle) }), ...kept.map(recordText)];
    const { bytes, hash } = sealAll(this.#key, mirrorStart, texts);
    const fresh = openSync(`${this.#file}.new`, "w", 0o600);
    writeWhole(fresh, bytes);
    fsyncSync(fresh);
    closeSync(fresh);
    renameSync(`${this.#file}.new`, this.#file);
    syncFolder(this.#file);
    closeSync(this.#descriptor);
    this.#descriptor = openSync(this.#file, "a+", 0o600);
    this.#size = bytes.length;
    this.#lastHash = hash;
    return true;
  }

  close(): void {
    this.#isClosed = true;
    this.#queued = null;
    this.#handle = null;
    fsyncSync(this.#descriptor);
    const isWaiting = this.#timer !== null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    // What the disk is still at work on is closed when it is done.
    if (isWaiting || !this.#isSyncing) closeSync(this.#descriptor);
  }

  // After a full disk or a failed fsync the end is cut off again: what comes next has to join on to what is whole.
  #append(bytes: Buffer): void {
    try {
      writeWhole(this.#descriptor, bytes);
      // The disk has refused once: from then on nothing is answered before it has said yes.
      if (this.#hasFailed) fsyncSync(this.#descriptor);
      this.#size += bytes.length;
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#size);
      throw error;
    }
  }

  #syncSoon(): void {
    this.#isUnsynced = true;
    if (this.#isSyncing) return;
    this.#isSyncing = true;
    this.#timer = setTimeout(() => this.#sync(), gatherMs);
  }

  #sync(): void {
    this.#timer = null;
    this.#isUnsynced = false;
    const descriptor = this.#descriptor;
    fdatasync(descriptor, (error) => this.#synced(descriptor, error));
  }

  #synced(descriptor: number, error: NodeJS.ErrnoException | null): void {
    this.#isSyncing = false;
    if (this.#isClosed) {
      closeSync(descriptor);
      return;
    }
    // A file that has been rotated meanwhile is on the disk already.
    if (error !== null && descriptor === this.#descriptor) this.#hasFailed = true;
    if (this.#isUnsynced) this.#syncSoon();
  }
}

const placesShape = z.array(z.object({ op_id: z.string(), epoch: z.int(), seq: z.int() }));

/** Operations of the journal behind the newest one of a mirror: their commits were not followed to the end. */
export function missingBehind(
  handle: Sqlite.Database,
  last: MirrorRecord | null,
): readonly string[] {
  const rows = handle.prepare(
    "SELECT op_id, epoch, seq FROM journal WHERE (epoch, seq) > (?, ?) ORDER BY epoch, seq",
  );
  const behind = placesShape.parse(rows.all(last?.epoch ?? 0, last?.seq ?? 0));
  return behind.map((row) => row.op_id);
}

/** Operations of the journal that a mirror does not have, or has at another place. */
export function missingFrom(
  handle: Sqlite.Database,
  { base, records }: MirrorReading,
): readonly string[] {
  const known = new Map(records.map((record) => [record.operation.op_id, record]));
  // A file that has left operations out on purpose takes in only what nobody else has.
  const which = base === null ? "" : "WHERE journal_state = 'pending'";
  const rows = handle.prepare(`SELECT op_id, epoch, seq FROM journal ${which} ORDER BY epoch, seq`);
  const missing = placesShape.parse(rows.all()).filter(({ op_id: opId, epoch, seq }) => {
    const record = known.get(opId);
    return record?.epoch !== epoch || record.seq !== seq;
  });
  return missing.map((row) => row.op_id);
}

/** Whether the journal has the newest operation of a mirror at its place, and with it all that came before. */
export function hasNewest(handle: Sqlite.Database, last: MirrorRecord): boolean {
  const found = handle
    .prepare("SELECT 1 FROM journal WHERE op_id = ? AND epoch = ? AND seq = ?")
    .get(last.operation.op_id, last.epoch, last.seq);
  return found !== undefined;
}

/** What the hub has not answered to, or null where that is more than can be written in a moment. */
function keptRows(handle: Sqlite.Database): z.output<typeof rowsShape> | null {
  const rows = handle.prepare(
    "SELECT epoch, seq, operation FROM journal WHERE journal_state = 'pending' ORDER BY epoch, seq LIMIT ?",
  );
  const kept = rowsShape.parse(rows.all(mostKept + 1));
  return kept.length > mostKept ? null : kept;
}

function baseOf(handle: Sqlite.Database): MirrorBase {
  const counters = handle
    .prepare("SELECT counter_name, counter_value FROM counters ORDER BY 1")
    .raw();
  const epoch = handle
    .prepare(
      `SELECT coalesce((SELECT CAST(state_value AS INTEGER) FROM node_state WHERE state_name = 'epoch'),
         (SELECT max(epoch) FROM journal), 1)`,
    )
    .pluck();
  return { epoch: z.int().parse(epoch.get()), counters: counterShape.parse(counters.all()) };
}

// Kept for whoever looks into what happened; the whole part goes on.
function writeQuarantined(file: string): void {
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
