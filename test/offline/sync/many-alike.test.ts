import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setTimeout as delay } from "node:timers/promises";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

let hub: TestHub;
let first: SyncedBranch;
let second: SyncedBranch;

/** Has a database do something as its owner. */
async function asOwner(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const owner = new pg.Client({ connectionString: hub.adminUrl });
  await owner.connect();
  try {
    return (await owner.query<Record<string, unknown>>(text)).rows;
  } finally {
    await owner.end();
  }
}

/** How many rows of open and answered questions the database has read so far, as far as it has counted them. */
async function questionsRead(): Promise<number> {
  const [row] = await asOwner(
    "SELECT (seq_tup_read + idx_tup_fetch)::int AS count FROM pg_stat_user_tables WHERE relname = 'conflicts'",
  );
  return Number(row?.["count"]);
}

beforeAll(async () => {
  hub = await startTestHub();
  // As in a hub that has been at work for a night, and in which nobody has been registered twice yet.
  await asOwner("ANALYZE");
  first = await startSyncedBranch(hub, hub.tenant.branchId);
  second = await startSyncedBranch(hub, hub.tenant.secondBranchId);
});

afterAll(async () => {
  await first?.stop();
  await second?.stop();
  await hub?.stop();
});

async function register(at: SyncedBranch): Promise<string> {
  const desk = await at.client(["front_desk"]);
  const body = {
    name: "Rukmini Bai",
    gender: "female",
    dob: "1984-09-12",
    mobile: "9822017799",
  } as const;
  return (await desk.call(patientsContract.create, { body })).body.id;
}

async function open() {
  const desk = await first.client(["front_desk"]);
  const query = { status: "open", limit: "100" } as const;
  return (await desk.call(conflictsContract.list, { query })).body.data;
}

test("many who are like one record ask no more of people than they look through, and go on asking once somebody has looked", async () => {
  const [known, other] = [await register(first), await register(first)];
  await first.push();
  const many: string[] = [];
  for (let count = 0; count < 30; count += 1) many.push(await register(second));
  // In one batch, and in several.
  await second.push();
  for (let count = 0; count < 5; count += 1) {
    many.push(await register(second));
    await second.push();
  }
  await first.pull();
  const asked = await open();
  const about = (id: string) => asked.filter(({ kept }) => kept.value === id).length;
  expect([about(known), about(other)]).toEqual([10, 10]);
  const rows = await first.rows("SELECT id FROM patients");
  expect(rows.map((row) => row["id"])).toEqual(expect.arrayContaining(many));

  const [one] = asked.filter(({ kept }) => kept.value === known);
  const desk = await first.client(["front_desk"]);
  await desk.call(conflictsContract.resolve, {
    params: { id: one?.id ?? "" },
    body: { resolution: "dismiss", note: "Somebody else" },
  });
  await first.push();
  const late = await register(second);
  await second.push();
  await first.pull();
  const again = (await open()).filter(({ other: fresh }) => fresh.value === late);
  expect(again.map(({ kept }) => kept.value)).toEqual([known]);
}, 120_000);

test("a batch reads the questions about those whom its records are like, and not all that are open", async () => {
  const before = await asOwner("SELECT count(*)::int AS count FROM conflicts");
  // As many more, about others.
  const more = 4_000;
  await asOwner(`INSERT INTO conflicts
    SELECT (jsonb_populate_record(one, jsonb_build_object('id', 'cnf_' || nth))).*
      FROM conflicts AS one, generate_series(1, ${more}) AS nth
     WHERE one.id = (SELECT min(id) FROM conflicts WHERE conflict_status = 'open')`);
  await asOwner(
    `INSERT INTO search_keys SELECT tenant_id, 'conflicts', 'a:' || id, id FROM conflicts`,
  );
  expect(Number(before[0]?.["count"])).toBeGreaterThan(10);
  const then = await questionsRead();
  for (let count = 0; count < 3; count += 1) {
    await register(second);
    await second.push();
  }
  // A connection that has nothing more to do says after ten seconds what it has done.
  await delay(11_000);
  // Fewer than one reading of all, with what was read for the test before.
  const read = (await questionsRead()) - then;
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(more);
}, 120_000);
