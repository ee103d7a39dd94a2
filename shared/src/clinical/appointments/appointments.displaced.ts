import {
  closureAt,
  type Closures,
} from "#clinical/schedule-exceptions/schedule-exceptions.closures.ts";
import { closuresWithin } from "#clinical/schedule-exceptions/schedule-exceptions.commands.ts";
import type { Viewer } from "#db/read.ts";
import { inList } from "#db/statements.ts";
import type { Interval } from "./appointments.slots.ts";

/** What of an appointment says whether it has to be moved. */
export interface BookedTime {
  readonly branch_id: string | null;
  readonly provider_id: string;
  readonly slot_time: string;
  readonly end_time: string;
  readonly status: string;
}

const waitingStatuses: ReadonlySet<string> = new Set(["booked", "confirmed"]);

function timeOf({ slot_time: from, end_time: to }: BookedTime): Interval {
  return { start: Date.parse(from), end: Date.parse(to) };
}

async function closuresOf(
  { db, tenantId }: Viewer,
  rows: readonly BookedTime[],
): Promise<ReadonlyMap<string, Closures>> {
  const ids = [...new Set(rows.flatMap((row) => row.branch_id ?? []))];
  const branches = await db
    .selectFrom("branches")
    .select(["id", "time_zone"])
    .where("tenant_id", "=", tenantId)
    .where("id", "in", inList(ids))
    .execute();
  const found = new Map<string, Closures>();
  for (const { id, time_zone: zone } of branches) {
    const times = rows.filter((row) => row.branch_id === id).map(timeOf);
    const within = {
      start: Math.min(...times.map(({ start }) => start)),
      end: Math.max(...times.map(({ end }) => end)),
    };
    found.set(id, await closuresWithin(db, { tenantId, branchId: id, zone }, within));
  }
  return found;
}

/** The holiday or schedule exception for which each of some appointments has to be moved; null where it can stay. */
export async function displacementsOf(
  viewer: Viewer,
  rows: readonly BookedTime[],
): Promise<(row: BookedTime) => string | null> {
  const booked = rows.filter(({ status }) => waitingStatuses.has(status));
  if (booked.length === 0) return () => null;
  const closures = await closuresOf(viewer, booked);
  return (row) => {
    const known = closures.get(row.branch_id ?? "");
    if (known === undefined || !waitingStatuses.has(row.status)) return null;
    return closureAt(known, row.provider_id, timeOf(row))?.id ?? null;
  };
}
