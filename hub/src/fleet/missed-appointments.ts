import { markMissed } from "@edgeward/shared/clinical/appointments/appointments.missed.ts";
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

/** Marks who has not come an hour after their time, at the branches whose home the hub is; returns how many. */
export async function markMissedAtHub({ store, runtime }: MissedAtHub): Promise<number> {
  let count = 0;
  for (const tenantId of await tenantIds(store)) {
    for (const { id: branchId, time_zone: zone } of await branchesWithoutNode(store, tenantId)) {
      const origin = systemOrigin(tenantId, branchId);
      count += await markMissed({ store, runtime, tenantId, branchId, zone, origin });
    }
  }
  return count;
}

/** Looks every few minutes. Several hub processes may do it side by side: the second finds nothing left. */
export function watchMissed(options: MissedAtHub & { readonly log: Pick<Logger, "error"> }): {
  stop(): Promise<void>;
} {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= markMissedAtHub(options)
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
