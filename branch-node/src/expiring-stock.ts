import { reportExpiring } from "@edgeward/shared/clinical/stock/stock.expiring.ts";
import { branchOrigin } from "#node/branch-origin.ts";
import type { OwnWork } from "./own-work.ts";

/** Tells of each batch of this branch that expires soon; returns how many. */
export function reportExpiringHere(options: OwnWork): Promise<number> {
  const { store, runtime, identity, onWritten } = options;
  const { tenantId, branchId } = identity;
  const origin = branchOrigin(identity, "system", "system");
  return reportExpiring({ store, runtime, onWritten, tenantId, branchId, origin });
}
