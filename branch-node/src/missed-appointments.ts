import { markMissed } from "@edgeward/shared/clinical/appointments/appointments.missed.ts";
import { findBranchSettings } from "@edgeward/shared/clinical/tenants/branches.queries.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { WriteRuntime, WrittenUnit } from "@edgeward/shared/write/model.ts";
import { branchOrigin } from "#node/branch-origin.ts";
import type { NodeIdentity } from "#node/identity.ts";

const minuteMs = 60_000;
// A branch that was put back to a backup hears first who has come meanwhile.
const firstAfterMs = 10 * minuteMs;

/** Whose appointments, and who is notified after each commit. */
export interface MissedAtBranch {
  readonly store: Store;
  readonly runtime: WriteRuntime;
  readonly identity: Pick<NodeIdentity, "tenantId" | "branchId">;
  readonly onWritten: (unit: WrittenUnit) => void;
}

/** Marks who has not come to this branch an hour after their time; returns how many. */
export async function markMissedHere(options: MissedAtBranch): Promise<number> {
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

/** Looks every minute, beginning some time after the start; returns the timer. */
export function watchMissed(
  options: MissedAtBranch & { readonly log: Pick<Logger, "error"> },
): NodeJS.Timeout {
  const begun = performance.now();
  let running: Promise<unknown> | null = null;
  const look = () => {
    if (running !== null || performance.now() - begun < firstAfterMs) return;
    running = markMissedHere(options)
      .catch((error: unknown) => options.log.error("missed_appointments_failed", {}, error))
      .finally(() => {
        running = null;
      });
  };
  return setInterval(look, minuteMs);
}
