import { liftUnknownFields } from "@edgeward/shared/sync/merge/lift-unknown.ts";
import { operationSchemaVersion } from "@edgeward/shared/db/model.ts";
import { readState, stateStatement } from "./node-state.ts";
import type { SqliteStore } from "./sqlite-store.ts";

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
