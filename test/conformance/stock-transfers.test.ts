import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { stockContract } from "@edgeward/shared/clinical/stock/stock.contract.ts";
import { stockMovesContract } from "@edgeward/shared/clinical/stock/stock-moves.contract.ts";
import { stockTransfersContract } from "@edgeward/shared/clinical/stock-transfers/stock-transfers.contract.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { publishedOf } from "./radiology-samples.ts";
import { newBatch, newPlace } from "./stock-samples.ts";
import { newTransfer } from "./transfer-samples.ts";
import { worldOf, type World } from "./world.ts";

type Update = z.input<typeof stockTransfersContract.update.body>;
type Came = NonNullable<Update["receipts"]>[number];
type Settled = Omit<NonNullable<Update["settlements"]>[number], "line_id">;
type Sent = z.input<typeof stockTransfersContract.create.body>;

/** Gives a batch another price on its label, as one that was put on record elsewhere has it. */
async function relabel(node: TestNode, batchNo: string, mrp: number): Promise<void> {
  await node.store.write({ tenantId: node.tenant.id }, (session) =>
    session.kysely
      .updateTable("stock")
      .set({ mrp_minor: mrp })
      .where("tenant_id", "=", node.tenant.id)
      .where("batch_no", "=", batchNo)
      .execute(),
  );
}

function refusal(path: string, code = "validation_error") {
  return { status: 422, code, details: { fields: [{ path, code }] } };
}

describe.each(engines)("on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function send(body: Sent) {
    return (await world.client.call(stockTransfersContract.create, { body })).body;
  }

  async function receive(id: string, body: Update) {
    return (await world.client.call(stockTransfersContract.update, { params: { id }, body })).body;
  }

  async function thereOf(id: string) {
    return (await world.client.call(stockContract.get, { params: { id } })).body.on_hand;
  }

  /** 100 units of a batch, of which 40 are on their way to another place. */
  async function onTheWay() {
    const batch = await newBatch(world);
    const to = await newPlace(world);
    const lines = [{ stock_id: batch.id, quantity: 40 }];
    const sent = await send({ from_location_id: batch.location_id, lines });
    return { batch, to, sent, line: sent.lines[0]?.id ?? "" };
  }

  test("what is sent has left its place and is on its way until it is received, part by part", async () => {
    const { batch, to, sent, line } = await onTheWay();
    expect(sent).toMatchObject({
      status: "in_transit",
      to_branch_id: node.tenant.branchId,
      units_in_transit: 40,
      receipts: [],
      lines: [{ stock_id: batch.id, batch_no: batch.batch_no, quantity: 40, mrp_minor: 900 }],
    });
    expect(await thereOf(batch.id)).toBe(60);
    const part = await receive(sent.id, {
      to_location_id: to.id,
      receipts: [{ line_id: line, quantity: 25 }],
    });
    expect(part).toMatchObject({ status: "in_transit", units_in_transit: 15 });
    const rest = await receive(sent.id, {
      to_location_id: to.id,
      receipts: [
        { line_id: line, quantity: 12, missing: 3, reason_code: "damaged", note: "Wet strips" },
      ],
    });
    expect(rest).toMatchObject({ status: "short", units_in_transit: 0, units_missing: 3 });
    expect(rest.receipts).toMatchObject([
      { quantity: 25, missing: 0, reason_code: null, location_id: to.id },
      { quantity: 12, missing: 3, reason_code: "damaged", note: "Wet strips" },
    ]);
    const arrived = rest.receipts[0]?.stock_id ?? "";
    expect([await thereOf(batch.id), await thereOf(arrived)]).toEqual([60, 37]);
    const moves = await world.client.call(stockMovesContract.ofBatch, {
      params: { id: arrived },
      query: {},
    });
    expect(
      moves.body.data.map(({ kind, quantity, source_id: of }) => [kind, quantity, of]),
    ).toEqual([
      ["transfer", 12, sent.id],
      ["transfer", 25, sent.id],
    ]);
    expect(await publishedOf(node, sent.id)).toEqual([
      "stock_transfer.sent",
      "stock_transfer.updated",
      "stock_transfer.short",
    ]);
    await expect(
      receive(sent.id, { to_location_id: to.id, receipts: [{ line_id: line, quantity: 1 }] }),
    ).rejects.toMatchObject({ code: "invalid_transition" });
  });

  test("what is missing is accounted for where it was sent from: found again, or written off with its reason", async () => {
    const { batch, to, sent, line } = await onTheWay();
    const missing = { missing: 5, reason_code: "damaged" } as const;
    await receive(sent.id, {
      to_location_id: to.id,
      receipts: [{ line_id: line, quantity: 35, ...missing }],
    });
    const settle = (one: Settled, more: Update = {}) =>
      receive(sent.id, { settlements: [{ line_id: line, ...one }], ...more });
    const theft = { reason_code: "theft" } as const;
    for (const [one, path, code] of [
      [{}, "found"],
      [{ found: 6 }, "found"],
      [{ found: 3, written_off: 3, ...theft }, "written_off"],
      [{ written_off: 1 }, "reason_code"],
      [{ found: 1, ...theft }, "reason_code", "conflicting_fields"],
    ] as const)
      await expect(settle(one)).rejects.toMatchObject(refusal(`settlements.0.${path}`, code));
    await expect(settle({ found: 1 }, { to_location_id: to.id })).rejects.toMatchObject(
      refusal("settlements", "conflicting_fields"),
    );
    expect(await settle({ found: 2 })).toMatchObject({ status: "short", units_missing: 3 });
    const done = await settle({ written_off: 3, ...theft, note: "Not in the van" });
    expect(done).toMatchObject({ status: "received", units_missing: 0 });
    expect(done.settlements).toMatchObject([
      { found: 2, written_off: 0, reason_code: null },
      { found: 0, written_off: 3, reason_code: "theft", note: "Not in the van" },
    ]);
    await expect(settle({ found: 1 })).rejects.toMatchObject({ code: "invalid_transition" });
    // What was lost is a write-off of the place that it was sent from, and what is there is what its moves come to.
    expect(await thereOf(batch.id)).toBe(62);
    const { body } = await world.client.call(stockMovesContract.ofBatch, {
      params: { id: batch.id },
      query: { sort: "created_at" },
    });
    const moved = body.data.map(({ kind, quantity, reason_code: why }) => [kind, quantity, why]);
    expect(moved.slice(2)).toEqual([
      ["transfer", 2, null],
      ["transfer", 3, null],
      ["write_off", -3, "theft"],
    ]);
    expect(await publishedOf(node, sent.id)).toEqual([
      "stock_transfer.sent",
      "stock_transfer.short",
      "stock_transfer.updated",
      "stock_transfer.received",
    ]);
  });

  test("a batch that stands where it arrives with another label is kept under a number of its own, and recalled with it", async () => {
    // Of the branch itself two labels of one number cannot come: the batch as it was sent was another then.
    const { to, sent, line } = await onTheWay();
    const no = sent.lines[0]?.batch_no ?? "";
    const mrp = sent.lines[0]?.mrp_minor;
    await relabel(node, no, 1_100);
    const came = (more: Partial<Came>) =>
      receive(sent.id, {
        to_location_id: to.id,
        receipts: [{ line_id: line, quantity: 5, ...more }],
      });
    const fault = refusal("receipts.0.batch_no");
    await expect(came({})).rejects.toMatchObject(fault);
    await expect(came({ batch_no: "OTHER" })).rejects.toMatchObject(fault);
    const { receipts } = await came({ batch_no: `${no}/2` });
    const params = { id: receipts[0]?.stock_id ?? "" };
    const kept = (await world.client.call(stockContract.get, { params })).body;
    expect(kept).toMatchObject({ batch_no: `${no}/2`, mrp_minor: mrp, on_hand: 5 });
    const again = await came({ batch_no: `${no}/2` });
    expect(again.receipts[1]).toMatchObject({ stock_id: kept.id });
    await world.client.call(stockMovesContract.create, {
      params: { id: sent.lines[0]?.stock_id ?? "" },
      body: { kind: "recall", reason_code: "recalled" },
    });
    const after = (await world.client.call(stockContract.get, { params })).body;
    expect(after).toMatchObject({ status: "recalled", on_hand: 10 });
  });

  test("refuses what cannot be sent or cannot have come, by its field, and keeps nothing of it", async () => {
    const { batch, to, sent, line } = await onTheWay();
    const lines = [{ stock_id: batch.id, quantity: 61 }];
    const from = batch.location_id;
    await expect(send({ from_location_id: from, lines })).rejects.toMatchObject(
      refusal("lines.0.quantity", "insufficient_balance"),
    );
    const other = await newBatch(world);
    await expect(
      send({ from_location_id: from, lines: [{ stock_id: other.id, quantity: 1 }] }),
    ).rejects.toMatchObject(refusal("lines.0.stock_id", "invalid_reference"));
    const one = { stock_id: batch.id, quantity: 1 };
    await expect(send({ from_location_id: from, lines: [one, one] })).rejects.toMatchObject(
      refusal("lines.1.stock_id"),
    );
    await expect(
      send({
        from_location_id: from,
        to_branch_id: "brn_01jd7x2vry38gapbnk0v8yyk24",
        lines: [one],
      }),
    ).rejects.toMatchObject(refusal("to_branch_id", "invalid_reference"));
    const came = (quantity: number, more: Partial<Came> = {}) =>
      receive(sent.id, {
        to_location_id: to.id,
        receipts: [{ line_id: line, quantity, ...more }],
      });
    await expect(came(41)).rejects.toMatchObject(refusal("receipts.0.quantity"));
    await expect(came(0)).rejects.toMatchObject(refusal("receipts.0.quantity"));
    await expect(came(39, { missing: 1 })).rejects.toMatchObject(refusal("receipts.0.reason_code"));
    await expect(came(39, { reason_code: "theft" })).rejects.toMatchObject(
      refusal("receipts.0.reason_code", "conflicting_fields"),
    );
    await expect(
      receive(sent.id, { receipts: [{ line_id: line, quantity: 1 }] }),
    ).rejects.toMatchObject(refusal("to_location_id"));
    await expect(receive(sent.id, { to_location_id: to.id })).rejects.toMatchObject(
      refusal("to_location_id", "conflicting_fields"),
    );
    await world.client.call(stockMovesContract.create, {
      params: { id: batch.id },
      body: { kind: "recall", reason_code: "recalled" },
    });
    await expect(send({ from_location_id: from, lines: [one] })).rejects.toMatchObject(
      refusal("lines.0.stock_id", "batch_blocked"),
    );
    // Of what was recalled meanwhile nothing is given out where it arrives.
    const { receipts } = await came(40);
    const stock = await world.client.call(stockContract.get, {
      params: { id: receipts[0]?.stock_id ?? "" },
    });
    expect(stock.body).toMatchObject({ status: "recalled", on_hand: 40 });
    expect(await thereOf(batch.id)).toBe(60);
  });

  test("goods for another branch are received by that one alone, which sees them in its list", async () => {
    const { secondBranchId: second, branchId } = node.tenant;
    const sent = await newTransfer(world, { to_branch_id: second });
    const line = sent.lines[0]?.id ?? "";
    const here = await newPlace(world);
    await expect(
      receive(sent.id, { to_location_id: here.id, receipts: [{ line_id: line, quantity: 10 }] }),
    ).rejects.toMatchObject({ code: "branch_mismatch", details: { branch_id: second } });
    const listed = async (branch: string) => {
      const client = await clientFor(node, node.tenant, { headers: { "x-branch-id": branch } });
      const query = { limit: "100", status: "in_transit" } as const;
      const { body } = await client.call(stockTransfersContract.list, { query });
      return body.data.some(({ id }) => id === sent.id);
    };
    expect(await listed(branchId)).toBe(true);
    // At a branch nobody acts for another one.
    if (engine.engine === "branch") return;
    expect(await listed(second)).toBe(true);
    const within = await newTransfer(world);
    const there = await clientFor(node, node.tenant, { headers: { "x-branch-id": second } });
    const query = { limit: "100" } as const;
    const { body } = await there.call(stockTransfersContract.list, { query });
    expect(body.data.map(({ id }) => id)).not.toContain(within.id);
  });
});
