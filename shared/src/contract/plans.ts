import type { RateRule } from "./surface-rules.ts";

/**
 * How often each program of a tenant may call the clinical surface, by the tenant's plan: requests a minute, and so many of
 * them at once. Null without an end.
 */
export const clinicalPlans: Readonly<Record<string, RateRule | null>> = {
  starter: { burst: 20, perMinute: 100 },
  clinic: { burst: 50, perMinute: 500 },
  hospital: { burst: 100, perMinute: 2_000 },
  enterprise: null,
};

/** The plan by which a tenant is held whose plan is not known. */
export const smallestPlan = "starter";

/**
 * How often anybody else may call: staff, a kiosk, a tablet, a node. No plan says it, and no person and no device at its
 * work comes near it, seven days' work that is sent at once included; a program that has run wild does.
 */
export const callerGuard = { burst: 3_000, perMinute: 12_000 } as const satisfies RateRule;

/** How often an address may come with a token that is none. */
export const refusedCallers = { burst: 600, perMinute: 1_200 } as const satisfies RateRule;
