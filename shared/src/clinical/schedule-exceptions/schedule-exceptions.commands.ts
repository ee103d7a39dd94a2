import { sql, type SqlBool } from "kysely";
import { recordFinder } from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import { isoInstant } from "#kernel/clock.ts";
import { addDays, instantOf, localDate } from "#kernel/zones.ts";
import type { Condition } from "#resource/word-search.ts";
import type { Closure, Closures, Opening, Stretch } from "./schedule-exceptions.closures.ts";
import { scheduleExceptionsTable } from "./schedule-exceptions.table.ts";

/** One exception of the tenant, or undefined. */
export const findException = recordFinder(scheduleExceptionsTable);

/** Whose time it is. */
interface BranchTime {
  readonly tenantId: string;
  readonly branchId: string;
  /** IANA name. */
  readonly zone: string;
}

async function exceptionsWithin(db: Reader, { tenantId, branchId }: BranchTime, within: Stretch) {
  return db
    .selectFrom("schedule_exceptions")
    .select(["id", "kind", "provider_id", "starts_at", "ends_at"])
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("status", "=", "active")
    .where("ends_at", ">", isoInstant(within.start))
    .where("starts_at", "<", isoInstant(within.end))
    .orderBy("starts_at")
    .orderBy("id")
    .execute();
}

function dayOf(date: string, zone: string): Stretch {
  return {
    start: instantOf(date, "00:00", zone),
    end: instantOf(addDays(date, 1), "00:00", zone),
  };
}

async function holidaysBetween(
  db: Reader,
  { tenantId, branchId, zone }: BranchTime,
  [first, last]: readonly [first: string, last: string | null],
): Promise<readonly Closure[]> {
  let asked = db
    .selectFrom("holidays")
    .select(["id", "date", "branches", "closes"])
    .where("tenant_id", "=", tenantId)
    .where("status", "=", "active")
    .where("date", ">=", first);
  if (last !== null) asked = asked.where("date", "<=", last);
  const rows = await asked.orderBy("date").orderBy("id").execute();
  return rows
    .filter(({ closes, branches }) => closes && (branches?.includes(branchId) ?? true))
    .map(({ id, date }) => ({ id, kind: "holiday", providerId: null, ...dayOf(date, zone) }));
}

/** What of a stretch of a branch's time is otherwise than the usual hours: holidays, and the branch's own exceptions. */
export async function closuresWithin(
  db: Reader,
  of: BranchTime,
  within: Stretch,
): Promise<Closures> {
  if (within.end <= within.start) return { shut: [], openings: [] };
  const days = [localDate(within.start, of.zone), localDate(within.end - 1, of.zone)] as const;
  const rows = await exceptionsWithin(db, of, within);
  const kept = rows.map(({ id, kind, provider_id: providerId, starts_at: from, ends_at: to }) => {
    return { id, kind, providerId, start: Date.parse(from), end: Date.parse(to) };
  });
  const openings: readonly Opening[] = kept.filter(({ kind }) => kind === "open");
  const shut = kept.flatMap(({ kind, ...rest }): readonly Closure[] =>
    kind === "leave" || kind === "closed" ? [{ ...rest, kind }] : [],
  );
  return { shut: [...shut, ...(await holidaysBetween(db, of, days))], openings };
}

const isBooked = sql<SqlBool>`record.status IN ('booked', 'confirmed')`;

function during({ start, end }: Stretch): Condition {
  return sql<SqlBool>`record.slot_time < ${isoInstant(end)} AND record.end_time > ${isoInstant(start)}`;
}

// An exception that leaves out whose hours they are is about all of them.
const ofProvider = sql`(x.provider_id IS NULL OR x.provider_id = record.provider_id)`;

function exceptionWhere({ tenantId, branchId }: BranchTime, condition: Condition): Condition {
  return sql<SqlBool>`EXISTS (SELECT 1 FROM schedule_exceptions AS x
    WHERE x.tenant_id = ${tenantId} AND x.branch_id = ${branchId} AND x.status = 'active'
      AND ${ofProvider} AND ${condition})`;
}

/** The condition that a listed appointment is booked at a time at which nobody is, from a day on: it has to be moved. */
export async function displacedFrom(
  db: Reader,
  of: BranchTime,
  firstDay: string,
): Promise<Condition> {
  const shut = exceptionWhere(
    of,
    sql<SqlBool>`x.kind <> 'open' AND x.starts_at < record.end_time AND x.ends_at > record.slot_time`,
  );
  const worked = exceptionWhere(
    of,
    sql<SqlBool>`x.kind = 'open' AND x.starts_at <= record.slot_time AND x.ends_at >= record.end_time`,
  );
  const days = await holidaysBetween(db, of, [firstDay, null]);
  const onHoliday = days.map((day) => sql<SqlBool>`(${during(day)})`);
  const holiday =
    onHoliday.length === 0
      ? sql<SqlBool>`1 = 0`
      : sql<SqlBool>`((${sql.join(onHoliday, sql` OR `)}) AND NOT ${worked})`;
  const start = isoInstant(instantOf(firstDay, "00:00", of.zone));
  return sql<SqlBool>`${isBooked} AND record.slot_time >= ${start} AND (${shut} OR ${holiday})`;
}

/** What of an exception says whom it stands in the way of. */
interface Exception {
  readonly tenant_id: string;
  readonly branch_id: string | null;
  readonly provider_id: string | null;
  readonly kind: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly status: string;
}

/** The condition that an exception stands in the way of a listed appointment. */
export function affectedBy(exception: Exception): Condition {
  const { branch_id: branchId, provider_id: provider, starts_at: from, ends_at: to } = exception;
  if (exception.kind === "open" || exception.status !== "active") return sql<SqlBool>`1 = 0`;
  const whose = provider === null ? sql`` : sql`AND record.provider_id = ${provider}`;
  const when = during({ start: Date.parse(from), end: Date.parse(to) });
  return sql<SqlBool>`${isBooked} AND record.branch_id = ${branchId} AND ${when} ${whose}`;
}
