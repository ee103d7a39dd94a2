import type * as z from "zod";
import { dispensesContract } from "@edgeward/shared/clinical/dispenses/dispenses.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import { newBatch } from "./stock-samples.ts";
import type { World } from "./world.ts";

type Body = z.input<typeof dispensesContract.create.body>;

/** Two units of a batch of its own, over the counter. */
async function overCounter(world: { readonly client: Client }): Promise<Body> {
  const { item_id, location_id } = await newBatch(world);
  return { location_id, lines: [{ item_id, quantity: 2 }] };
}

async function newDispense(world: World) {
  const body = await overCounter(world);
  return (await world.client.call(dispensesContract.create, { body })).body;
}

/** Requests for dispenses. */
export const dispenses: SamplesOf<typeof dispensesContract> = {
  list: { request: async () => ({}), grow: newDispense },
  get: { request: async (world) => ({ params: { id: (await newDispense(world)).id } }) },
  create: {
    request: async (world) => ({ body: await overCounter(world) }),
    changed: ({ body }) => ({
      body: {
        location_id: body?.location_id ?? "",
        lines: body?.lines ?? [],
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: (await newDispense(world)).id },
      body: { status: "ready" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};
