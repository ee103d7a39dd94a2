import { setTimeout as delay } from "node:timers/promises";

// Most of what is waited for is true within moments; what takes long is not asked for more often than this.
const soonestMs = 10;
const everyMs = 100;
// Only a failure comes to the bound. It is said for a machine that has nothing else to do, and a busy one may be so much slower.
const slowest = 3;

/**
 * Waits until something holds; a check that throws does not hold yet.
 * @param usualMs within how many milliseconds it holds on a quiet machine
 * @throws Error that names what was waited for
 */
export async function until(
  what: string,
  usualMs: number,
  holds: () => Promise<boolean> | boolean,
): Promise<void> {
  const withinMs = usualMs * slowest;
  let last: unknown = null;
  let pauseMs = soonestMs;
  for (const end = performance.now() + withinMs; performance.now() < end; await delay(pauseMs)) {
    pauseMs = Math.min(pauseMs * 2, everyMs);
    try {
      if (await holds()) return;
      last = null;
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`within ${withinMs / 1000} s it did not come true that ${what}`, { cause: last });
}
