import type * as z from "zod";
import { goodsReceiptsContract } from "@edgeward/shared/clinical/goods-receipts/goods-receipts.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { newSupplier } from "./purchase-samples.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import { newDrug, newPlace } from "./stock-samples.ts";
import type { World } from "./world.ts";

type Received = z.input<typeof goodsReceiptsContract.create.body>;

let made = 0;

/** What has come without an order: 100 units of a medicine of its own, and 10 free. */
export async function receivedBody(
  world: { readonly client: Client },
  more: Partial<Received> = {},
): Promise<Received> {
  made += 1;
  const isOrdered = more.purchase_order_id !== undefined;
  return {
    ...(isOrdered ? {} : { supplier_id: more.supplier_id ?? (await newSupplier(world)).id }),
    supplier_invoice_no: `INV-${made}`,
    supplier_invoice_date: "2026-01-15",
    location_id: more.location_id ?? (await newPlace(world, "store")).id,
    lines: more.lines ?? [
      {
        item_id: (await newDrug(world)).id,
        batch_no: `R${made}`,
        expiry_date: "2031-03-31",
        mrp_minor: 900,
        quantity: 100,
        free_qty: 10,
        unit_cost_minor: 300,
        gst_rate_bp: 500,
      },
    ],
    ...more,
  };
}

/** A draft of a receipt. */
export async function newReceipt(world: { readonly client: Client }, more: Partial<Received> = {}) {
  const body = await receivedBody(world, more);
  return (await world.client.call(goodsReceiptsContract.create, { body })).body;
}

/** Requests for goods receipts. */
export const goodsReceipts: SamplesOf<typeof goodsReceiptsContract> = {
  list: { request: async () => ({}), grow: (world: World) => newReceipt(world) },
  get: { request: async (world) => ({ params: { id: (await newReceipt(world)).id } }) },
  create: {
    request: async (world) => ({ body: await receivedBody(world) }),
    changed: ({ body }) => ({
      body: {
        supplier_id: body?.supplier_id,
        supplier_invoice_no: body?.supplier_invoice_no ?? "",
        supplier_invoice_date: body?.supplier_invoice_date ?? "",
        location_id: body?.location_id ?? "",
        lines: body?.lines ?? [],
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: (await newReceipt(world)).id },
      body: { status: "posted" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};
