import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgresStore, type PostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { putHubState } from "@edgeward/hub/db/hub-state.ts";
import { incarnationOf } from "@edgeward/hub/fleet/nodes/incarnation.ts";
import { RestoreWatch } from "@edgeward/hub/fleet/nodes/restore-watch.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { errorLog } from "#support/error-log.ts";
import { clientFor } from "#support/node.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

// A dump keeps the numbers of the transactions that wrote the feed; the server it is loaded into counts from its beginning.

let hub: TestHub;
let first: SyncedBranch;
let store: PostgresStore;
const folder = mkdtempSync(join(tmpdir(), "edgeward-loaded-"));

beforeAll(async () => {
  hub = await startTestHub();
  store = openPostgresStore({ url: hub.urls.app, size: 2, instance: "loaded" });
  first = await startSyncedBranch(hub, hub.tenant.branchId);
});

afterAll(async () => {
  await first?.stop();
  await store?.close();
  await hub?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function register(name: string): Promise<string> {
  const desk = await clientFor(hub, hub.tenant);
  const body = { name, gender: "female", dob: "1966-06-06" } as const;
  return (await desk.call(patientsContract.create, { body })).body.id;
}

function known(branch: SyncedBranch, id: string) {
  return branch.rows("SELECT id FROM patients WHERE id = ?", id);
}

test("a hub whose database was loaded from a dump into another server has all that its feed held for the branches", async () => {
  const scope = { tenantId: hub.tenant.id };
  const before = await register("Before Dump");
  await store.write(scope, async (session) => {
    await session.query(
      "UPDATE feed SET xid = (xid::text::bigint + 1000000000)::text::xid8 WHERE tenant_id = $1",
      [hub.tenant.id],
    );
    await session.query(
      "INSERT INTO feed_horizons (tenant_id, feed_scope, horizon_cursor) VALUES ($1, '*', '1000000001.1')",
      [hub.tenant.id],
    );
  });
  const seen = await store.platform(incarnationOf);
  const file = join(folder, "mark.json");
  const options = {
    store,
    runtime: hub.runtime,
    instance: "loaded",
    file,
    log: errorLog(Date.now),
  };
  const watch = new RestoreWatch(options);
  try {
    await watch.look();
    expect(await store.platform(incarnationOf)).toBe(seen);
    await store.platform((session) => putHubState(session, "transaction", "1000000000"));
    await watch.look();
  } finally {
    await watch.stop();
  }
  expect(await store.platform(incarnationOf)).not.toBe(seen);

  const second = await startSyncedBranch(hub, hub.tenant.secondBranchId);
  try {
    expect(await known(second, before)).toEqual([{ id: before }]);
    const after = await register("After Dump");
    await second.pull();
    expect(await known(second, after)).toEqual([{ id: after }]);
  } finally {
    await second.stop();
  }
});
