import type {
  Frequency,
  PrescribedItem,
} from "#clinical/prescriptions/prescription-parts.contract.ts";
import { isoInstant } from "#kernel/clock.ts";
import { addDays, daysBetween, instantOf, localDate } from "#kernel/zones.ts";

/** At which hours a frequency is given, and on each which day. */
interface Rounds {
  readonly hours: readonly string[];
  readonly everyDays: number;
}

function daily(...hours: readonly string[]): Rounds {
  return { hours, everyDays: 1 };
}

/** The ward's hours, on the branch's clock; null for what is given at once, or as it is needed. */
const wardRounds: Readonly<Record<Frequency, Rounds | null>> = {
  od: daily("08:00"),
  bd: daily("08:00", "20:00"),
  tds: daily("08:00", "14:00", "20:00"),
  qid: daily("08:00", "12:00", "16:00", "20:00"),
  q4h: daily("02:00", "06:00", "10:00", "14:00", "18:00", "22:00"),
  q6h: daily("00:00", "06:00", "12:00", "18:00"),
  q8h: daily("06:00", "14:00", "22:00"),
  q12h: daily("08:00", "20:00"),
  hs: daily("22:00"),
  weekly: { hours: ["08:00"], everyDays: 7 },
  alternate_days: { hours: ["08:00"], everyDays: 2 },
  stat: null,
  sos: null,
  custom: null,
};

/** How long around its time a dose is due: before it is early, after it late. */
export const dueWithinMs = 60 * 60_000;

/** A prescribed medicine as its doses follow from it. */
export type Scheduled = Pick<
  PrescribedItem,
  "frequency" | "as_needed" | "duration_days" | "start_date"
>;

/** From when on doses are asked for, and until when: a prescription's issue and its end. */
export interface Course {
  readonly issued_at: string;
  /** From this instant on none is asked for any more; null while it stands. */
  readonly ended_at: string | null;
  /** IANA name. */
  readonly zone: string;
}

/** A stretch of time, RFC 3339; both ends belong to it. */
export interface Stretch {
  readonly from: string;
  readonly to: string;
}

/** Whether a medicine is given as it is needed, at no time of its own. */
export function isAsNeeded({ frequency, as_needed: asNeeded }: Scheduled): boolean {
  return asNeeded || (wardRounds[frequency] === null && frequency !== "stat");
}

/** The rounds of the n-th of its days; those of the first that have gone by when it is prescribed are left out. */
function roundsOf(rounds: Rounds, first: string, nth: number, course: Course): readonly number[] {
  const day = addDays(first, nth * rounds.everyDays);
  const times = rounds.hours.map((hour) => instantOf(day, hour, course.zone));
  return nth === 0 ? times.filter((time) => time >= Date.parse(course.issued_at)) : times;
}

/**
 * When the doses of a medicine are due within a stretch of time: as many of the ward's rounds as it is prescribed for,
 * beginning with the first after it was; what is wanted at once, when it was prescribed.
 */
export function dueTimes(item: Scheduled, course: Course, { from, to }: Stretch): string[] {
  if (isAsNeeded(item)) return [];
  const { issued_at: issued, ended_at: ended, zone } = course;
  const isWanted = (time: string) => time >= from && time <= to && (ended === null || time < ended);
  const rounds = wardRounds[item.frequency];
  if (rounds === null) return isWanted(issued) ? [issued] : [];
  const issuedDay = localDate(Date.parse(issued), zone);
  const first =
    item.start_date !== null && item.start_date > issuedDay ? item.start_date : issuedDay;
  const ofFirst = roundsOf(rounds, first, 0, course).length;
  const each = rounds.hours.length;
  const all = Math.ceil((each / rounds.everyDays) * (item.duration_days ?? 1) - 1e-9);
  const nthOf = (instant: string) =>
    Math.floor(daysBetween(first, localDate(Date.parse(instant), zone)) / rounds.everyDays);
  const days: number[] = [];
  for (let nth = Math.max(0, nthOf(from)); nth <= nthOf(to); nth += 1) days.push(nth);
  return days.flatMap((nth) => {
    const before = nth === 0 ? 0 : ofFirst + (nth - 1) * each;
    return roundsOf(rounds, first, nth, course)
      .slice(0, Math.max(0, all - before))
      .map(isoInstant)
      .filter(isWanted);
  });
}
