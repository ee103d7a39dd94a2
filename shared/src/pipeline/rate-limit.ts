import type { RateRule } from "#contract/surface-rules.ts";
import { AppError } from "#kernel/errors.ts";

// Whoever has not been heard of for longest is forgotten first: they have long had their whole share again.
const mostCallers = 10_000;
const minuteMs = 60_000;

/** What is said to whoever has to wait; the answer has it as `Retry-After`, too. */
export function tooMany(seconds: number, what = "attempts"): AppError {
  return new AppError("rate_limited", `Too many ${what}; wait ${seconds} s.`, {
    retry_after: seconds,
  });
}

interface Share {
  readonly left: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * How often each caller may do something: so many at once, and so many a minute from then on. It lives with its process
 * and protects a node's work; what guards a secret is counted in the database, see AttemptLimits.
 */
export class RateLimiter {
  readonly #rule: RateRule;
  readonly #now: () => number;
  readonly #shares = new Map<string, Share>();

  /** @param now milliseconds since the epoch */
  constructor(rule: RateRule, now: () => number) {
    this.#rule = rule;
    this.#now = now;
  }

  /** Takes one of a caller's; how many are left at once. @throws AppError rate_limited where none is */
  take(caller: string): number {
    const { burst, perMinute } = this.#rule;
    const at = this.#now();
    const known = this.#shares.get(caller);
    // A clock that was put back gives nobody less.
    const gained =
      known === undefined ? burst : (Math.max(0, at - known.at) * perMinute) / minuteMs;
    const share = Math.min(burst, (known?.left ?? 0) + gained);
    if (share < 1) throw tooMany(Math.ceil(((1 - share) * 60) / perMinute), "requests");
    const left = share - 1;
    this.#shares.delete(caller);
    this.#shares.set(caller, { left, at });
    const [oldest] = this.#shares.keys();
    if (this.#shares.size > mostCallers && oldest !== undefined) this.#shares.delete(oldest);
    return Math.floor(left);
  }
}
