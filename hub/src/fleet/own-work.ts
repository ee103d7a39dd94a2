import {
  expireConsents,
  followExpired,
} from "@edgeward/shared/clinical/consents/consents.expired.ts";
import { reportLatePayers } from "@edgeward/shared/clinical/preauth/preauth.breached.ts";
import { reportExpiring } from "@edgeward/shared/clinical/stock/stock.expiring.ts";
import { reportBreached } from "@edgeward/shared/clinical/triage/triage.breached.ts";
import { markMissed } from "@edgeward/shared/clinical/appointments/appointments.missed.ts";
import type { WriteOrigin } from "@edgeward/shared/db/model.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import { sumOfEach } from "@edgeward/shared/resource/sum-of-each.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { tenantIds } from "#tenancy/directory.ts";
import { systemOrigin } from "#tenancy/system-origin.ts";

const everyMs = 5 * 60_000;

interface OwnWork {
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

type BranchWithoutNode = OwnWork & {
  readonly tenantId: string;
  readonly branchId: string;
  readonly zone: string;
  readonly origin: WriteOrigin;
};

/** Does something for each branch whose home the hub is; returns how often something was done. */
async function atEach(
  { store, runtime }: OwnWork,
  work: (branch: BranchWithoutNode) => Promise<number>,
): Promise<number> {
  return sumOfEach(await tenantIds(store), async (tenantId) =>
    sumOfEach(await branchesWithoutNode(store, tenantId), ({ id: branchId, time_zone: zone }) => {
      const origin = systemOrigin(tenantId, branchId);
      return work({ store, runtime, tenantId, branchId, zone, origin });
    }),
  );
}

/** Marks who has not come an hour after their time, at the branches whose home the hub is; returns how many. */
export function markMissedAtHub(options: OwnWork): Promise<number> {
  return atEach(options, markMissed);
}

/** Tells of emergencies that still wait when their time has gone by, at the branches whose home the hub is; returns how many. */
export function reportBreachedAtHub(options: OwnWork): Promise<number> {
  return atEach(options, reportBreached);
}

/** Ends consents whose time has gone by, of the branches whose home the hub is; returns how many. */
export function expireConsentsAtHub(options: OwnWork): Promise<number> {
  return atEach(options, expireConsents);
}

/** Tells of batches that expire soon, at the branches whose home the hub is; returns how many. */
export function reportExpiringAtHub(options: OwnWork): Promise<number> {
  return atEach(options, reportExpiring);
}

/** Tells of payers that have not decided in time, of the branches whose home the hub is; returns how many. */
export function reportLatePayersAtHub(options: OwnWork): Promise<number> {
  return atEach(options, reportLatePayers);
}

/** Has patients' records follow consents that branches ended without holding the patient; returns how many. */
export async function followExpiredAtHub({ store, runtime }: OwnWork): Promise<number> {
  return sumOfEach(await tenantIds(store), (tenantId) => {
    const originOf = (branchId: string | null) => systemOrigin(tenantId, branchId);
    return followExpired({ store, runtime, tenantId, originOf });
  });
}

const works = [
  { work: markMissedAtHub, failure: "missed_appointments_failed" },
  { work: reportBreachedAtHub, failure: "breached_triage_failed" },
  { work: expireConsentsAtHub, failure: "expired_consents_failed" },
  { work: reportExpiringAtHub, failure: "expiring_stock_failed" },
  { work: reportLatePayersAtHub, failure: "late_payers_failed" },
  { work: followExpiredAtHub, failure: "expired_consents_failed" },
] as const;

/** Looks every few minutes. Several hub processes may do it side by side: the second finds nothing left. */
export function startOwnWork(options: OwnWork & { readonly log: Pick<Logger, "error"> }): {
  stop(): Promise<void>;
} {
  const doAll = async () => {
    for (const { work, failure } of works) {
      await work(options).catch((error: unknown) => options.log.error(failure, {}, error));
    }
  };
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= doAll().finally(() => {
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
