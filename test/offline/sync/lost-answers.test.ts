import { afterAll, beforeAll, expect, test } from "vitest";
import { Epoch } from "@edgeward/branch-node/sync/epoch.ts";
import { performHandshake } from "@edgeward/branch-node/sync/handshake.ts";
import { HubClient, HubUnreachable } from "@edgeward/branch-node/sync/hub-client.ts";
import { buildBatch, pushOnce } from "@edgeward/branch-node/sync/push.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { until } from "#support/until.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

let hub: TestHub;
let synced: SyncedBranch;
let client: HubClient;

beforeAll(async () => {
  hub = await startTestHub();
  synced = await startSyncedBranch(hub, hub.tenant.branchId);
  client = new HubClient({ identity: synced.identity, now: hub.clock.now });
});

afterAll(async () => {
  await client?.close();
  await synced?.stop();
  await hub?.stop();
});

/** Registers so many people at the branch. */
async function register(count: number): Promise<void> {
  const desk = await synced.client(["front_desk"]);
  for (let index = 0; index < count; index += 1) {
    const body = { name: "Meena Kulkarni", gender: "female", dob: "1990-05-04" } as const;
    await desk.call(patientsContract.create, { body });
  }
}

test("what the hub took is known from its next handshake where its answer was lost, also what it refused", async () => {
  await register(3);
  const spoil =
    "UPDATE journal SET operation = json_set(operation, '$.changes[0].table', 'clients')";
  await synced.store.write({ tenantId: synced.identity.tenantId }, (session) =>
    session.query(`${spoil} WHERE seq = 2`, []),
  );
  const parts = { ...synced, runtime: synced.branch.runtime, hub: client };
  const deaf: Pick<HubClient, "post"> = {
    post: async (...asked) => {
      await client.post(...asked);
      throw new HubUnreachable("the answer was lost");
    },
  };
  await expect(pushOnce({ ...parts, hub: deaf })).rejects.toThrow(HubUnreachable);
  await performHandshake(
    {
      ...parts,
      epoch: new Epoch(synced.identity.epoch),
      installId: "0123456789abcdef",
      receiveStamp: () => undefined,
    },
    false,
  );
  expect(await synced.rows("SELECT seq, journal_state FROM journal ORDER BY seq")).toEqual([
    { seq: 1, journal_state: "acknowledged" },
    { seq: 2, journal_state: "rejected" },
    { seq: 3, journal_state: "acknowledged" },
  ]);
  const marked = "SELECT DISTINCT seq FROM pending_entities JOIN journal USING (op_id)";
  expect(await synced.rows(marked)).toEqual([{ seq: 2 }]);
  expect(await synced.rows("SELECT result ->> 'code' AS code FROM journal WHERE seq = 2")).toEqual([
    { code: "not_of_command" },
  ]);
  expect(await pushOnce(parts)).toEqual({ kind: "idle" });
});

test("while people are at work a batch is short, and to build one is not taken for work of theirs", async () => {
  await register(205);
  const { store } = synced;
  const parts = { ...synced, runtime: synced.branch.runtime };
  const lengthOf = async (isBusy: boolean) => {
    const batch = await buildBatch({ ...parts, store: { ...store, isBusy: () => isBusy } }, 0);
    return batch?.ops.length;
  };
  await until("nobody is at work", 10_000, () => store.isBusy?.() === false);
  expect([await lengthOf(true), await lengthOf(false)]).toEqual([200, 205]);
  expect(store.isBusy?.()).toBe(false);
});
