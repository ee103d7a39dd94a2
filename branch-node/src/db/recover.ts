import { parseUhid } from "@edgeward/shared/kernel/uhid.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { MirrorReading, MirrorRecord } from "./mirror-file.ts";
import { lastAnsweredSeq, putIntoJournal } from "./journal-rows.ts";
import { readState, seriesAboveStatement, stateStatement } from "./node-state.ts";
import { replayOperation, type ReplayOrigin } from "./replay.ts";
import type { SqliteStore } from "./sqlite-store.ts";

const sliceSize = 200;

function numbersIn(record: MirrorRecord, branchId: string): readonly (readonly [string, number])[] {
  return record.operation.changes.flatMap(({ fields }) => {
    const { uhid, queue_no: number, queue_code: code, business_date: date } = fields;
    const found: (readonly [string, number])[] = [];
    const base = typeof uhid === "string" ? parseUhid(uhid)?.base : undefined;
    if (base !== undefined) found.push([`uhid:${branchId}:branch`, base]);
    if (typeof number === "number" && typeof code === "string" && typeof date === "string")
      found.push([`queue:${branchId}:${code}:${date}`, number]);
    return found;
  });
}

async function recoverOne(
  session: Session,
  record: MirrorRecord,
  origin: ReplayOrigin,
  epoch: number,
): Promise<void> {
  const { operation, seq } = record;
  const { tenantId, branchId } = origin;
  await replayOperation(session, operation, origin);
  // What waited in an earlier epoch was moved into the next; what stayed there had been answered.
  const isOpen = record.epoch === epoch;
  await putIntoJournal(session, {
    tenant_id: tenantId,
    epoch: record.epoch,
    seq,
    op_id: operation.op_id,
    operation,
    journal_state: isOpen ? "pending" : "acknowledged",
    result: null,
    created_at: operation.at,
  });
  await session.runAll([
    seriesAboveStatement(tenantId, `journal:${record.epoch}`, seq),
    ...numbersIn(record, branchId).map(([name, value]) =>
      seriesAboveStatement(tenantId, name, value),
    ),
  ]);
}

/**
 * Lets the series go on where they stood when the mirror left out what the hub had. Of a database that has not come so
 * far, the hub must bring the rest back: from where, is noted for the next handshake.
 */
async function recoverBase(
  session: Session,
  base: NonNullable<MirrorReading["base"]>,
  tenantId: string,
): Promise<void> {
  const here = await readState(session, "epoch");
  // Went over to a later epoch, and broke down before the mirror heard of it: nothing of this one is lost.
  if (here !== null && Number(here) > base.epoch) return;
  const seq = await lastAnsweredSeq(session, tenantId, base.epoch);
  // With nothing of this epoch here there may be earlier ones that are lost as well.
  const place = seq === 0 ? { epoch: 1, seq } : { epoch: base.epoch, seq };
  await session.runAll([
    ...base.counters.map(([name, value]) => seriesAboveStatement(tenantId, name, value)),
    stateStatement(session, "epoch", String(base.epoch)),
    stateStatement(session, "journal_cut", JSON.stringify(place)),
  ]);
}

/**
 * Brings what the mirror has and the database has not back into the database: all that this node ever acknowledged and
 * the hub has not, when the database is new. It then counts as unsent; the hub says of what it knows that it knows it.
 */
export async function recoverFromMirror(
  store: SqliteStore,
  reading: Pick<MirrorReading, "base" | "records">,
  origin: ReplayOrigin,
): Promise<void> {
  const { tenantId } = origin;
  const { base } = reading;
  if (base !== null)
    await store.write({ tenantId }, (session) => recoverBase(session, base, tenantId));
  const ordered = reading.records.toSorted(
    (one, other) => one.epoch - other.epoch || one.seq - other.seq,
  );
  const here = await store.read({ tenantId }, (session) => readState(session, "epoch"));
  const epoch = Math.max(Number(here ?? 1), ordered.at(-1)?.epoch ?? 1);
  for (let from = 0; from < ordered.length; from += sliceSize) {
    const slice = ordered.slice(from, from + sliceSize);
    const newest = slice.map((record) => record.operation.hlc).reduce((a, b) => (a > b ? a : b));
    await store.write({ tenantId }, async (session) => {
      for (const record of slice) await recoverOne(session, record, origin, epoch);
      await session.runAll([
        stateStatement(session, "last_hlc", newest),
        stateStatement(session, "epoch", String(epoch)),
      ]);
    });
  }
}
