import type * as z from "zod";
import { cashierShiftsContract } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.contract.ts";
import { paymentsContract } from "@edgeward/shared/clinical/payments/payments.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { newInvoice } from "./money-samples.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import type { World } from "./world.ts";

type Paid = z.input<typeof paymentsContract.create.body>;

let drawers = 0;

function drawerBody() {
  drawers += 1;
  return { counter: `Counter ${drawers}`, float_minor: 100_000 };
}

/** A cashier's shift at a drawer of its own. */
export async function newShift(client: Client) {
  return (await client.call(cashierShiftsContract.create, { body: drawerBody() })).body;
}

/** Requests for cashiers' shifts. */
export const cashierShifts: SamplesOf<typeof cashierShiftsContract> = {
  list: { request: async () => ({}), grow: ({ client }: World) => newShift(client) },
  get: {
    request: async ({ client }) => ({ params: { id: (await newShift(client)).id } }),
  },
  create: {
    request: async () => ({ body: drawerBody() }),
    changed: () => ({ body: { ...drawerBody(), metadata: changedMetadata } }),
  },
  update: {
    request: async ({ client }) => ({
      params: { id: (await newShift(client)).id },
      body: { movement: { kind: "pay_out", amount_minor: 5_000, reason: "Tea for the ward" } },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};

/** Some of a bill of its own is paid in cash, in a shift of its own. */
async function paidBody(world: World): Promise<Paid> {
  const [{ id: shift }, { id: invoice }] = [await newShift(world.client), await newInvoice(world)];
  return {
    invoice_id: invoice,
    cashier_shift_id: shift,
    tenders: [{ method: "cash", amount_minor: 10_000 }],
  };
}

async function newPayment(world: World) {
  return (await world.client.call(paymentsContract.create, { body: await paidBody(world) })).body;
}

/** Requests for payments. */
export const payments: SamplesOf<typeof paymentsContract> = {
  list: { request: async () => ({}), grow: newPayment },
  get: { request: async (world) => ({ params: { id: (await newPayment(world)).id } }) },
  create: {
    request: async (world) => ({ body: await paidBody(world) }),
    changed: ({ body }) => ({ body: { ...body, metadata: changedMetadata } }),
    // Nobody takes payments in another cashier's shift.
    statusForOthers: 422,
  },
};
