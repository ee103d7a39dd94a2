import { afterAll, beforeAll, expect, test } from "vitest";
import { itemsContract } from "@edgeward/shared/clinical/items/items.contract.ts";
import { stockContract } from "@edgeward/shared/clinical/stock/stock.contract.ts";
import { stockLocationsContract } from "@edgeward/shared/clinical/stock-locations/stock-locations.contract.ts";
import { stockTransfersContract } from "@edgeward/shared/clinical/stock-transfers/stock-transfers.contract.ts";
import { branchesContract } from "@edgeward/shared/clinical/tenants/branches.contract.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

// What one branch sends another receives, with the hub between them alone.
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

async function catchUp(): Promise<void> {
  for (const branch of [first, second, first]) {
    await branch.push();
    await branch.pull();
  }
}

/** Somebody who keeps the stores of both branches. */
async function storekeeper(): Promise<string> {
  const id = hub.runtime.newId("stf");
  const branches = [hub.tenant.branchId, hub.tenant.secondBranchId];
  const { clerkId } = hub.tenant;
  await hub.store.write({ tenantId: hub.tenant.id }, (session) =>
    session.query(
      `INSERT INTO staff SELECT (jsonb_populate_record(s, $3::jsonb)).*
         FROM staff AS s WHERE tenant_id = $1 AND id = $2`,
      [hub.tenant.id, clerkId, JSON.stringify({ id, roles: ["stores"], branches })],
    ),
  );
  return id;
}

/** What the hub was sent and has not taken. */
async function asideNow() {
  return hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query(
      "SELECT result FROM received_operations WHERE tenant_id = $1 AND outcome IN ('held', 'rejected')",
      [hub.tenant.id],
    ),
  );
}

test("stock that one branch sends is in transit at both, and received by the other with what is missing", async () => {
  await catchUp();
  const id = await storekeeper();
  const here = await first.client(["stores"], { sub: id });
  const there = await second.client(["stores"], { sub: id });
  const shelf = { name: "Store", kind: "store" } as const;
  const from = (await here.call(stockLocationsContract.create, { body: { ...shelf, code: "a" } }))
    .body;
  const to = (await there.call(stockLocationsContract.create, { body: { ...shelf, code: "b" } }))
    .body;
  const item = {
    code: "ort-1",
    name: "ORS",
    unit: "each",
    kind: "drug",
    price_minor: 100,
  } as const;
  const known = (await here.call(itemsContract.create, { body: item })).body;
  const opened = {
    item_id: known.id,
    location_id: from.id,
    batch_no: "ORS1",
    expiry_date: "2031-03-31",
    mrp_minor: 2_000,
    gst_rate_bp: 500,
    quantity: 50,
  };
  const batch = (await here.call(stockContract.create, { body: opened })).body;
  // Where it can go, a branch knows by itself.
  const named = (await here.call(branchesContract.list, { query: {} })).body.data;
  expect(named.map(({ id: one }) => one)).toContain(hub.tenant.secondBranchId);
  const lines = [{ stock_id: batch.id, quantity: 30 }];
  const body = { from_location_id: from.id, to_branch_id: hub.tenant.secondBranchId, lines };
  const sent = (await here.call(stockTransfersContract.create, { body })).body;
  hub.clock.advance(1_000);
  await catchUp();

  expect(await asideNow()).toEqual([]);
  const [listed] = (await there.call(stockTransfersContract.list, { query: {} })).body.data;
  expect(listed).toMatchObject({ id: sent.id, status: "in_transit", units_in_transit: 30 });
  const receipts = [
    { line_id: sent.lines[0]?.id ?? "", quantity: 28, missing: 2, reason_code: "damaged" },
  ] as const;
  const params = { id: sent.id };
  const received = (
    await there.call(stockTransfersContract.update, {
      params,
      body: { to_location_id: to.id, receipts: [...receipts] },
    })
  ).body;
  expect(received).toMatchObject({ status: "short", units_in_transit: 0, units_missing: 2 });
  hub.clock.advance(1_000);
  await catchUp();

  expect((await here.call(stockTransfersContract.get, { params })).body).toMatchObject({
    status: "short",
    sync_state: "synced",
    receipts: [{ quantity: 28, missing: 2, reason_code: "damaged" }],
  });
  const arrived = { id: received.receipts[0]?.stock_id ?? "" };
  expect((await there.call(stockContract.get, { params: arrived })).body).toMatchObject({
    batch_no: "ORS1",
    mrp_minor: 2_000,
    on_hand: 28,
  });
  const left = await here.call(stockContract.get, { params: { id: batch.id } });
  expect(left.body.on_hand).toBe(20);

  // What became of the two that are missing is said where they were sent from.
  const [line_id] = sent.lines.map((line) => line.id);
  const settlements = [
    { line_id: line_id ?? "", found: 1, written_off: 1, reason_code: "theft" },
  ] as const;
  const settle = (client: typeof here) =>
    client.call(stockTransfersContract.update, {
      params,
      body: { settlements: [...settlements] },
    });
  await expect(settle(there)).rejects.toMatchObject({ code: "branch_mismatch" });
  await settle(here);
  hub.clock.advance(1_000);
  await catchUp();
  expect((await there.call(stockTransfersContract.get, { params })).body).toMatchObject({
    status: "received",
    settlements: [{ found: 1, written_off: 1, reason_code: "theft" }],
  });
  expect((await here.call(stockContract.get, { params: { id: batch.id } })).body.on_hand).toBe(21);
  expect(await asideNow()).toEqual([]);
});
