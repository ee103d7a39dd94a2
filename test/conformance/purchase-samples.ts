import type * as z from "zod";
import { purchaseOrdersContract } from "@edgeward/shared/clinical/purchase-orders/purchase-orders.contract.ts";
import { suppliersContract } from "@edgeward/shared/clinical/suppliers/suppliers.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import { newDrug, newPlace } from "./stock-samples.ts";
import type { World } from "./world.ts";

type Ordered = z.input<typeof purchaseOrdersContract.create.body>;
type SupplierBody = z.input<typeof suppliersContract.create.body>;

let made = 0;

/** A supplier of its own. */
export async function newSupplier(
  { client }: { readonly client: Client },
  more: Partial<SupplierBody> = {},
) {
  made += 1;
  const body = { code: `seller-${made}`, name: `Seller ${made}`, ...more };
  return (await client.call(suppliersContract.create, { body })).body;
}

/** An order of 100 units of a medicine of its own, for 3.00 each and 5 % tax. */
export async function orderBody(
  world: { readonly client: Client },
  more: Partial<Ordered> = {},
): Promise<Ordered> {
  return {
    supplier_id: more.supplier_id ?? (await newSupplier(world)).id,
    location_id: more.location_id ?? (await newPlace(world, "store")).id,
    lines: more.lines ?? [
      { item_id: (await newDrug(world)).id, quantity: 100, unit_cost_minor: 300, gst_rate_bp: 500 },
    ],
    ...more,
  };
}

/** A draft of an order. */
export async function newOrder(world: { readonly client: Client }, more: Partial<Ordered> = {}) {
  const body = await orderBody(world, more);
  return (await world.client.call(purchaseOrdersContract.create, { body })).body;
}

/** Requests for purchase orders. */
export const purchaseOrders: SamplesOf<typeof purchaseOrdersContract> = {
  list: { request: async () => ({}), grow: (world: World) => newOrder(world) },
  get: { request: async (world) => ({ params: { id: (await newOrder(world)).id } }) },
  create: {
    request: async (world) => ({ body: await orderBody(world) }),
    changed: ({ body }) => ({
      body: {
        supplier_id: body?.supplier_id ?? "",
        location_id: body?.location_id ?? "",
        lines: body?.lines ?? [],
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: (await newOrder(world)).id },
      body: { status: "submitted" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};
