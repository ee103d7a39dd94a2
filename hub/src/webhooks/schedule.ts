const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long to wait before each attempt, in milliseconds: ten attempts over 75.6 hours, so a weekend's outage loses nothing. */
export const attemptDelays: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

const jitter = 0.2;
const longestWait = 24 * hour;

/** What the wait for the next attempt hangs on. */
export interface FailedAttempt {
  /** Attempts made so far, the failed one included. */
  readonly attemptCount: number;
  /** What the receiver asked for, in milliseconds; null when it asked for nothing. */
  readonly retryAfterMs: number | null;
  /** 0 up to 1: spreads retries, so that a receiver that comes back is not met by all of them at once. */
  readonly chance: number;
}

/** How long to wait before the next attempt, in milliseconds; null when there is none left. */
export function nextDelayMs(failed: FailedAttempt): number | null {
  const base = attemptDelays[failed.attemptCount];
  if (base === undefined) return null;
  if (failed.retryAfterMs === null)
    return Math.round(base * (1 - jitter + 2 * jitter * failed.chance));
  return Math.min(Math.max(failed.retryAfterMs, base), 2 * base, longestWait);
}

/** The header Retry-After in milliseconds from now: whole seconds or a date; null for anything else. */
export function readRetryAfter(value: string | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * second;
  // A date begins with its weekday; Date.parse alone would take "-5" for a year.
  const at = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
