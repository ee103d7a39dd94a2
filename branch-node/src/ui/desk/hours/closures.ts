import { dateTimeFormat } from "@edgeward/shared/kernel/intl-formats.ts";
import { parseDateTime, toZoned } from "@internationalized/date";
import type { Holiday } from "@edgeward/shared/clinical/holidays/holidays.contract.ts";
import type { ScheduleException } from "@edgeward/shared/clinical/schedule-exceptions/schedule-exceptions.contract.ts";
import { addDays, dayIn } from "#ui/desk/patients/birth.ts";

/** What of some days is otherwise than the usual hours. */
export interface Closures {
  readonly exceptions: readonly ScheduleException[];
  readonly holidays: readonly Holiday[];
}

/** The instant at which a zone's clocks show a time on a day, RFC 3339. */
export function instantIn(zone: string, day: string, time: string): string {
  return toZoned(parseDateTime(`${day}T${time}`), zone)
    .toDate()
    .toISOString();
}

/** The local time of an instant, HH:mm. */
function timeIn(zone: string, instant: string): string {
  return dateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(Date.parse(instant));
}

/** The days and times of an exception on a branch's clock; without times where it is of whole days. */
export interface LocalTimes {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** Reads an exception's times on a branch's clock. */
export function localTimes(
  { starts_at: start, ends_at: end }: Pick<ScheduleException, "starts_at" | "ends_at">,
  zone: string,
): LocalTimes {
  const [from, to] = [timeIn(zone, start), timeIn(zone, end)];
  const firstDay = dayIn(zone, Date.parse(start));
  const endDay = dayIn(zone, Date.parse(end));
  // What ends with midnight ends with the day before.
  const lastDay = to === "00:00" && endDay > firstDay ? addDays(endDay, -1) : endDay;
  const isWhole = from === "00:00" && to === "00:00";
  return { firstDay, lastDay, from: isWhole ? null : from, to: isWhole ? null : to };
}

function touches(exception: ScheduleException, day: string, zone: string): boolean {
  const { firstDay, lastDay } = localTimes(exception, zone);
  return firstDay <= day && day <= lastDay;
}

/** What of a day is otherwise: for everybody at the branch, or for one doctor. */
export function closuresOn(
  { exceptions, holidays }: Closures,
  day: string,
  zone: string,
  providerId: string | null,
): Closures {
  return {
    exceptions: exceptions.filter(
      (each) => each.provider_id === providerId && touches(each, day, zone),
    ),
    holidays: providerId === null ? holidays.filter(({ date }) => date === day) : [],
  };
}

interface Stretch {
  readonly providerId: string;
  readonly startAt: string;
  readonly endAt: string;
}

/** Why nobody is booked in a stretch of a doctor's day, in the words of whoever closed it; null where nobody said. */
export function reasonFor(
  { exceptions, holidays }: Closures,
  { providerId, startAt, endAt }: Stretch,
  zone: string,
): string | null {
  const [start, end] = [Date.parse(startAt), Date.parse(endAt)];
  const found = exceptions
    .filter(({ kind }) => kind !== "open")
    .filter(({ provider_id: id }) => id === null || id === providerId)
    .filter(({ starts_at: from, ends_at: to }) => Date.parse(from) < end && Date.parse(to) > start)
    .toSorted(
      (one, other) => Number(one.provider_id === null) - Number(other.provider_id === null),
    );
  const [first] = found;
  if (first !== undefined) return first.reason;
  const day = dayIn(zone, start);
  return holidays.find(({ date, closes }) => closes && date === day)?.name ?? null;
}
