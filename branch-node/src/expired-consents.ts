import { expireConsents } from "@edgeward/shared/clinical/consents/consents.expired.ts";
import { branchOrigin } from "#node/branch-origin.ts";
import type { OwnWork } from "./own-work.ts";

/** Ends each consent that was noted at this branch and whose time has gone by; returns how many. */
export function expireConsentsHere(options: OwnWork): Promise<number> {
  const { store, runtime, identity, onWritten } = options;
  const { tenantId, branchId } = identity;
  const origin = branchOrigin(identity, "system", "system");
  return expireConsents({ store, runtime, onWritten, tenantId, branchId, origin });
}
