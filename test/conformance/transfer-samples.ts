import type * as z from "zod";
import { stockTransfersContract } from "@edgeward/shared/clinical/stock-transfers/stock-transfers.contract.ts";
import type { branchesContract } from "@edgeward/shared/clinical/tenants/branches.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { seedBranch, writeAsSystem } from "#support/seed.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import { newBatch } from "./stock-samples.ts";
import type { World } from "./world.ts";

type Body = z.input<typeof stockTransfersContract.create.body>;

/** Ten units of a batch of its own, to another place of the branch. */
async function sentBody(
  world: { readonly client: Client },
  more: Partial<Body> = {},
): Promise<Body> {
  const { id, location_id } = await newBatch(world);
  return { from_location_id: location_id, lines: [{ stock_id: id, quantity: 10 }], ...more };
}

/** A transfer that is on its way. */
export async function newTransfer(world: { readonly client: Client }, more: Partial<Body> = {}) {
  const body = await sentBody(world, more);
  return (await world.client.call(stockTransfersContract.create, { body })).body;
}

/** Requests for transfers of stock. */
export const stockTransfers: SamplesOf<typeof stockTransfersContract> = {
  list: { request: async () => ({}), grow: (world: World) => newTransfer(world) },
  get: { request: async (world) => ({ params: { id: (await newTransfer(world)).id } }) },
  create: {
    request: async (world) => ({ body: await sentBody(world) }),
    changed: ({ body }) => ({
      body: {
        from_location_id: body?.from_location_id ?? "",
        lines: body?.lines ?? [],
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: (await newTransfer(world)).id },
      body: { metadata: { counter: "2" } },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};

/** Requests for the branches to which goods are sent. */
export const branches: SamplesOf<typeof branchesContract> = {
  list: {
    request: async () => ({}),
    grow: (world: World) =>
      writeAsSystem(world.node, world.tenant.id, async (write) =>
        seedBranch(write, `N${world.serial()}`, false),
      ),
  },
};
