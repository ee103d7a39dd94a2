import { Temporal } from "temporal-polyfill";

/** One bookable piece of time, in milliseconds since the epoch; `end` belongs to the next slot. */
export interface Slot {
  readonly start: number;
  readonly end: number;
}

const msPerMinute = 60_000;

/** Whether this machine knows the IANA name of a time zone. Bare offsets are refused: they have no summer time. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/u.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).format(0) !== "";
  } catch {
    return false;
  }
}

const msPerSecond = 1_000;
let lastAsked = { second: Number.NaN, zone: "", date: "" };

/** The calendar day in a zone at an instant, `YYYY-MM-DD`. */
export function localDate(instantMs: number, zone: string): string {
  // Days begin with a second, and a registration asks several times for its own; each answer anew is some 15 us.
  const second = Math.floor(instantMs / msPerSecond);
  if (lastAsked.second === second && lastAsked.zone === zone) return lastAsked.date;
  const instant = Temporal.Instant.fromEpochMilliseconds(instantMs);
  const date = instant.toZonedDateTimeISO(zone).toPlainDate().toString();
  lastAsked = { second, zone, date };
  return date;
}

const mostRemembered = 200;
const instants = new Map<string, number>();

/**
 * The instant at which a zone's clocks show a time, in milliseconds since the epoch.
 * A time that the clocks leave out in spring is read as if they had not been changed yet (02:30 becomes 03:30); one that they show twice in autumn is the first.
 * Throws RangeError for a day, time or zone that does not exist.
 */
export function instantOf(date: string, time: string, zone: string): number {
  // A day's work asks for the same few instants again and again: the end of a day, the hours of a schedule.
  const asked = `${date} ${time} ${zone}`;
  const known = instants.get(asked);
  if (known !== undefined) return known;
  const wall = Temporal.PlainDate.from(date, { overflow: "reject" }).toPlainDateTime(time);
  const instant = wall.toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds;
  if (instants.size >= mostRemembered) instants.clear();
  instants.set(asked, instant);
  return instant;
}

/** The day of the week, ISO 8601: Monday is 1, Sunday 7. */
export function weekday(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}

const msPerDay = 86_400_000;
const dateLength = 10;
const [firstDay, lastDay] = [Date.parse("0000-01-01"), Date.parse("9999-12-31")] as const;

function dateAt(utcMs: number): string {
  return new Date(utcMs).toISOString().slice(0, dateLength);
}

// A command counts days a dozen times, of dates as records write them: the clock of UTC takes a fifth of what Temporal does.
function utcOf(date: string): number | null {
  if (date.length !== dateLength) return null;
  const ms = Date.parse(date);
  return ms >= firstDay && ms <= lastDay && dateAt(ms) === date ? ms : null;
}

const laterDays = new Map<string, string>();

/** The day that comes so many days later, or earlier for a negative count. @throws RangeError for a day that does not exist */
export function addDays(date: string, days: number): string {
  // The medicines of a person begin on few days and last for few numbers of them.
  const asked = `${date} ${days}`;
  const known = laterDays.get(asked);
  if (known !== undefined) return known;
  const later = dayAfter(date, days);
  if (laterDays.size >= mostRemembered) laterDays.clear();
  laterDays.set(asked, later);
  return later;
}

function dayAfter(date: string, days: number): string {
  const utc = utcOf(date);
  const later = utc === null ? Number.NaN : utc + days * msPerDay;
  if (Number.isInteger(days) && later >= firstDay && later <= lastDay) return dateAt(later);
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** How many days later the second day is; negative when it is earlier. @throws RangeError for a day that does not exist */
export function daysBetween(from: string, to: string): number {
  const [fromUtc, toUtc] = [utcOf(from), utcOf(to)];
  if (fromUtc !== null && toUtc !== null) return Math.round((toUtc - fromUtc) / msPerDay);
  return Temporal.PlainDate.from(from).until(to, { largestUnit: "day" }).days;
}

/**
 * The slots of a day's opening hours, on real instants: each lasts exactly `slotMinutes`, and where the clocks change there are fewer or more of them.
 * Hours that end before they begin go on past midnight; what is left at the end and is too short for a slot is left out.
 * Throws RangeError for a slot of no length, and as `instantOf` does.
 */
export function slotInstants(hours: {
  readonly date: string;
  readonly from: string;
  readonly to: string;
  readonly slotMinutes: number;
  readonly zone: string;
}): Slot[] {
  const { date, from, to, slotMinutes, zone } = hours;
  if (!Number.isInteger(slotMinutes) || slotMinutes < 1)
    throw new RangeError("a slot lasts a whole number of minutes");
  const opens = instantOf(date, from, zone);
  const closes = instantOf(to < from ? addDays(date, 1) : date, to, zone);
  const length = slotMinutes * msPerMinute;
  const count = Math.max(0, Math.floor((closes - opens) / length));
  return Array.from({ length: count }, (_, index) => ({
    start: opens + index * length,
    end: opens + (index + 1) * length,
  }));
}
