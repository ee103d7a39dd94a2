import { operationSchemaVersion } from "@edgeward/shared/db/model.ts";
import { lendingLimitCode } from "./lending.ts";
import { runWaitingFor, type RunWaitingOptions } from "./run-waiting.ts";

/** Lends what branches asked for beyond what an hour allowed, as far as this one allows it; returns how many it looked at. */
export function runWaitingToBeLent(options: RunWaitingOptions, tenantId: string): Promise<number> {
  return runWaitingFor(options, tenantId, {
    codes: [lendingLimitCode],
    version: operationSchemaVersion,
    command: "sync.lend",
    note: "Another hour has begun.",
  });
}
