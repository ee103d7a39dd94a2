import { callerGuard, refusedCallers, smallestPlan } from "#contract/plans.ts";
import type { RateRule } from "#contract/surface-rules.ts";
import { AppError } from "#kernel/errors.ts";
import type { Caller } from "#resource/context.ts";
import { addressGroup } from "./address-group.ts";
import { RateLimiter } from "./rate-limit.ts";
import type { SurfacePolicy } from "./surface.ts";

/** Counts calls, over all processes that serve the surface. */
export interface CallCount {
  /** Takes one call of a caller's; how many are left at once. @throws AppError rate_limited where none is, and then takes none */
  take(key: string, rule: RateRule): Promise<number>;
}

/** The count of a node that is one process. @param now milliseconds since the epoch */
export function ownCallCount(now: () => number): CallCount {
  const limiters = new Map<string, RateLimiter>();
  return {
    take: async (key, rule) => {
      const name = `${rule.burst} ${rule.perMinute}`;
      const limiter = limiters.get(name) ?? new RateLimiter(rule, now);
      limiters.set(name, limiter);
      return limiter.take(key);
    },
  };
}

/** What a surface limits its callers by. */
export interface PlanLimitOptions {
  /** Under which name its calls are counted: each surface counts for itself. */
  readonly surface: string;
  readonly plans: Readonly<Record<string, RateRule | null>>;
  /** The code of a tenant's plan; null for a tenant that is not known here. */
  readonly planOf: (tenantId: string) => Promise<string | null>;
  readonly count: CallCount;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

function isProgram({ type }: Caller): boolean {
  return type === "client";
}

/** Holds each program of a tenant to the tenant's plan, and anybody else to what nobody at work needs. */
export function limitByPlan(options: PlanLimitOptions): SurfacePolicy["takeLimit"] {
  const { surface, plans, planOf, count } = options;
  const guard = new RateLimiter(callerGuard, options.now);
  return async (caller) => {
    const { tenantId, id, clientId, sessionId, deviceId } = caller;
    // A person at two desks is two callers, as are two devices; none takes another's share.
    if (!isProgram(caller))
      return { remaining: guard.take([tenantId, id, sessionId ?? deviceId ?? ""].join(" ")) };
    const plan = (await planOf(tenantId)) ?? smallestPlan;
    const rule = plans[plan] === undefined ? plans[smallestPlan] : plans[plan];
    if (rule === null || rule === undefined) return { remaining: null };
    return { remaining: await count.take(`${surface} ${tenantId} ${clientId ?? id}`, rule) };
  };
}

/** Lets an address come with a token that is none only so often. @param now milliseconds since the epoch */
export function limitRefused(
  authenticate: SurfacePolicy["authenticate"],
  now: () => number,
): SurfacePolicy["authenticate"] {
  const limiter = new RateLimiter(refusedCallers, now);
  return async (call) => {
    try {
      return await authenticate(call);
    } catch (error) {
      if (error instanceof AppError && error.status === 401) limiter.take(addressGroup(call.ip));
      throw error;
    }
  };
}
