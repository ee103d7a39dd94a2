import { sql, type Kysely } from "kysely";
import { pendingEntitiesTable } from "@edgeward/shared/db/core.table.ts";
import { insertRows, insertStatement } from "@edgeward/shared/db/statements.ts";
import type { Database } from "@edgeward/shared/db/database.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { Operation, Statement } from "@edgeward/shared/db/model.ts";
import { journalOpen, journalTable, type JournalRow } from "./branch.table.ts";

function seriesAt(tenantId: string, epoch: number, seq: number): Statement {
  return {
    text: `INSERT INTO counters (tenant_id, counter_name, counter_value) VALUES (?, ?, ?)
      ON CONFLICT (tenant_id, counter_name) DO UPDATE SET counter_value = excluded.counter_value`,
    values: [tenantId, `journal:${epoch}`, seq],
  };
}

/** The last place taken in an epoch of the journal. */
export async function lastSeq(session: Session, tenantId: string, epoch: number): Promise<number> {
  const row = await session.kysely
    .selectFrom("counters")
    .select("counter_value")
    .where("tenant_id", "=", tenantId)
    .where("counter_name", "=", `journal:${epoch}`)
    .executeTakeFirst();
  return row?.counter_value ?? 0;
}

/** The last place of an epoch to which the hub has answered. */
export async function lastAnsweredSeq(
  session: Session,
  tenantId: string,
  epoch: number,
): Promise<number> {
  const row = await session.kysely
    .selectFrom("journal")
    .select((select) => select.fn.max<number | null>("seq").as("seq"))
    .where("tenant_id", "=", tenantId)
    .where("epoch", "=", epoch)
    .where("journal_state", "<>", "pending")
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** When the operation was made that is sent next. */
export function nextPending(db: Kysely<Database>, tenantId: string) {
  return db
    .selectFrom("journal")
    .select("created_at")
    .where("tenant_id", "=", tenantId)
    .where("journal_state", "=", "pending")
    .where(sql<boolean>`${sql.raw(journalOpen)}`)
    .orderBy("epoch")
    .orderBy("seq")
    .limit(1);
}

/** When the oldest operation was made that still waits to be sent; null where none does. */
export async function oldestPending(session: Session, tenantId: string): Promise<string | null> {
  const row = await nextPending(session.kysely, tenantId).executeTakeFirst();
  return row?.created_at ?? null;
}

/** The operation at a place of the journal, or null. */
export async function operationIdAt(
  session: Session,
  tenantId: string,
  epoch: number,
  seq: number,
): Promise<string | null> {
  const row = await session.kysely
    .selectFrom("journal")
    .select("op_id")
    .where("tenant_id", "=", tenantId)
    .where("epoch", "=", epoch)
    .where("seq", "=", seq)
    .executeTakeFirst();
  return row?.op_id ?? null;
}

/**
 * Puts what waits to be sent at the beginning of an epoch, in its order and without a gap. The rows are made anew
 * rather than changed: whatever follows the journal by its row numbers sees them at their new places.
 */
export async function movePending(
  session: Session,
  tenantId: string,
  epoch: number,
): Promise<void> {
  const rows = await session.kysely
    .selectFrom("journal")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("journal_state", "=", "pending")
    .orderBy("epoch")
    .orderBy("seq")
    .execute();
  const moved = rows.map((row, index): JournalRow => ({ ...row, epoch, seq: index + 1 }));
  await session.query("DELETE FROM journal WHERE tenant_id = ? AND journal_state = 'pending'", [
    tenantId,
  ]);
  await session.runAll([
    ...moved.map((row) => insertStatement(session.dialect, journalTable, row)),
    seriesAt(tenantId, epoch, moved.length),
  ]);
}

/** A place in the journal. */
export interface JournalPlace {
  readonly epoch: number;
  readonly seq: number;
}

/** Marks the records of an operation as not yet taken by the hub. */
export function marksOf(
  { dialect }: Pick<Session, "dialect">,
  tenantId: string,
  { op_id, hlc, changes }: Operation,
): readonly Statement[] {
  const rows = changes.map(({ id: entity_id, kind }) => {
    const is_maker = kind === "insert";
    return { tenant_id: tenantId, entity_id, op_id, hlc, is_maker };
  });
  return insertRows(dialect, pendingEntitiesTable, rows, "skip");
}

/**
 * Takes the marks of operations away. Found by the records that each names in the journal: an index by operation was a page
 * more to write with each change. @param opIds a SELECT of their ids, whose values are `values`
 */
export function unmarkStatement(
  tenantId: string,
  opIds: string,
  values: readonly unknown[],
): Statement {
  return {
    text: `DELETE FROM pending_entities WHERE tenant_id = ? AND (entity_id, op_id) IN (
      SELECT change.value ->> '$.id', j.op_id FROM journal AS j, json_each(j.operation, '$.changes') AS change
       WHERE j.op_id IN (${opIds}))`,
    values: [tenantId, ...values],
  };
}

/** Ids that are given as one value, a list in JSON. */
export const listedIds = "SELECT value FROM json_each(?)";

/**
 * Lets everything behind a place wait to be sent once more, whatever the hub had said of it: the hub no longer knows.
 * Returns the operations that had been discarded, whose work is to be brought back.
 * @param isForgotten whether the hub was put back to a backup, and so may not know either what it had decided about operations
 *   that still wait here for its answer
 */
export async function reopenBehind(
  session: Session,
  tenantId: string,
  place: JournalPlace,
  isForgotten = false,
): Promise<readonly JournalRow[]> {
  const decided = session.kysely
    .selectFrom("operation_outcomes")
    .select("id")
    .where("tenant_id", "=", isForgotten ? tenantId : "");
  const rows = await session.kysely
    .selectFrom("journal")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where((where) =>
      where.or([where("journal_state", "<>", "pending"), where("op_id", "in", decided)]),
    )
    .where(sql<boolean>`(epoch, seq) > (${place.epoch}, ${place.seq})`)
    .orderBy("epoch")
    .orderBy("seq")
    .execute();
  const opIds = JSON.stringify(rows.map((row) => row.op_id));
  const values = [tenantId, opIds];
  await session.runAll([
    {
      text: `UPDATE journal SET journal_state = 'pending', result = NULL
        WHERE tenant_id = ? AND op_id IN (SELECT value FROM json_each(?))`,
      values,
    },
    // A decision about one of them was lost with it; the hub sends again those that it still knows.
    {
      text: `DELETE FROM operation_outcomes
        WHERE tenant_id = ? AND id IN (SELECT value FROM json_each(?))`,
      values,
    },
    ...rows.flatMap(({ operation }) => marksOf(session, tenantId, operation)),
  ]);
  return rows.filter((row) => row.journal_state === "discarded");
}

/** The place before the first operation that was taken or discarded by a person's decision at the hub; null where none was. */
export async function placeBeforeDecisions(
  session: Session,
  tenantId: string,
): Promise<JournalPlace | null> {
  const [first] = await session.query(
    `SELECT journal.epoch, journal.seq FROM journal JOIN operation_outcomes AS o
        ON o.tenant_id = journal.tenant_id AND o.id = journal.op_id
      WHERE journal.tenant_id = ? AND o.op_outcome NOT IN ('held', 'rejected')
      ORDER BY journal.epoch, journal.seq LIMIT 1`,
    [tenantId],
  );
  return first === undefined
    ? null
    : { epoch: Number(first["epoch"]), seq: Number(first["seq"]) - 1 };
}

const answeredStates: ReadonlySet<string> = new Set(["acknowledged", "discarded"]);

/** Puts an operation at its place in the journal; where it stood before it is taken away. */
export async function putIntoJournal(session: Session, row: JournalRow): Promise<void> {
  await session.query("DELETE FROM journal WHERE op_id = ?", [row.op_id]);
  await session.runAll([insertStatement(session.dialect, journalTable, row)]);
  // What has not been taken stays in sight on its records, and what builds on them names it.
  const { tenant_id: tenantId, operation } = row;
  const isAnswered = answeredStates.has(row.journal_state);
  await session.runAll(
    isAnswered
      ? [unmarkStatement(tenantId, "?", [row.op_id])]
      : marksOf(session, tenantId, operation),
  );
}

/**
 * Lets every series of numbers leave out some: those that were given out and are remembered by nobody. Those of papers go
 * on in another lane, which the hub has given, without a gap.
 */
export function skipAheadStatement(tenantId: string, gap: number): Statement {
  return {
    text: `UPDATE counters SET counter_value = counter_value + ?
      WHERE tenant_id = ? AND counter_name NOT LIKE 'journal:%'
        AND counter_name NOT LIKE 'series:%' AND counter_name NOT LIKE 'series!_lane:%' ESCAPE '!'`,
    values: [gap, tenantId],
  };
}
