import { purgeExpired } from "@edgeward/shared/write/expiry.ts";
import { forgetOldAttempts } from "@edgeward/shared/http/attempt-limits.ts";
import { forgetOldAnswers, mostAnswersAtOnce } from "@edgeward/shared/http/old-answers.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { tenantIds } from "#tenancy/directory.ts";
import { systemOrigin } from "#tenancy/system-origin.ts";
import { forgetUsedAssertions } from "#fleet/nodes/used-assertions.ts";
import { runWaitingToBeLent } from "#fleet/ingest/lend-later.ts";
import type { IngestServices } from "#fleet/ingest/take-set.ts";
import type { ReleaseLane } from "#fleet/ingest/release-lane.ts";
import { compactFeed, usualKeepDays } from "#fleet/feed/compaction.ts";
import { endExpiredGrants } from "#fleet/feed/grants.ts";

const hourMs = 60 * 60_000;
const hoursBetweenCompactions = 24;
const draftMarginMs = 90 * 24 * hourMs;

/** What the hub puts in order by itself, and how often. */
export interface MaintenanceOptions {
  readonly store: PostgresStore;
  readonly now: () => number;
  readonly runtime: WriteRuntime;
  readonly release: Pick<ReleaseLane, "sweep">;
  readonly ingest: IngestServices;
  readonly log: Logger;
}

/** Takes out of every tenant's feed what is older than some days and has been superseded; returns how much that was. */
export async function compactAll(store: PostgresStore, keepDays = usualKeepDays): Promise<number> {
  let removed = 0;
  for (const tenantId of await tenantIds(store))
    removed += await compactFeed(store, tenantId, keepDays);
  return removed;
}

async function hourly(options: MaintenanceOptions, hour: number): Promise<void> {
  const { store, now } = options;
  await store.platform(async (session) => {
    await forgetOldAttempts(session, now());
    await forgetUsedAssertions(session, now());
  });
  for (const tenantId of await tenantIds(store)) {
    await endExpiredGrants(store, tenantId, now());
    await forgetAnswers(options, tenantId);
    await runWaitingToBeLent(options, tenantId);
  }
  await options.release.sweep();
  if (hour % hoursBetweenCompactions !== 0) return;
  await compactAll(store);
  for (const tenantId of await tenantIds(store)) await purgeDrafts(options, tenantId);
}

async function forgetAnswers({ store, now }: MaintenanceOptions, tenantId: string): Promise<void> {
  let gone = mostAnswersAtOnce;
  while (gone === mostAnswersAtOnce)
    gone = await store.write({ tenantId }, (session) => forgetOldAnswers(session, tenantId, now()));
}

// A branch may have been away for long, and have gone on with a form meanwhile.
function purgeDrafts({ store, runtime, now }: MaintenanceOptions, tenantId: string) {
  const before = isoInstant(now() - draftMarginMs);
  return store.write({ tenantId }, (session) =>
    purgeExpired(session, runtime, systemOrigin(tenantId, null), before),
  );
}

/** Looks after the fleet's tables by itself: ends grants whose time is over, compacts the feed once a day. */
export function startMaintenance(options: MaintenanceOptions): { stop(): Promise<void> } {
  let hour = 0;
  let running = Promise.resolve();
  const timer = setInterval(() => {
    hour += 1;
    // Several hub processes may do it side by side: the second finds nothing left.
    running = hourly(options, hour).catch((error: unknown) => {
      options.log.error("maintenance_failed", {}, error);
    });
  }, hourMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
