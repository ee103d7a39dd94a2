import { reportBreached } from "@edgeward/shared/clinical/triage/triage.breached.ts";
import { markMissed } from "@edgeward/shared/clinical/appointments/appointments.missed.ts";
import type { WriteOrigin } from "@edgeward/shared/db/model.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { tenantIds } from "#tenancy/directory.ts";
import { systemOrigin } from "#tenancy/system-origin.ts";

const everyMs = 5 * 60_000;

interface MissedAtHub {
  readonly store: PostgresStore;
  readonly runtime: WriteRuntime;
}

function branchesWithoutNode(store: PostgresStore, tenantId: string) {
  return store.read({ tenantId }, (session) =>
    session.kysely
      .selectFrom("branches")
      .select(["id", "time_zone"])
      .where("tenant_id", "=", tenantId)
      .where("has_node", "=", false)
      .execute(),
  );
}

type BranchWithoutNode = MissedAtHub & {
  readonly tenantId: string;
  readonly branchId: string;
  readonly zone: string;
  readonly origin: WriteOrigin;
};

/** Does something for each branch whose home the hub is; returns how often something was done. */
async function atEach(
  { store, runtime }: MissedAtHub,
  work: (branch: BranchWithoutNode) => Promise<number>,
): Promise<number> {
  let count = 0;
  for (const tenantId of await tenantIds(store)) {
    for (const { id: branchId, time_zone: zone } of await branchesWithoutNode(store, tenantId)) {
      const origin = systemOrigin(tenantId, branchId);
      count += await work({ store, runtime, tenantId, branchId, zone, origin });
    }
  }
  return count;
}

/** Marks who has not come an hour after their time, at the branches whose home the hub is; returns how many. */
export function markMissedAtHub(options: MissedAtHub): Promise<number> {
  return atEach(options, markMissed);
}

/** Tells of emergencies that still wait when their time has gone by, at the branches whose home the hub is; returns how many. */
export function reportBreachedAtHub(options: MissedAtHub): Promise<number> {
  return atEach(options, reportBreached);
}

/** Looks every few minutes. Several hub processes may do it side by side: the second finds nothing left. */
export function watchMissed(options: MissedAtHub & { readonly log: Pick<Logger, "error"> }): {
  stop(): Promise<void>;
} {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= markMissedAtHub(options)
      .then(() => reportBreachedAtHub(options))
      .catch((error: unknown) => options.log.error("missed_appointments_failed", {}, error))
      .finally(() => {
        running = null;
      });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
