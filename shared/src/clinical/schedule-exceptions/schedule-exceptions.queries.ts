import { sql, type SqlBool } from "kysely";
import type { Viewer } from "#db/read.ts";
import { affectedBy } from "./schedule-exceptions.commands.ts";
import type { ScheduleExceptionRow } from "./schedule-exceptions.table.ts";

const mostIds = 100;

function affectedRows({ db, tenantId }: Viewer, row: ScheduleExceptionRow) {
  return db
    .selectFrom("appointments as record")
    .where(sql<SqlBool>`record.tenant_id = ${tenantId}`)
    .where(affectedBy(row));
}

/** Whom an exception stands in the way of: how many, and the first of them. */
type Affected = Readonly<{ affected_count: number; affected_ids: string[] }>;

async function affectedOf(viewer: Viewer, row: ScheduleExceptionRow): Promise<Affected> {
  if (row.kind === "open" || row.status !== "active")
    return { affected_count: 0, affected_ids: [] };
  const first = await affectedRows(viewer, row)
    .select("record.id")
    .orderBy("record.slot_time")
    .orderBy("record.id")
    .limit(mostIds)
    .execute();
  const affected_ids = first.map(({ id }) => id);
  if (affected_ids.length < mostIds) return { affected_count: affected_ids.length, affected_ids };
  const { count } = await affectedRows(viewer, row)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return { affected_count: Number(count), affected_ids };
}

/** Whom each of some exceptions stands in the way of. */
export async function affectedByEach(
  viewer: Viewer,
  rows: readonly ScheduleExceptionRow[],
): Promise<(row: Pick<ScheduleExceptionRow, "id">) => Affected> {
  const found = new Map<string, Affected>();
  // One after the other: a snapshot has one connection.
  for (const row of rows) found.set(row.id, await affectedOf(viewer, row));
  return ({ id }) => found.get(id) ?? { affected_count: 0, affected_ids: [] };
}
