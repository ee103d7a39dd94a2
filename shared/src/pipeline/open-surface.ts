import type { RateRule, SurfaceRules } from "#contract/surface-rules.ts";
import type { Caller, OpenScope } from "#resource/context.ts";
import { addressGroup } from "./address-group.ts";
import type { Call } from "./call.ts";
import { RateLimiter } from "./rate-limit.ts";
import type { Surface, SurfacePolicy } from "./surface.ts";

/** Somebody who is no member of any tenant. */
export function outsideCaller(id: "anonymous" | "operator"): Caller {
  return {
    id,
    type: "system",
    tenantId: "",
    branchIds: [],
    roles: [],
    scopes: null,
    clientId: null,
    sessionId: null,
    deviceId: null,
    expiresAt: 0,
  };
}

/** What a surface whose requests name no tenant has of its own. */
export interface OpenSurfaceOptions {
  readonly rules: SurfaceRules & { readonly scope: "none"; readonly limit: RateRule };
  /** Who calls; anybody may where this is left out. @throws AppError unauthorized */
  readonly authenticate?: (call: Call) => Promise<Caller>;
  readonly refusalOf?: SurfacePolicy["refusalOf"];
  /** Largest body in bytes. */
  readonly bodyLimit: number;
}

const anonymous = outsideCaller("anonymous");

/** Holds each address to a rule of a surface of its own. @param now milliseconds since the epoch */
export function limitByAddress(rule: RateRule, now: () => number): SurfacePolicy["takeLimit"] {
  const limiter = new RateLimiter(rule, now);
  return async (_caller, _endpoint, { ip }) => ({ remaining: limiter.take(addressGroup(ip)) });
}

/** A surface whose requests name no tenant: no role decides, but who is let in at all. @param node a surface of the same node */
export function openSurface(
  node: Surface,
  { rules, authenticate = async () => anonymous, refusalOf, bodyLimit }: OpenSurfaceOptions,
): Surface<OpenScope> {
  return {
    ...node,
    bodyLimit,
    policy: {
      ...rules,
      authenticate,
      enter: async () => ({ scope: {}, branch: null }),
      takeLimit: limitByAddress(rules.limit, node.runtime.now),
      authorise: () => undefined,
      ...(refusalOf === undefined ? {} : { refusalOf }),
    },
  };
}
