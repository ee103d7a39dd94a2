import { AppError } from "@edgeward/shared/kernel/errors.ts";

const failuresBeforeWait = 5;
const firstWaitMs = 30_000;
const longestWaitMs = 15 * 60_000;

/** Makes whoever guesses wait. */
export interface Lockout {
  /** @throws AppError rate_limited while the name has to wait */
  check(name: string): void;
  failed(name: string): void;
  passed(name: string): void;
}

/** Waits grow with failures of one name, and end with a success. They live with the process. */
export function createLockout(now: () => number): Lockout {
  const failures = new Map<string, { count: number; until: number }>();
  return {
    check(name) {
      const known = failures.get(name);
      if (known === undefined || known.until <= now()) return;
      const seconds = Math.ceil((known.until - now()) / 1000);
      throw new AppError("rate_limited", `Too many attempts; wait ${seconds} s.`, {
        retry_after: seconds,
      });
    },
    failed(name) {
      const count = (failures.get(name)?.count ?? 0) + 1;
      const over = count - failuresBeforeWait;
      const wait = over < 0 ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** over);
      failures.set(name, { count, until: now() + wait });
    },
    passed(name) {
      failures.delete(name);
    },
  };
}
