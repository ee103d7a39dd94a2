import { setTimeout as delay } from "node:timers/promises";

// Most of what is waited for is true within moments; what takes long is not asked for more often than this.
const soonestMs = 10;
const everyMs = 100;

/** Waits until something holds; a check that throws does not hold yet. @throws Error that names what was waited for */
export async function until(
  what: string,
  withinMs: number,
  holds: () => Promise<boolean> | boolean,
): Promise<void> {
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
