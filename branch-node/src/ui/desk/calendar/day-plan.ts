import type {
  Appointment,
  Slot,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { queuePart } from "#ui/desk/today/queue.ts";
import { withoutTitle } from "#ui/i18n/without-title.ts";

/** One line of a doctor's day: a free time, one kept for online booking, time that nobody can book, or an appointment. */
export type PlanEntry =
  | { readonly kind: "free" | "kept"; readonly id: string; readonly startAt: string }
  | {
      readonly kind: "closed";
      readonly id: string;
      readonly startAt: string;
      readonly endAt: string;
      readonly reason: Exclude<Slot["reason"], null>;
    }
  | {
      readonly kind: "booked";
      readonly id: string;
      readonly startAt: string;
      readonly appointment: Appointment;
    };

/** A doctor's day, by time. */
export interface DayPlan {
  /** What is over, folded away. */
  readonly over: readonly PlanEntry[];
  readonly entries: readonly PlanEntry[];
  /** How many of how many times are taken. */
  readonly taken: number;
  readonly places: number;
  /** Whether there were hours, and the last of their times has begun. */
  readonly isOver: boolean;
}

function isHeld({ status }: Appointment): boolean {
  return status !== "cancelled" && status !== "no_show";
}

function overlaps(slot: Slot, { slot_time: from, end_time: to }: Appointment): boolean {
  return Date.parse(slot.start_at) < Date.parse(to) && Date.parse(slot.end_at) > Date.parse(from);
}

function entryOfSlot(
  slot: Slot,
  held: readonly Appointment[],
  givesKept: boolean,
): readonly PlanEntry[] {
  const { start_at: startAt, end_at: endAt, available, reason } = slot;
  if (reason === "past" || held.some((each) => overlaps(slot, each))) return [];
  if (available || reason === null) return [{ kind: "free", id: `free:${startAt}`, startAt }];
  if (reason === "blocked" && givesKept) return [{ kind: "kept", id: `kept:${startAt}`, startAt }];
  return [{ kind: "closed", id: `closed:${startAt}`, startAt, endAt, reason }];
}

function byTime(one: PlanEntry, other: PlanEntry): number {
  return Date.parse(one.startAt) - Date.parse(other.startAt) || one.id.localeCompare(other.id);
}

/** Times in a row that are closed for one reason are one line. */
function joinClosed(entries: readonly PlanEntry[]): readonly PlanEntry[] {
  const joined: PlanEntry[] = [];
  for (const entry of entries) {
    const last = joined.at(-1);
    const goesOn =
      entry.kind === "closed" &&
      last?.kind === "closed" &&
      last.reason === entry.reason &&
      Date.parse(last.endAt) === Date.parse(entry.startAt);
    if (goesOn) joined[joined.length - 1] = { ...last, endAt: entry.endAt };
    else joined.push(entry);
  }
  return joined;
}

function isOver(entry: PlanEntry, now: number): boolean {
  if (entry.kind !== "booked") return false;
  const { status, end_time: endTime } = entry.appointment;
  return queuePart(status) === "done" && Date.parse(endTime) <= now;
}

/**
 * What stands in a doctor's day: each appointment that was not cancelled, between the times that are free or closed.
 * Whoever was booked and has not come stays in sight; what is done and past is folded.
 * @param folds whether anything is folded: on the present day
 * @param givesKept whether what is kept for online booking can be given away, time by time
 */
export function planOf(
  slots: readonly Slot[],
  appointments: readonly Appointment[],
  now: number,
  folds: boolean,
  givesKept = false,
): DayPlan {
  const shown = appointments.filter(({ status }) => status !== "cancelled");
  const held = shown.filter(isHeld);
  const booked = shown.map((appointment): PlanEntry => {
    const { id, slot_time: startAt } = appointment;
    return { kind: "booked", id, startAt, appointment };
  });
  const free = slots.flatMap((slot) => entryOfSlot(slot, held, givesKept));
  const all = [...booked, ...free].toSorted(byTime);
  const over = folds ? all.filter((entry) => isOver(entry, now)) : [];
  return {
    over,
    entries: joinClosed(all.filter((entry) => !over.includes(entry))),
    taken: slots.filter((slot) => held.some((each) => overlaps(slot, each))).length,
    places: slots.length,
    isOver: slots.length > 0 && slots.every((slot) => Date.parse(slot.start_at) <= now),
  };
}

// As many columns as stand side by side on a desk's screen.
const mostSideBySide = 4;

/**
 * Doctors in the order of their columns, which is the same on every day: by name, whatever goes before it. Where all who have
 * hours at the branch stand side by side, each keeps the place also on a day without hours.
 * @param isThere whether a doctor has something on the day
 * @param hasHours whether a doctor has hours at the branch on any day
 */
export function inTheirPlaces<Doctor extends { readonly name: string }>(
  doctors: readonly Doctor[],
  isThere: (doctor: Doctor) => boolean,
  hasHours: (doctor: Doctor) => boolean,
): readonly Doctor[] {
  const ordered = doctors.toSorted((one, other) =>
    withoutTitle(one.name).localeCompare(withoutTitle(other.name)),
  );
  const usual = ordered.filter(hasHours);
  const keepsAll = usual.length <= mostSideBySide;
  return ordered.filter((each) => isThere(each) || (keepsAll && usual.includes(each)));
}

/** Things by the name of the group that each belongs to. */
export function groupedBy<T>(
  things: readonly T[],
  groupOf: (thing: T) => string,
): ReadonlyMap<string, readonly T[]> {
  return Map.groupBy(things, groupOf);
}

/** The rows of a grid that an entry stands in: the first, and the one after the last. */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
}

function countsByTime(entries: readonly PlanEntry[], timeOf: (instant: string) => string) {
  return new Map(
    [...groupedBy(entries, ({ startAt }) => timeOf(startAt))].map(([time, there]) => [
      time,
      there.length,
    ]),
  );
}

/**
 * In which row each entry of several days stands, so that what is at the same time of day stands side by side: each time has as
 * many rows as the day needs that has most at it.
 * @param timeOf the time of day of an instant, written so that a later one sorts behind
 * @returns the rows by the entry's id
 */
export function rowsByTime(
  days: readonly (readonly PlanEntry[])[],
  timeOf: (instant: string) => string,
): ReadonlyMap<string, RowSpan> {
  const counts = days.map((entries) => countsByTime(entries, timeOf));
  const times = [...new Set(counts.flatMap((each) => [...each.keys()]))].toSorted();
  const firstRow = new Map<string, number>();
  let row = 1;
  for (const time of times) {
    firstRow.set(time, row);
    row += Math.max(...counts.map((each) => each.get(time) ?? 0));
  }
  const spans = new Map<string, RowSpan>();
  for (const entries of days) {
    const used = new Map<string, number>();
    for (const entry of entries) {
      const time = timeOf(entry.startAt);
      const nth = used.get(time) ?? 0;
      used.set(time, nth + 1);
      const from = (firstRow.get(time) ?? 1) + nth;
      const end = entry.kind === "closed" ? timeOf(entry.endAt) : time;
      // Time that is closed until midnight ends with the day.
      const behind = end < time ? undefined : times.find((each) => each >= end);
      const to = entry.kind === "closed" ? (firstRow.get(behind ?? "") ?? row) : from + 1;
      spans.set(entry.id, { from, to: Math.max(to, from + 1) });
    }
  }
  return spans;
}

/** The seven days, Monday first, among which a day is. */
export function weekOf(day: string): readonly string[] {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const sinceMonday = (new Date(noon).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, place) =>
    new Date(noon + (place - sinceMonday) * 86_400_000).toISOString().slice(0, 10),
  );
}
