import { waitingSince, type Stated } from "./queue.ts";

/** How the day goes, in numbers. */
export interface DayFigures {
  /** Milliseconds; null where nobody waits. */
  readonly medianWait: number | null;
  readonly longestWait: number | null;
  readonly missed: number;
}

/** How long who waits now has waited, and how many did not come. @param now milliseconds since the epoch */
export function figuresOf(day: readonly Stated[], now: number): DayFigures {
  const waits = day
    .flatMap((each) => waitingSince(each) ?? [])
    .map((since) => Math.max(0, now - Date.parse(since)))
    .toSorted((one, other) => one - other);
  const middle = waits.slice((waits.length - 1) >> 1, (waits.length >> 1) + 1);
  const median = middle.reduce((sum, wait) => sum + wait, 0) / middle.length;
  return {
    medianWait: waits.length === 0 ? null : median,
    longestWait: waits.at(-1) ?? null,
    missed: day.filter(({ status }) => status === "no_show").length,
  };
}
