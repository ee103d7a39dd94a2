import type { Session } from "@edgeward/shared/db/session.ts";
import { hasNewest, JournalMirror, missingBehind, missingFrom } from "./journal-mirror.ts";
import { readMirror, type MirrorReading, type MirrorScan } from "./mirror-file.ts";
import { readState, stateStatement } from "./node-state.ts";
import { recoverFromMirror } from "./recover.ts";
import type { ReplayOrigin } from "./replay.ts";
import type { SqliteStore } from "./sqlite-store.ts";

/** The mirror that is to follow a database, and the database. */
export interface Mirrored {
  readonly store: SqliteStore;
  readonly file: string;
  readonly key: Buffer;
  /** What a look through the file came to before the database was opened. */
  readonly scan: MirrorScan;
  /** Whether its node has been at work before: a database that does not know of it has taken a lost one's place. */
  readonly hasWorked: boolean;
  /** From this size on the file is written anew; by itself 8 MB. */
  readonly rotateBytes?: number;
}

/**
 * Notes that nothing is known any more of what this node has done: the hub brings back what it has and gives another
 * epoch, in which the numbers skip ahead. Until then nobody can sign in here, and none is given.
 */
function forgetAll(session: Session): Promise<void> {
  const place = JSON.stringify({ epoch: 1, seq: 0 });
  return session.runAll([stateStatement(session, "journal_cut", place)]);
}

// By what it holds, not by who has just begun it: the process that did may have ended before it could say so.
async function isUnknown(store: SqliteStore, tenantId: string): Promise<boolean> {
  return (await store.read({ tenantId }, (session) => readState(session, "install_id"))) === null;
}

/** Brings the mirror's work into a database that has not come so far; returns what the mirror in turn is lacking. */
async function bringBack(
  store: SqliteStore,
  reading: MirrorReading,
  origin: ReplayOrigin,
): Promise<readonly string[]> {
  const newest = new Map(reading.records.map((record) => [record.operation.op_id, record]));
  const isHere = store.handle.prepare("SELECT 1 FROM journal WHERE op_id = ?").pluck();
  const records = [...newest.values()].filter(
    (record) => isHere.get(record.operation.op_id) === undefined,
  );
  await recoverFromMirror(store, { base: reading.base, records }, origin);
  return missingFrom(store.handle, reading);
}

// The database commits before the mirror writes: with the mirror's newest it has all that came before.
function isBehind({ handle }: SqliteStore, { base, last }: MirrorScan): boolean {
  if (last !== null) return !hasNewest(handle, last);
  const counted = handle.prepare(
    "SELECT 1 FROM counters WHERE counter_name = ? AND counter_value >= ?",
  );
  const journal = base?.counters.find(([name]) => name === `journal:${base.epoch}`);
  return journal !== undefined && counted.get(...journal) === undefined;
}

/** Brings the mirror's work into the database and lets the mirror follow it from now on. */
export async function attachMirror(
  { store, file, key, scan, hasWorked, rotateBytes }: Mirrored,
  origin: ReplayOrigin,
): Promise<JournalMirror> {
  const isEmpty = scan.last === null && scan.base === null;
  const isTorn = scan.goodBytes < scan.totalBytes;
  const { tenantId } = origin;
  const isLost = hasWorked && (await isUnknown(store, tenantId));
  if (isLost && (isEmpty || isTorn)) await store.write({ tenantId }, forgetAll);
  const missing = isBehind(store, scan)
    ? await bringBack(store, readMirror(file, key), origin)
    : missingBehind(store.handle, scan.last);
  const mirror = new JournalMirror(file, key, scan, rotateBytes);
  mirror.attach(store.handle, missing);
  return mirror;
}
