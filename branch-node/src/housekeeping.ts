import type { Logger } from "@edgeward/shared/log/log.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import { watchMissed, type MissedAtBranch } from "./missed-appointments.ts";
import { purgeDaily } from "./node-parts.ts";

interface HousekeepingOptions extends MissedAtBranch {
  readonly store: SqliteStore;
  readonly log: Logger;
}

/** What a branch does by itself, now and then; returns the timers. */
export function startHousekeeping(options: HousekeepingOptions): readonly NodeJS.Timeout[] {
  const { store, runtime, identity, log } = options;
  return [purgeDaily(store, runtime, identity, log), watchMissed(options)];
}
