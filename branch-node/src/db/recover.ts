import { parseUhid } from "@edgeward/shared/kernel/uhid.ts";
import { insertIgnoringStatement } from "@edgeward/shared/db/statements.ts";
import { pendingEntitiesTable } from "@edgeward/shared/db/core.table.ts";
import type { SqlSession } from "@edgeward/shared/db/session.ts";
import type { ChangeOrigin } from "@edgeward/shared/sync/merge-outcome.ts";
import type { MirrorRecord } from "./journal-mirror.ts";
import { putIntoJournal } from "./journal-rows.ts";
import { readState, seriesAboveStatement, stateStatement } from "./node-state.ts";
import { replayOperation } from "./replay.ts";
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
  session: SqlSession,
  record: MirrorRecord,
  origin: ChangeOrigin,
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
  const marks = operation.changes.map((change) =>
    insertIgnoringStatement(session.dialect, pendingEntitiesTable, {
      tenant_id: tenantId,
      entity_id: change.id,
      op_id: operation.op_id,
    }),
  );
  await session.runAll([
    ...(isOpen ? marks : []),
    seriesAboveStatement(tenantId, `journal:${record.epoch}`, seq),
    ...numbersIn(record, branchId).map(([name, value]) =>
      seriesAboveStatement(tenantId, name, value),
    ),
  ]);
}

/**
 * Brings what the mirror has and the database has not back into the database: all that this node ever acknowledged,
 * when the database is new. It then counts as unsent; the hub says of what it knows that it knows it.
 */
export async function recoverFromMirror(
  store: SqliteStore,
  records: readonly MirrorRecord[],
  origin: ChangeOrigin,
): Promise<void> {
  const ordered = records.toSorted((one, other) => one.epoch - other.epoch || one.seq - other.seq);
  const here = await store.read({ tenantId: origin.tenantId }, (session) =>
    readState(session, "epoch"),
  );
  const epoch = Math.max(Number(here ?? 1), ordered.at(-1)?.epoch ?? 1);
  for (let from = 0; from < ordered.length; from += sliceSize) {
    const slice = ordered.slice(from, from + sliceSize);
    const newest = slice.map((record) => record.operation.hlc).reduce((a, b) => (a > b ? a : b));
    await store.write({ tenantId: origin.tenantId }, async (session) => {
      for (const record of slice) await recoverOne(session, record, origin, epoch);
      await session.runAll([
        stateStatement(session, "last_hlc", newest),
        stateStatement(session, "epoch", String(epoch)),
      ]);
    });
  }
}
