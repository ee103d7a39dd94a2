import { liftUnknownFields } from "@edgeward/shared/sync/merge/lift-unknown.ts";
import { operationSchemaVersion } from "@edgeward/shared/db/model.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { newerCodes } from "@edgeward/shared/sync/wire/known-operations.ts";
import { putHubState, readHubState } from "#db/hub-state.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { tenantIds } from "#tenancy/directory.ts";
import { sealOlder } from "./seal-older.ts";
import { runWaitingFor, type RunWaitingOptions } from "./run-waiting.ts";
import type { IngestServices } from "./take-set.ts";

/** What making a database this program's needs of the hub. */
export interface UpgradeOptions {
  readonly store: PostgresStore;
  readonly runtime: WriteRuntime;
  readonly ingest: IngestServices;
}

/** Runs the operations of newer nodes that waited for this program, and those behind them; returns how many. */
export function runWaitingForNewer(
  options: RunWaitingOptions,
  tenantId: string,
  version: number = operationSchemaVersion,
): Promise<number> {
  return runWaitingFor(options, tenantId, {
    codes: newerCodes,
    version,
    command: "sync.after_upgrade",
    note: "A program that knows it has been installed.",
  });
}

/**
 * Makes a database that an older program had written this program's: fields that were kept aside go into their columns,
 * and operations that only a newer program could run are run.
 */
export async function finishUpgrade(options: UpgradeOptions): Promise<void> {
  const { store, runtime } = options;
  await sealOlder(store, runtime);
  const known = await store.platform((session) => readHubState(session, "schema"));
  if (known === String(operationSchemaVersion)) return;
  for (const tenantId of await tenantIds(store)) {
    await store.write({ tenantId }, (session) => liftUnknownFields(session, tenantId));
    await runWaitingForNewer(options, tenantId);
  }
  await store.platform((session) => putHubState(session, "schema", String(operationSchemaVersion)));
}
