import type * as z from "zod";
import { itemsContract } from "@edgeward/shared/clinical/items/items.contract.ts";
import { stockContract } from "@edgeward/shared/clinical/stock/stock.contract.ts";
import { stockMovesContract } from "@edgeward/shared/clinical/stock/stock-moves.contract.ts";
import {
  stockLocationsContract,
  type LocationKind,
} from "@edgeward/shared/clinical/stock-locations/stock-locations.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import type { World } from "./world.ts";

type Opened = z.input<typeof stockContract.create.body>;
type ItemBody = z.input<typeof itemsContract.create.body>;

let made = 0;

/** A number that no other sample has. */
function nextOne(): number {
  made += 1;
  return made;
}

/** A medicine of its own. */
export async function newDrug(
  { client }: { readonly client: Client },
  more: Partial<ItemBody> = {},
) {
  const name = `Amoxicillin ${nextOne()} mg`;
  const body = {
    code: `amx-${made}`,
    name,
    unit: "capsule",
    kind: "drug",
    price_minor: 500,
  } as const;
  return (await client.call(itemsContract.create, { body: { ...body, ...more } })).body;
}

/** A place of its own where goods are kept. */
export async function newPlace(
  { client }: { readonly client: Client },
  kind: LocationKind = "shelf",
) {
  const body = { code: `place-${nextOne()}`, name: `Place ${made}`, kind };
  return (await client.call(stockLocationsContract.create, { body })).body;
}

/** What puts a batch of its own on record. */
export async function openedBody(
  world: { readonly client: Client },
  more: Partial<Opened> = {},
): Promise<Opened> {
  return {
    item_id: more.item_id ?? (await newDrug(world)).id,
    location_id: more.location_id ?? (await newPlace(world)).id,
    batch_no: `B${nextOne()}`,
    expiry_date: "2031-03-31",
    mfg_date: "2025-01-01",
    mrp_minor: 900,
    cost_minor: 300,
    gst_rate_bp: 500,
    quantity: 100,
    ...more,
  };
}

/** A batch that is on record with 100 units, or as many as are said. */
export async function newBatch(world: { readonly client: Client }, more: Partial<Opened> = {}) {
  const body = await openedBody(world, more);
  return (await world.client.call(stockContract.create, { body })).body;
}

/** Requests for stock. */
export const stock: SamplesOf<typeof stockContract> = {
  list: { request: async () => ({}), grow: (world: World) => newBatch(world) },
  get: { request: async (world) => ({ params: { id: (await newBatch(world)).id } }) },
  create: {
    request: async (world) => ({ body: await openedBody(world) }),
    changed: ({ body }) => ({
      body: {
        item_id: body?.item_id ?? "",
        location_id: body?.location_id ?? "",
        batch_no: body?.batch_no ?? "",
        quantity: 99,
      },
    }),
  },
};

const fewer = { kind: "count", quantity: 98, reason_code: "count_variance" } as const;

/** Requests for moves of stock. */
export const stockMoves: SamplesOf<typeof stockMovesContract> = {
  list: {
    request: async () => ({}),
    grow: (world: World) => newBatch(world),
  },
  ofBatch: {
    request: async (world) => ({ params: { id: (await newBatch(world)).id } }),
    grow: ({ client }, { params = { id: "" } }) =>
      client.call(stockMovesContract.create, { params, body: fewer }),
  },
  get: {
    request: async (world) => {
      const params = { id: (await newBatch(world)).id };
      const { body } = await world.client.call(stockMovesContract.create, { params, body: fewer });
      return { params: { id: body.id } };
    },
  },
  countPlace: {
    request: async (world) => {
      const { id, location_id } = await newBatch(world);
      const lines = [{ stock_id: id, counted: 98, reason_code: "count_variance" as const }];
      return { body: { location_id, lines } };
    },
    changed: ({ body }) => ({
      body: {
        location_id: body?.location_id ?? "",
        lines: (body?.lines ?? []).map((line) => ({ ...line, counted: 97 })),
      },
    }),
  },
  create: {
    request: async (world) => ({
      params: { id: (await newBatch(world)).id },
      body: { kind: "recall", reason_code: "recalled" },
    }),
    changed: (request) => ({ ...request, body: { ...fewer, metadata: changedMetadata } }),
  },
};
