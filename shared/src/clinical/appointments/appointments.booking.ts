import {
  closureAt,
  type Closure,
} from "#clinical/schedule-exceptions/schedule-exceptions.closures.ts";
import { closuresWithin } from "#clinical/schedule-exceptions/schedule-exceptions.commands.ts";
import { isAllowed, isInScope } from "#contract/access.ts";
import type { StaffRow } from "#clinical/staff/staff.table.ts";
import { isoInstant } from "#kernel/clock.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import { addDays, localDate } from "#kernel/zones.ts";
import type { Reader } from "#db/session.ts";
import type { Context, WriteContext } from "#resource/context.ts";
import { takenTimes } from "./appointments.queries.ts";
import {
  gridOfDays,
  isForeign,
  nearestFree,
  placeReason,
  sellerOf,
  type GridPlace,
  type Hours,
  type Interval,
} from "./appointments.slots.ts";

/** Minutes of an appointment where neither the caller nor the provider's hours say. */
export const usualMinutes = 15;

const msPerMinute = 60_000;
// A clerk who picked the slot that is just beginning is not late.
const lateGraceMs = 5 * msPerMinute;
const suggestionDays = 14;
const suggestionCount = 5;
const overbookingRoles: readonly string[] = ["doctor", "branch_admin", "tenant_admin"];

/** A time that is asked for. */
export interface WantedTime {
  readonly provider: StaffRow;
  readonly startMs: number;
  readonly minutes: number | undefined;
  readonly isOverbook: boolean;
  /** Why a time that is kept for online booking is given away at the desk. */
  readonly onlineReason: string | undefined;
  /** Who gets the time, for the audit. */
  readonly appointment: { readonly id: string; readonly patientId: string };
  /** The appointment that is being moved: its own time does not stand in its way. */
  readonly movedId: string | null;
}

/** The time an appointment gets. */
export interface PlacedTime {
  readonly slot_time: string;
  readonly end_time: string;
  readonly duration_min: number;
  readonly is_overbook: boolean;
}

interface Conflict {
  readonly type: "existing_booking" | "outside_working_hours";
  readonly id?: string;
  readonly reason?: string;
}

/** The hours of a provider at the acting branch. */
export function hoursAt(branch: WriteContext["branch"], provider: StaffRow): Hours {
  return { schedule: provider.schedule, branchId: branch.id, zone: branch.timeZone };
}

/** A stretch of time as an appointment keeps it. */
export function timeOf(startMs: number, minutes: number, isOverbook: boolean): PlacedTime {
  return {
    slot_time: isoInstant(startMs),
    end_time: isoInstant(startMs + minutes * msPerMinute),
    duration_min: minutes,
    is_overbook: isOverbook,
  };
}

/** The refusal of what the branch's own node has to do. */
export function ownedByBranch(ctx: WriteContext): AppError {
  return new AppError(
    "owned_by_branch",
    "This time belongs to a branch with a node of its own; book it there, or take an online slot.",
    { branch_id: ctx.branch.id },
  );
}

function refusePast(ctx: WriteContext, startMs: number): void {
  if (startMs >= ctx.now() - lateGraceMs) return;
  throw fieldError({ path: "slot_time", code: "validation_error", message: "is in the past" });
}

function refuseOverbooking(ctx: WriteContext): void {
  if (sellerOf(ctx) === "online") throw ownedByBranch(ctx);
  const held = ctx.role === null ? ctx.caller.roles : [ctx.role];
  if (held.some((role) => overbookingRoles.includes(role))) return;
  throw new AppError("forbidden", "This role may not overbook a provider.");
}

// An instant has four digits for its year: what ends later could be written nowhere.
const lastInstant = Date.parse("9999-12-31T23:59:59.999Z");

function refuseBeyondYears(end: number): void {
  if (end <= lastInstant) return;
  const message = "is too late: it would end after the year 9999";
  throw fieldError({ path: "slot_time", code: "validation_error", message });
}

/** What beside the usual hours stands in the way of a provider's appointments within a stretch. */
export async function closuresFor(
  { db, tenantId, branch }: Pick<Context, "tenantId" | "branch"> & { readonly db: Reader },
  providerId: string,
  within: Interval,
): Promise<(wanted: Interval) => Closure | null> {
  const of = { tenantId, branchId: branch.id, zone: branch.timeZone };
  const closures = await closuresWithin(db, of, within);
  return (wanted) => closureAt(closures, providerId, wanted);
}

const closureReasons = {
  holiday: "holiday",
  closed: "closed",
  leave: "provider_on_leave",
} as const;

// What the hub may have sold meanwhile becomes a conflict that a person settles; so not everybody may do it.
function giveAwayKept(ctx: WriteContext, { appointment: { id, patientId } }: WantedTime): void {
  const held = ctx.role === null ? ctx.caller.roles : [ctx.role];
  const may =
    isAllowed(held, "appointments", "approve") &&
    isInScope(ctx.caller.scopes, "appointments", "approve");
  if (!may) {
    const message = "This role may not give away a time that is kept for online booking.";
    throw new AppError("forbidden", message);
  }
  ctx.write.audit({
    module: "appointments",
    action: "override",
    outcome: "success",
    entity_type: "appointments",
    entity_id: id,
    patient_id: patientId,
    changes: [],
  });
}

async function hoursConflict(
  ctx: WriteContext,
  wanted: WantedTime,
  place: GridPlace | undefined,
  end: number,
): Promise<Conflict | null> {
  const outside = (reason: string): Conflict => ({ type: "outside_working_hours", reason });
  if (wanted.provider.status === "on_leave") return outside("provider_on_leave");
  const within = { start: wanted.startMs, end };
  const closure = (await closuresFor(ctx, wanted.provider.id, within))(within);
  if (closure !== null) return { ...outside(closureReasons[closure.kind]), id: closure.id };
  if (wanted.isOverbook) return null;
  if (place === undefined) return outside("not_on_grid");
  if (end > place.blockEnd) return outside("beyond_hours");
  const seller = sellerOf(ctx);
  if (!isForeign(place, end, seller)) return null;
  if (seller === "online") throw ownedByBranch(ctx);
  if (wanted.onlineReason === undefined) return outside("blocked");
  giveAwayKept(ctx, wanted);
  return null;
}

async function bookingConflicts(
  ctx: WriteContext,
  wanted: WantedTime,
  end: number,
): Promise<readonly Conflict[]> {
  if (wanted.isOverbook) return [];
  const within = { start: wanted.startMs, end };
  const taken = await takenTimes(ctx.db, ctx.tenantId, wanted.provider.id, within);
  return taken
    .filter((time) => time.appointmentId !== wanted.movedId)
    .map((time) => ({ type: "existing_booking", id: time.appointmentId }));
}

async function suggestions(ctx: WriteContext, wanted: WantedTime, minutes: number) {
  const { timeZone } = ctx.branch;
  const firstDay = localDate(Math.max(ctx.now(), wanted.startMs), timeZone);
  const places = gridOfDays(
    hoursAt(ctx.branch, wanted.provider),
    firstDay,
    addDays(firstDay, suggestionDays - 1),
  );
  const within = { start: places[0]?.start ?? 0, end: places.at(-1)?.blockEnd ?? 0 };
  const taken = await takenTimes(ctx.db, ctx.tenantId, wanted.provider.id, within);
  const situation = {
    now: ctx.now(),
    taken: taken.filter((time) => time.appointmentId !== wanted.movedId),
    seller: sellerOf(ctx),
    isOnLeave: wanted.provider.status === "on_leave",
    closureOf: await closuresFor(ctx, wanted.provider.id, within),
  };
  const isFree = (place: GridPlace) =>
    placeReason(place, minutes * msPerMinute, situation) === null;
  return nearestFree(places, wanted.startMs, suggestionCount, isFree).map((place) => ({
    start_at: isoInstant(place.start),
    available: true,
  }));
}

/**
 * The time for an appointment, if it can be had. Two callers may both be answered yes: the engine lets one of them commit,
 * and the other's write runs again and finds the time taken. @throws AppError slot_unavailable with other times,
 * owned_by_branch, forbidden
 */
export async function placeInTime(ctx: WriteContext, wanted: WantedTime): Promise<PlacedTime> {
  refusePast(ctx, wanted.startMs);
  if (wanted.isOverbook) refuseOverbooking(ctx);
  const day = localDate(wanted.startMs, ctx.branch.timeZone);
  // Hours that go on past midnight belong to the day before.
  const places = gridOfDays(hoursAt(ctx.branch, wanted.provider), addDays(day, -1), day);
  const place = places.find((candidate) => candidate.start === wanted.startMs);
  const own = place === undefined ? usualMinutes : (place.end - place.start) / msPerMinute;
  const minutes = wanted.minutes ?? own;
  const end = wanted.startMs + minutes * msPerMinute;
  refuseBeyondYears(end);
  const outside = await hoursConflict(ctx, wanted, place, end);
  const conflicts = [
    ...(await bookingConflicts(ctx, wanted, end)),
    ...(outside === null ? [] : [outside]),
  ];
  if (conflicts.length === 0) return timeOf(wanted.startMs, minutes, wanted.isOverbook);
  const message = "The provider is not free at that time.";
  throw new AppError("slot_unavailable", message, {
    fields: [{ path: "slot_time", code: "slot_unavailable", message }],
    conflicts,
    suggestions: await suggestions(ctx, wanted, minutes),
  });
}
