import type { RequestHandler } from "express";
import type { RateRule } from "#contract/surface-rules.ts";
import { addressGroup } from "#pipeline/address-group.ts";
import { RateLimiter } from "#pipeline/rate-limit.ts";
import { isLocal } from "./local-caller.ts";

/**
 * How often an address may ask for what nobody signs in for and no surface counts: pages and their files, boards, the
 * reference, readiness, how a device is made to trust the branch. A whole clinic that opens its desks behind one address,
 * and 32 boards that ask every few seconds; beyond that it is none.
 */
const plainLimit: RateRule = { burst: 2_000, perMinute: 6_000 };

// Asked by whoever looks after the machine, on the machine, however often.
const operatorsOwn: ReadonlySet<string> = new Set(["/healthz", "/metrics"]);

// Each surface counts its callers by itself.
const surfaces = /^\/v\d+\//u;

/** Lets an address ask only so often for what no surface counts. @param now milliseconds since the epoch */
export function limitAddresses(now: () => number): RequestHandler {
  const limiter = new RateLimiter(plainLimit, now);
  return (request, _response, next) => {
    const isFree = operatorsOwn.has(request.path) && isLocal(request);
    if (!isFree && !surfaces.test(request.path)) limiter.take(addressGroup(request.ip ?? null));
    next();
  };
}
