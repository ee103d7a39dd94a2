import { liftUnknownFields } from "@edgeward/shared/sync/merge/lift-unknown.ts";
import { operationSchemaVersion } from "@edgeward/shared/db/model.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { newerCodes } from "@edgeward/shared/sync/wire/known-operations.ts";
import { putHubState, readHubState } from "#db/hub-state.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { tenantIds } from "#tenancy/directory.ts";
import { systemOrigin } from "#tenancy/system-origin.ts";
import { receivedOf, type Received } from "./quarantined-operations.ts";
import { mostAtOnce, receivedColumns, runWithDependants } from "./run-again.ts";
import type { IngestServices } from "./take-set.ts";

/** What making a database this program's needs of the hub. */
export interface UpgradeOptions {
  readonly store: PostgresStore;
  readonly runtime: WriteRuntime;
  readonly ingest: IngestServices;
}

interface Place {
  readonly nodeId: string;
  readonly epoch: number;
  readonly seq: number;
}

async function waitingForNewer(
  session: Session,
  tenantId: string,
  version: number,
  after: Place,
): Promise<readonly Received[]> {
  const rows = await session.query(
    `SELECT ${receivedColumns} FROM received_operations r
       JOIN nodes n ON n.tenant_id = r.tenant_id AND n.id = r.node_id
      WHERE r.tenant_id = $1 AND r.outcome = 'held' AND r.result->>'code' = ANY($2::text[])
        AND (r.operation->>'schema')::int <= $3
        AND (r.node_id, r.epoch, r.seq) > ($4, $5::bigint, $6::bigint)
      ORDER BY r.node_id, r.epoch, r.seq LIMIT $7 FOR UPDATE OF r`,
    [tenantId, newerCodes, version, after.nodeId, after.epoch, after.seq, mostAtOnce],
  );
  return rows.map(receivedOf);
}

/** Runs the operations of newer nodes that waited for this program, and those behind them; returns how many. */
export async function runWaitingForNewer(
  { store, runtime, ingest }: UpgradeOptions,
  tenantId: string,
  version = operationSchemaVersion,
): Promise<number> {
  const note = "A program that knows it has been installed.";
  const asked = { decision: { action: "retry", note }, services: ingest, isAsked: false } as const;
  let count = 0;
  for (let after: Place | undefined = { nodeId: "", epoch: 0, seq: 0 }; after !== undefined;) {
    const from: Place = after;
    const slice = await store.write({ tenantId }, async (session) => {
      const held = await waitingForNewer(session, tenantId, version, from);
      const write = openWrite(session, runtime, systemOrigin(tenantId, null), "sync.after_upgrade");
      const ctx = { session, tenantId, write, now: runtime.now };
      const { shown } = await runWithDependants(ctx, held, asked);
      await write.flush([]);
      return { last: held.at(-1), count: shown.length };
    });
    after = slice.last;
    count += slice.count;
  }
  return count;
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
