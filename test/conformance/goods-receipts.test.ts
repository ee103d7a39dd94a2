import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { goodsReceiptsContract } from "@edgeward/shared/clinical/goods-receipts/goods-receipts.contract.ts";
import { purchaseOrdersContract } from "@edgeward/shared/clinical/purchase-orders/purchase-orders.contract.ts";
import { stockContract } from "@edgeward/shared/clinical/stock/stock.contract.ts";
import { stockMovesContract } from "@edgeward/shared/clinical/stock/stock-moves.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { newOrder } from "./purchase-samples.ts";
import { publishedOf } from "./radiology-samples.ts";
import { newReceipt, receivedBody } from "./receipt-samples.ts";
import { worldOf, type World } from "./world.ts";

type Update = z.input<typeof goodsReceiptsContract.update.body>;

function refusal(path: string, code = "validation_error") {
  return { status: 422, code, details: { fields: [{ path, code }] } };
}

describe.each(engines)("goods receipts on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  let other: Client;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    other = await clientFor(node, node.tenant, {
      claims: { sub: node.tenant.doctorId, roles: ["branch_admin"] },
    });
  });
  afterAll(() => node.stop());

  async function change(id: string, body: Update) {
    return (await world.client.call(goodsReceiptsContract.update, { params: { id }, body })).body;
  }

  async function stockOf(item: string) {
    const { body } = await world.client.call(stockContract.list, { query: { item_id: item } });
    return body.data;
  }

  async function orderOf(id: string) {
    const { body } = await world.client.call(purchaseOrdersContract.get, { params: { id } });
    return { status: body.status, received: body.lines.map((line) => line.received_qty) };
  }

  /** An approved order of 100 units. */
  async function approved() {
    const order = await newOrder(world);
    const params = { id: order.id };
    const call = (client: Client, status: "submitted" | "approved") =>
      client.call(purchaseOrdersContract.update, { params, body: { status } });
    await call(world.client, "submitted");
    await call(other, "approved");
    const line = {
      po_line_no: 1,
      item_id: order.lines[0]?.item_id ?? "",
      expiry_date: "2031-03-31",
      unit_cost_minor: 300,
      gst_rate_bp: 500,
    };
    const receive = (batch: string, quantity: number, more: object = {}) =>
      newReceipt(world, {
        purchase_order_id: order.id,
        location_id: order.location_id,
        lines: [{ ...line, batch_no: batch, quantity, ...more }],
      });
    return { order, item: line.item_id, receive };
  }

  test("are posted into stock and to their order together, in parts, with free goods and rejects", async () => {
    const { order, item, receive } = await approved();
    const rejects = { free_qty: 5, rejected_qty: 10, reject_reason: "Wet" };
    const first = await receive("A", 60, rejects);
    expect(first).toMatchObject({
      supplier_id: order.supplier_id,
      lines: [{ accepted_qty: 50, taxable_minor: 15_000, stock_id: null }],
      total_minor: 15_750,
    });
    expect(await stockOf(item)).toEqual([]);
    const posted = await change(first.id, { status: "posted" });
    expect(await stockOf(item)).toMatchObject([
      { id: posted.lines[0]?.stock_id, batch_no: "A", on_hand: 55, cost_minor: 300 },
    ]);
    expect(await orderOf(order.id)).toEqual({ status: "partially_received", received: [50] });
    await change((await receive("B", 50)).id, { status: "posted" });
    expect(await orderOf(order.id)).toEqual({ status: "received", received: [100] });
    expect(await publishedOf(node, first.id)).toEqual([
      "goods_receipt.created",
      "goods_receipt.posted",
    ]);
    await expect(receive("C", 1)).rejects.toMatchObject(
      refusal("purchase_order_id", "invalid_reference"),
    );
  });

  test("stay as they were inspected until they are posted, or are a draft again", async () => {
    const { item, receive } = await approved();
    const receipt = await receive("A", 60);
    const { lines } = receipt;
    const fewer = lines.map(({ po_line_no, item_id, batch_no, expiry_date, unit_cost_minor }) => {
      const line = { po_line_no, item_id, batch_no, expiry_date, unit_cost_minor };
      return { ...line, gst_rate_bp: 500, quantity: 50 };
    });
    const inspected = await change(receipt.id, { status: "inspected" });
    expect(inspected).toMatchObject({ status: "inspected", posted_at: null });
    expect(inspected.status_history.at(-1)).toMatchObject({
      status: "inspected",
      by: inspected.updated_by,
    });
    expect(await stockOf(item)).toEqual([]);
    await expect(change(receipt.id, { lines: fewer })).rejects.toMatchObject(
      refusal("lines", "read_only_field"),
    );
    await expect(change(receipt.id, { status: "draft" })).rejects.toMatchObject(
      refusal("status_reason"),
    );
    await change(receipt.id, { status: "draft", status_reason: "Ten are broken" });
    await change(receipt.id, { lines: fewer, status: "inspected" });
    expect(await change(receipt.id, { status: "posted" })).toMatchObject({
      status: "posted",
      lines: [{ quantity: 50 }],
    });
    expect(await stockOf(item)).toMatchObject([{ on_hand: 50 }]);
  });

  test("are reversed as a whole, while all of it is there", async () => {
    const { order, item, receive } = await approved();
    const receipt = await receive("A", 100);
    await expect(
      change(receipt.id, { status: "reversed", status_reason: "Wrong" }),
    ).rejects.toMatchObject({
      code: "invalid_transition",
    });
    await change(receipt.id, { status: "posted" });
    const reverse: Update = { status: "reversed", status_reason: "Meant for another branch" };
    const [batch] = await stockOf(item);
    const params = { id: batch?.id ?? "" };
    const count = (quantity: number) =>
      world.client.call(stockMovesContract.create, {
        params,
        body: { kind: "count", quantity, reason_code: "count_variance" },
      });
    await count(99);
    await expect(change(receipt.id, reverse)).rejects.toMatchObject(
      refusal("lines.0.quantity", "insufficient_balance"),
    );
    await count(100);
    expect(await change(receipt.id, reverse)).toMatchObject({ status: "reversed" });
    expect(await stockOf(item)).toMatchObject([{ on_hand: 0, status: "depleted" }]);
    expect(await orderOf(order.id)).toEqual({ status: "sent", received: [0] });
  });

  test("take in a twentieth more than was ordered, and no more, also over several receipts", async () => {
    const { receive } = await approved();
    await expect(receive("A", 106)).rejects.toMatchObject(
      refusal("lines.0.quantity", "over_receipt"),
    );
    const [first, second] = [await receive("A", 60), await receive("B", 50)];
    await change(first.id, { status: "posted" });
    await expect(change(second.id, { status: "posted" })).rejects.toMatchObject(
      refusal("lines.0.quantity", "over_receipt"),
    );
    await change((await receive("C", 45)).id, { status: "posted" });
  });

  test.each([
    ["lines.0.expiry_date", "validation_error", { expiry_date: null }],
    ["lines.0.expiry_date", "batch_expired", { expiry_date: "2024-01-31" }],
    ["lines.0.mfg_date", "validation_error", { mfg_date: "2031-03-31" }],
    ["lines.0.rejected_qty", "validation_error", { rejected_qty: 101, reject_reason: "Wet" }],
    ["lines.0.reject_reason", "validation_error", { rejected_qty: 1 }],
    ["lines.0.po_line_no", "invalid_reference", { po_line_no: 1 }],
    ["lines.0.accepted_qty", "read_only_field", { accepted_qty: 100 }],
    ["lines.0.item_id", "invalid_reference", { item_id: "itm_01jd7x2vry38gapbnk0v8yyk24" }],
  ] as const)("refuse a wrong %s as %s", async (path, code, more) => {
    const body = await receivedBody(world);
    const lines = body.lines.map((line) => ({ ...line, ...more }));
    await expect(newReceipt(world, { ...body, lines })).rejects.toMatchObject(refusal(path, code));
  });

  test("refuse a supplier's invoice for the second time, one of a day to come, and what nobody has approved", async () => {
    const first = await receivedBody(world);
    await newReceipt(world, first);
    const order = await newOrder(world);
    for (const [path, code, more] of [
      ["supplier_invoice_no", "duplicate_value", first],
      ["supplier_invoice_date", "validation_error", { supplier_invoice_date: "2126-01-01" }],
      ["purchase_order_id", "invalid_reference", { purchase_order_id: order.id }],
    ] as const)
      await expect(newReceipt(world, more)).rejects.toMatchObject(refusal(path, code));
  });
});
