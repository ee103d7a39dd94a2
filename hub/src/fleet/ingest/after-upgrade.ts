import { findBranchSettings } from "@edgeward/shared/clinical/tenants/branches.queries.ts";
import { liftUnknownFields } from "@edgeward/shared/sync/merge/lift-unknown.ts";
import { operationSchemaVersion } from "@edgeward/shared/db/model.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { found, openWrite } from "@edgeward/shared/write/write.ts";
import { newerCodes } from "@edgeward/shared/sync/wire/known-operations.ts";
import { putHubState, readHubState } from "#db/hub-state.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { systemContext } from "#tenancy/system-context.ts";
import { systemOrigin } from "#tenancy/system-origin.ts";
import { receivedOf, type Received } from "./quarantined-operations.ts";
import { receivedColumns, runAgain, notifyOf, waitingFor } from "./run-again.ts";
import type { IngestServices } from "./take-set.ts";

/** What making a database this program's needs of the hub. */
export interface UpgradeOptions {
  readonly store: PostgresStore;
  readonly runtime: WriteRuntime;
  readonly ingest: IngestServices;
}

async function waitingForNewer(
  session: Session,
  tenantId: string,
  version: number,
): Promise<readonly Received[]> {
  const rows = await session.query(
    `SELECT ${receivedColumns} FROM received_operations r
       JOIN nodes n ON n.tenant_id = r.tenant_id AND n.id = r.node_id
      WHERE r.tenant_id = $1 AND r.outcome = 'held' AND r.result->>'code' = ANY($2::text[])
        AND (r.operation->>'schema')::int <= $3
      ORDER BY r.node_id, r.epoch, r.seq FOR UPDATE OF r`,
    [tenantId, newerCodes, version],
  );
  return rows.map(receivedOf);
}

/** Runs the operations of newer nodes that waited for this program; returns how many there were. */
export async function runWaitingForNewer(
  { store, runtime, ingest }: UpgradeOptions,
  tenantId: string,
  version = operationSchemaVersion,
): Promise<number> {
  return store.write({ tenantId }, async (session) => {
    const held = await waitingForNewer(session, tenantId, version);
    const [first] = held;
    if (first === undefined) return 0;
    const origin = systemOrigin(tenantId, first.branchId);
    const write = openWrite(session, runtime, origin, "sync.after_upgrade");
    const branch = found(await findBranchSettings(session.kysely, tenantId, first.branchId));
    const ctx = systemContext(write, branch);
    const behind = await waitingFor(
      ctx,
      held.map(({ operation }) => operation.op_id),
    );
    const items = [...held, ...behind];
    const note = "A program that knows it has been installed.";
    await notifyOf(ctx, items, await runAgain(ctx, items, ingest), { action: "retry", note });
    await write.flush([]);
    return items.length;
  });
}

async function tenantIds(store: PostgresStore): Promise<readonly string[]> {
  const rows = await store.platform((session) =>
    session.query("SELECT DISTINCT tenant_id FROM directory ORDER BY tenant_id", []),
  );
  return rows.map((row) => String(row["tenant_id"]));
}

/**
 * Makes a database that an older program had written this program's: fields that were kept aside go into their columns,
 * and operations that only a newer program could run are run.
 */
export async function finishUpgrade(options: UpgradeOptions): Promise<void> {
  const { store } = options;
  const known = await store.platform((session) => readHubState(session, "schema"));
  if (known === String(operationSchemaVersion)) return;
  for (const tenantId of await tenantIds(store)) {
    await store.write({ tenantId }, (session) => liftUnknownFields(session, tenantId));
    await runWaitingForNewer(options, tenantId);
  }
  await store.platform((session) => putHubState(session, "schema", String(operationSchemaVersion)));
}
