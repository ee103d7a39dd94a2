import { AttemptLimits } from "@edgeward/shared/http/attempt-limits.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";

/** Attempts to get in at a branch, counted in its database. @param now milliseconds since the epoch */
export function branchAttempts(
  store: SqliteStore,
  tenantId: string,
  now: () => number,
): AttemptLimits {
  return new AttemptLimits({ write: (work) => store.write({ tenantId }, work), now });
}
