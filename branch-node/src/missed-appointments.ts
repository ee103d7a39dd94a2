import { markMissed } from "@edgeward/shared/clinical/appointments/appointments.missed.ts";
import { findBranchSettings } from "@edgeward/shared/clinical/tenants/branches.queries.ts";
import { branchOrigin } from "#node/branch-origin.ts";
import type { OwnWork } from "./own-work.ts";

/** Marks who has not come to this branch an hour after their time; returns how many. */
export async function markMissedHere(options: OwnWork): Promise<number> {
  const { store, runtime, identity, onWritten } = options;
  const { tenantId, branchId } = identity;
  const branch = await store.read({ tenantId }, (session) =>
    findBranchSettings(session.kysely, tenantId, branchId),
  );
  if (branch === null) return 0;
  const origin = branchOrigin(identity, "system", "system");
  const of = { tenantId, branchId, zone: branch.timeZone, origin };
  return markMissed({ store, runtime, onWritten, ...of });
}
