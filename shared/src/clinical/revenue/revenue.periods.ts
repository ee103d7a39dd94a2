import { addDays, daysBetween, weekday } from "#kernel/zones.ts";

/** A time of whole days, both ends included. */
export interface Period {
  readonly date_from: string;
  readonly date_to: string;
}

/** How many days a time has; less than one where it ends before it begins. */
export function daysOf({ date_from: from, date_to: to }: Period): number {
  return daysBetween(from, to) + 1;
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  return addDays(day, 1 - weekday(day));
}

// 29 February has no day of its own in the year before.
function yearBefore(day: string): string {
  const rest = day.slice(4);
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, "0");
  return `${year}${rest === "-02-29" ? "-02-28" : rest}`;
}

/** The time with which one is compared. */
export function periodBefore(period: Period, kind: "previous_period" | "previous_year"): Period {
  const { date_from: from, date_to: to } = period;
  if (kind === "previous_year") return { date_from: yearBefore(from), date_to: yearBefore(to) };
  const days = daysOf(period);
  return { date_from: addDays(from, -days), date_to: addDays(to, -days) };
}

/** In which part of the ageing of what is due a bill of so many days is. */
export function ageBand(days: number) {
  if (days <= 30) return "d0_30_minor";
  if (days <= 60) return "d31_60_minor";
  return days <= 90 ? "d61_90_minor" : "d90_plus_minor";
}
