import { knownRooms } from "#clinical/rooms/rooms.commands.ts";
import { isScheduledAt, type ScheduleBlock } from "#clinical/staff/staff.contract.ts";
import type { Viewer } from "#db/read.ts";
import { inList } from "#db/statements.ts";
import { addDays, instantOf, localDate, weekday } from "#kernel/zones.ts";
import type { Hours } from "./appointments.slots.ts";

/** What of an appointment says where it is held. */
export interface Placed {
  readonly branch_id: string | null;
  readonly provider_id: string;
  readonly slot_time: string;
  readonly called_at: string | null;
}

interface Session {
  readonly start: number;
  readonly end: number;
  readonly room: string | null;
}

// A branch's id says at which branch somebody works, and not where in it.
function roomOf({ location }: ScheduleBlock): string | null {
  const name = location?.trim() ?? "";
  return name === "" || name.startsWith("brn_") ? null : name;
}

// One person's hours that cannot be read must not take the whole board or list with them.
const clockTime = /^(?:[01]\d|2[0-3]):[0-5]\d$/u;

function isReadable({ from, to }: ScheduleBlock): boolean {
  return clockTime.test(from) && clockTime.test(to);
}

function sessionsOn({ schedule, branchId, zone }: Hours, date: string): readonly Session[] {
  return schedule
    .filter((block) => block.weekday === weekday(date) && isScheduledAt(block, branchId))
    .filter(isReadable)
    .map((block) => {
      const lastDay = block.to > block.from ? date : addDays(date, 1);
      return {
        start: instantOf(date, block.from, zone),
        end: instantOf(lastDay, block.to, zone),
        room: roomOf(block),
      };
    });
}

function distance({ start, end }: Session, at: number): number {
  return at < start ? start - at : Math.max(0, at - end + 1);
}

/**
 * The room in which somebody works at a time: of the session then, else of the day's nearest one, since a session begins
 * early and ends late. Null where their hours name none. @param atMs milliseconds since the epoch
 */
export function roomAt(hours: Hours, atMs: number): string | null {
  const date = localDate(atMs, hours.zone);
  // Hours that go on past midnight belong to the day before.
  const before = sessionsOn(hours, addDays(date, -1)).filter((one) => distance(one, atMs) === 0);
  const near = [...before, ...sessionsOn(hours, date)].toSorted(
    (one, other) => distance(one, atMs) - distance(other, atMs),
  );
  return near[0]?.room ?? null;
}

async function zonesOf({ db, tenantId }: Viewer, ids: readonly string[]) {
  const rows = await db
    .selectFrom("branches")
    .select(["id", "time_zone"])
    .where("tenant_id", "=", tenantId)
    .where("id", "in", inList(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row.time_zone]));
}

async function schedulesOf({ db, tenantId }: Viewer, ids: readonly string[]) {
  const rows = await db
    .selectFrom("staff")
    .select(["id", "schedule"])
    .where("tenant_id", "=", tenantId)
    .where("id", "in", inList(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row.schedule]));
}

/**
 * The room of each appointment: where its provider is when the patient is called, before that at the appointment's time.
 * Null where the provider's hours name no room, or one that the branch does not use.
 */
export async function roomsOf(
  viewer: Viewer,
  rows: readonly Placed[],
): Promise<(row: Placed) => string | null> {
  if (rows.length === 0) return () => null;
  const branchIds = [...new Set(rows.flatMap((row) => row.branch_id ?? []))];
  const [zones, rooms, schedules] = await Promise.all([
    zonesOf(viewer, branchIds),
    knownRooms(viewer, branchIds),
    schedulesOf(viewer, [...new Set(rows.map((row) => row.provider_id))]),
  ]);
  return ({ branch_id: branchId, provider_id: id, called_at: calledAt, slot_time: time }) => {
    const zone = zones.get(branchId ?? "");
    const schedule = schedules.get(id);
    if (branchId === null || zone === undefined || schedule === undefined) return null;
    const room = roomAt({ schedule, branchId, zone }, Date.parse(calledAt ?? time));
    return room === null || rooms(branchId, room)?.status === "inactive" ? null : room;
  };
}
