import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { purchaseOrdersContract } from "@edgeward/shared/clinical/purchase-orders/purchase-orders.contract.ts";
import { suppliersContract } from "@edgeward/shared/clinical/suppliers/suppliers.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { newOrder, newSupplier, orderBody } from "./purchase-samples.ts";
import { publishedOf } from "./radiology-samples.ts";
import { newDrug } from "./stock-samples.ts";
import { worldOf, type World } from "./world.ts";

type Body = z.input<typeof purchaseOrdersContract.create.body>;
type Update = z.input<typeof purchaseOrdersContract.update.body>;

function refusal(path: string, code = "validation_error", status = 422) {
  return { status, code, details: { fields: [{ path, code }] } };
}

describe.each(engines)("purchase orders on the $engine", (engine) => {
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

  async function change(id: string, body: Update, client: Client = world.client) {
    return (await client.call(purchaseOrdersContract.update, { params: { id }, body })).body;
  }

  function draw(body: Body) {
    return world.client.call(purchaseOrdersContract.create, { body });
  }

  test("come to what their lines say, with a number of their own", async () => {
    const [one, two] = [await newDrug(world), await newDrug(world)];
    const lines = [
      {
        item_id: one.id,
        quantity: 100,
        unit_cost_minor: 123,
        discount_minor: 55,
        gst_rate_bp: 500,
      },
      { item_id: two.id, quantity: 3, unit_cost_minor: 999 },
    ];
    const order = await newOrder(world, { lines });
    expect(order).toMatchObject({
      status: "draft",
      lines: [
        { line_no: 1, taxable_minor: 12_245, cgst_minor: 306, sgst_minor: 306, received_qty: 0 },
        { line_no: 2, taxable_minor: 2_997, total_minor: 2_997 },
      ],
      taxable_total_minor: 15_242,
      tax_total_minor: 612,
      total_minor: 15_854,
    });
    expect(order.po_no).not.toBe((await newOrder(world)).po_no);
    expect(await change(order.id, { lines: lines.slice(1) })).toMatchObject({
      lines: [{ line_no: 1, item_id: two.id }],
      total_minor: 2_997,
    });
  });

  test("are approved by somebody else than who has made or submitted them, and by who may", async () => {
    const { id } = await newOrder(world);
    await expect(change(id, { status: "approved" })).rejects.toMatchObject({
      code: "invalid_transition",
    });
    await change(id, { status: "submitted" });
    await expect(change(id, { status: "approved" })).rejects.toMatchObject(
      refusal("status", "forbidden", 403),
    );
    const stores = await clientFor(node, node.tenant, {
      claims: { sub: node.tenant.doctorId, roles: ["stores"] },
    });
    await expect(change(id, { status: "approved" }, stores)).rejects.toMatchObject({
      code: "forbidden",
    });
    const approved = await change(id, { status: "approved" }, other);
    expect(approved).toMatchObject({ status: "approved", decided_by: node.tenant.doctorId });
    expect(await change(id, { status: "sent" })).toMatchObject({ status: "sent" });
    expect(await publishedOf(node, id)).toEqual([
      "purchase_order.created",
      "purchase_order.updated",
      "purchase_order.approved",
      "purchase_order.updated",
    ]);
    await expect(change(id, { status: "cancelled" })).rejects.toMatchObject(
      refusal("status_reason"),
    );
    await change(id, { status: "cancelled", status_reason: "Not needed any more" });
  });

  test("stay as they were submitted, and go back to their maker when they are rejected", async () => {
    const order = await newOrder(world);
    await change(order.id, { status: "submitted" });
    const lines = [{ item_id: order.lines[0]?.item_id ?? "", quantity: 1, unit_cost_minor: 1 }];
    const late: readonly (readonly [string, Update])[] = [
      ["notes", { notes: "In a hurry" }],
      ["lines", { lines }],
    ];
    for (const [name, body] of late)
      await expect(change(order.id, body)).rejects.toMatchObject(refusal(name, "read_only_field"));
    expect(await change(order.id, { notes: order.notes, lines: order.lines })).toMatchObject({
      version: 2,
    });
    const rejected: Update = { status: "rejected", status_reason: "Too dear" };
    await change(order.id, rejected, other);
    expect(await change(order.id, { status: "draft" })).toMatchObject({ status: "draft" });
  });

  test.each([
    ["lines.0.item_id", "invalid_reference", { item_id: "itm_01jd7x2vry38gapbnk0v8yyk24" }],
    ["lines.0.discount_minor", "validation_error", { discount_minor: 30_001 }],
    ["lines.0.total_minor", "read_only_field", { total_minor: 1 }],
    ["lines.0.received_qty", "read_only_field", { received_qty: 1 }],
  ] as const)("refuse a wrong %s as %s", async (path, code, more) => {
    const body = await orderBody(world);
    const lines = body.lines.map((line) => ({ ...line, ...more }));
    await expect(draw({ ...body, lines })).rejects.toMatchObject(refusal(path, code));
  });

  test("refuse a supplier that is not in use, a day that is over, and a total", async () => {
    const closed = await newSupplier(world);
    const params = { id: closed.id };
    await world.client.call(suppliersContract.update, { params, body: { status: "inactive" } });
    for (const [path, code, more] of [
      ["supplier_id", "invalid_reference", { supplier_id: closed.id }],
      ["expected_by", "validation_error", { expected_by: "2020-01-01" }],
      ["total_minor", "read_only_field", { total_minor: 1 }],
    ] as const)
      await expect(draw(await orderBody(world, more))).rejects.toMatchObject(refusal(path, code));
  });
});
