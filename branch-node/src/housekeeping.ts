import type { Logger } from "@edgeward/shared/log/log.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import { reportBreachedHere } from "./breached-triage.ts";
import { expireConsentsHere } from "./expired-consents.ts";
import { reportExpiringHere } from "./expiring-stock.ts";
import { reportLatePayersHere } from "./late-payers.ts";
import { markMissedHere } from "./missed-appointments.ts";
import { purgeDaily } from "./node-parts.ts";
import { everyMinute, type OwnWork, type Recurring } from "./own-work.ts";

interface HousekeepingOptions extends OwnWork {
  readonly store: SqliteStore;
  readonly log: Logger;
}

/** Begins what a branch does by itself, now and then. */
export function startHousekeeping(options: HousekeepingOptions): readonly Recurring[] {
  const { store, runtime, identity, log } = options;
  return [
    purgeDaily(store, runtime, identity, log),
    everyMinute(options, markMissedHere, "missed_appointments_failed"),
    everyMinute(options, reportBreachedHere, "breached_triage_failed"),
    everyMinute(options, expireConsentsHere, "expired_consents_failed"),
    everyMinute(options, reportExpiringHere, "expiring_stock_failed"),
    everyMinute(options, reportLatePayersHere, "late_payers_failed"),
  ];
}
