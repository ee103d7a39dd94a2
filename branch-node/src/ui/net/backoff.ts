const firstWait = 250;
const longestWait = 5000;

/**
 * Milliseconds to wait before the next attempt to connect: doubles from a quarter of a second and never
 * passes five seconds, spread so that all screens of a site do not return in the same instant.
 * @param failures attempts that failed since the last success, from 1
 * @param chance 0 to 1
 */
export function backoff(failures: number, chance: number): number {
  const full = Math.min(longestWait, firstWait * 2 ** Math.min(failures - 1, 10));
  return Math.round(full / 2 + (full / 2) * chance);
}
