import type { Closure } from "#clinical/schedule-exceptions/schedule-exceptions.closures.ts";
import { isScheduledAt, type ScheduleBlock } from "#clinical/staff/staff.contract.ts";
import type { Context } from "#resource/context.ts";
import { addDays, daysBetween, slotInstants, weekday } from "#kernel/zones.ts";
import type { Slot } from "./appointments.contract.ts";

/** A stretch of time, half open, in milliseconds since the epoch. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** A place at which an appointment can begin. */
export interface GridPlace extends Interval {
  /** Where the block's last slot ends: nothing goes beyond. */
  readonly blockEnd: number;
  /** Where the slots begin that the block leaves to the hub; `blockEnd` when there are none. */
  readonly onlineFrom: number;
}

/** A provider's hours at one branch. */
export interface Hours {
  readonly schedule: readonly ScheduleBlock[];
  readonly branchId: string;
  /** IANA name. */
  readonly zone: string;
}

function placesOfBlock(block: ScheduleBlock, date: string, zone: string): readonly GridPlace[] {
  const { from, to, slot_min: slotMinutes, online_quota: quota } = block;
  const slots = slotInstants({ date, from, to, slotMinutes, zone });
  const blockEnd = slots.at(-1)?.end ?? 0;
  const onlineFrom = slots[Math.max(0, slots.length - quota)]?.start ?? blockEnd;
  return slots.map((slot) => ({ ...slot, blockEnd, onlineFrom }));
}

/** The places of the blocks that begin on a local day, by time. */
export function gridOfDay(hours: Hours, date: string): readonly GridPlace[] {
  return hours.schedule
    .filter((block) => block.weekday === weekday(date) && isScheduledAt(block, hours.branchId))
    .flatMap((block) => placesOfBlock(block, date, hours.zone))
    .toSorted((one, other) => one.start - other.start);
}

/** The places of several local days, first and last included. */
export function gridOfDays(hours: Hours, from: string, to: string): readonly GridPlace[] {
  const count = daysBetween(from, to) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index)).flatMap(
    (day) => gridOfDay(hours, day),
  );
}

/** Which places this node may give away: `desk` all but the hub's, `online` only the hub's, `all` of them. */
export type Seller = "desk" | "online" | "all";

/** Who sells here: the branch's own node, or the hub for a branch with or without one. */
export function sellerOf(ctx: Pick<Context, "node" | "branch">): Seller {
  if (ctx.node.kind === "branch") return "desk";
  return ctx.branch.hasNode ? "online" : "all";
}

/** Whether a stretch that begins at a place is another node's to give away. */
export function isForeign(place: GridPlace, end: number, seller: Seller): boolean {
  if (seller === "desk") return end > place.onlineFrom;
  return seller === "online" && place.start < place.onlineFrom;
}

/** What decides whether a place is free. */
export interface Situation {
  readonly now: number;
  readonly taken: readonly Interval[];
  readonly seller: Seller;
  readonly isOnLeave: boolean;
  /** What beside the usual hours stands in the way of a stretch. */
  readonly closureOf: (wanted: Interval) => Pick<Closure, "kind"> | null;
}

function overlaps(one: Interval, other: Interval): boolean {
  return one.start < other.end && one.end > other.start;
}

/** Why an appointment of that length cannot begin at a place, or null. */
export function placeReason(
  place: GridPlace,
  lengthMs: number,
  situation: Situation,
): Slot["reason"] {
  const wanted = { start: place.start, end: place.start + lengthMs };
  if (wanted.start < situation.now) return "past";
  if (situation.isOnLeave) return "on_leave";
  const closure = situation.closureOf(wanted);
  if (closure !== null) return closure.kind === "leave" ? "on_leave" : "closed";
  if (wanted.end > place.blockEnd || isForeign(place, wanted.end, situation.seller))
    return "blocked";
  return situation.taken.some((interval) => overlaps(wanted, interval)) ? "booked" : null;
}

/** Up to `count` free places, nearest to a wanted time, in the order of time. */
export function nearestFree(
  places: readonly GridPlace[],
  wantedMs: number,
  count: number,
  isFree: (place: GridPlace) => boolean,
): readonly GridPlace[] {
  const distance = (place: GridPlace) => Math.abs(place.start - wantedMs);
  return places
    .filter(isFree)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, count)
    .toSorted((one, other) => one.start - other.start);
}
