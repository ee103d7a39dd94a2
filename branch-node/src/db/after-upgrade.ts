import { liftUnknownFields } from "@edgeward/shared/sync/merge/lift-unknown.ts";
import { operationSchemaVersion } from "@edgeward/shared/db/model.ts";
import { sealKept } from "@edgeward/shared/write/seal-kept.ts";
import { valueSealOf } from "@edgeward/shared/kernel/value-seal.ts";
import { readState, stateStatement } from "./node-state.ts";
import type { SqliteStore } from "./sqlite-store.ts";

const sealedNow = "1";

/**
 * Seals what an older program has kept in clear of the tenant's records, once. The node's operations stay as they were made:
 * the hub seals what it is sent. @param clientKey what the tenant's values are sealed with
 */
export async function sealOlder(
  store: SqliteStore,
  tenantId: string,
  clientKey: Uint8Array,
): Promise<void> {
  const known = await store.read({ tenantId }, (session) => readState(session, "sealed_values"));
  if (known === sealedNow) return;
  const run: Parameters<typeof sealKept>[0] = (work) => store.write({ tenantId }, work);
  await sealKept(run, store.schema.tables, tenantId, valueSealOf(clientKey));
  await store.write({ tenantId }, (session) =>
    session.runAll([stateStatement(session, "sealed_values", sealedNow)]),
  );
}

/** What stands in the place of a bootstrap file while none is known: one is needed whatever the length of the feed. */
export const bootstrapNeeded = "needed";

/**
 * Makes a database that an older program had written this program's: fields that were kept aside go into their columns,
 * and everything is taken from the hub once more, for of tables that the older program did not have nothing is here.
 */
export async function finishUpgrade(
  store: SqliteStore,
  tenantId: string,
  version = operationSchemaVersion,
): Promise<void> {
  await store.write({ tenantId }, async (session) => {
    const known = await readState(session, "schema");
    if (known === String(version)) return;
    const cursor = await readState(session, "feed_cursor");
    await liftUnknownFields(session, tenantId);
    await session.runAll([
      stateStatement(session, "schema", String(version)),
      ...(cursor === null ? [] : [stateStatement(session, "bootstrap", bootstrapNeeded)]),
    ]);
  });
}
