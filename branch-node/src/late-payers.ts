import { reportLatePayers } from "@edgeward/shared/clinical/preauth/preauth.breached.ts";
import { branchOrigin } from "#node/branch-origin.ts";
import type { OwnWork } from "./own-work.ts";

/** Tells of each request of this branch that its payer has not decided in time; returns how many. */
export function reportLatePayersHere(options: OwnWork): Promise<number> {
  const { store, runtime, identity, onWritten } = options;
  const { tenantId, branchId } = identity;
  const origin = branchOrigin(identity, "system", "system");
  return reportLatePayers({ store, runtime, onWritten, tenantId, branchId, origin });
}
