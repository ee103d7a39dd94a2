import { afterAll, beforeAll, expect, test } from "vitest";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

let hub: TestHub;
let first: SyncedBranch;
let second: SyncedBranch;

beforeAll(async () => {
  hub = await startTestHub();
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
