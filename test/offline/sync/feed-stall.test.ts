import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgresStore, type PostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { feedBlocker } from "@edgeward/hub/fleet/feed/feed-stall.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { clientFor } from "#support/node.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

let hub: TestHub;
let branch: SyncedBranch;
let stranger: pg.Client;
let store: PostgresStore;

beforeAll(async () => {
  hub = await startTestHub();
  store = openPostgresStore({ url: hub.urls.app, size: 1, instance: "onlooker" });
  branch = await startSyncedBranch(hub, hub.tenant.branchId);
  const url = new URL(hub.adminUrl);
  url.pathname = "/template1";
  stranger = new pg.Client({ connectionString: url.toString() });
  await stranger.connect();
});

afterAll(async () => {
  await stranger.end();
  await store.close();
  await branch.stop();
  await hub.stop();
});

async function registerAtHub(): Promise<string> {
  const client = await clientFor(hub, hub.tenant);
  const body = { name: "Meera Joshi", gender: "female", dob: "1971-03-09" } as const;
  return (await client.call(patientsContract.create, { body })).body.id;
}

async function isAtBranch(id: string): Promise<boolean> {
  return (await branch.rows("SELECT 1 FROM patients WHERE id = ?", id)).length === 1;
}

test("a transaction left open in another database of the server is named, with what it holds back, until it ends", async () => {
  const inAMinute = Date.now() + 60_000;
  expect(await feedBlocker(store, inAMinute)).toBeNull();
  await stranger.query("BEGIN");
  await stranger.query("SELECT pg_current_xact_id()");
  const id = await registerAtHub();
  await branch.pull();
  expect(await isAtBranch(id)).toBe(false);

  const { rows } = await stranger.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const blocker = await feedBlocker(store, inAMinute);
  expect(blocker).toMatchObject({ pid: rows[0]?.pid, database: "template1" });
  expect(Math.abs(Date.parse(blocker?.since ?? "") - Date.now())).toBeLessThan(30_000);
  // One that is younger is nobody's concern.
  expect(await feedBlocker(store, Date.now())).toBeNull();

  await stranger.query("ROLLBACK");
  expect(await feedBlocker(store, inAMinute)).toBeNull();
  await branch.pull();
  expect(await isAtBranch(id)).toBe(true);
});

test("a transaction that the hub's own roles leave open is ended by the server", async () => {
  const client = new pg.Client({ connectionString: hub.urls.app });
  await client.connect();
  const { rows } = await client.query<{ idle_in_transaction_session_timeout: string }>(
    "SHOW idle_in_transaction_session_timeout",
  );
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: "1min" }]);
  await client.end();
});
