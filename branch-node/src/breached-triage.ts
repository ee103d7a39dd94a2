import { reportBreached } from "@edgeward/shared/clinical/triage/triage.breached.ts";
import { branchOrigin } from "#node/branch-origin.ts";
import type { OwnWork } from "./own-work.ts";

/** Tells of each emergency of this branch that still waits when its time has gone by; returns how many. */
export function reportBreachedHere(options: OwnWork): Promise<number> {
  const { store, runtime, identity, onWritten } = options;
  const { tenantId, branchId } = identity;
  const origin = branchOrigin(identity, "system", "system");
  return reportBreached({ store, runtime, onWritten, tenantId, branchId, origin });
}
