import type * as z from "zod";
import { creditNotesContract } from "@edgeward/shared/clinical/credit-notes/credit-notes.contract.ts";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import type { World } from "./world.ts";

type Created = z.input<typeof invoicesContract.create.body>;

/** A line without tax. */
export const plainLine = { description: "Dressing", unit_price_minor: 25_000 } as const;

/** A bill of a patient of its own. */
async function billBody(world: World): Promise<Created> {
  return { patient_id: await world.patient(), invoice_type: "opd", lines: [plainLine] };
}

/** A new invoice. @param more what its body says besides */
export async function newInvoice(world: World, more: Partial<Created> = {}) {
  const body = { ...(await billBody(world)), ...more };
  return (await world.client.call(invoicesContract.create, { body })).body;
}

async function draftId(world: World): Promise<string> {
  return (await newInvoice(world, { draft: true })).id;
}

/** Requests for invoices. */
export const invoices: SamplesOf<typeof invoicesContract> = {
  list: { request: async () => ({}), grow: draftId },
  get: { request: async (world) => ({ params: { id: await draftId(world) } }) },
  create: {
    request: async (world) => ({ body: await billBody(world) }),
    changed: ({ body }) => ({
      body: {
        patient_id: body?.patient_id ?? "",
        invoice_type: "other",
        lines: [plainLine],
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await draftId(world) },
      body: { lines: [{ description: "Plaster", unit_price_minor: 40_000 }] },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
  billing: {
    request: async (world) => ({ params: { id: await world.patient() } }),
    grow: async (world, { params }) =>
      newInvoice(world, { patient_id: String(params?.["id"]), draft: true }),
  },
  charges: {
    request: async (world) => ({ params: { id: await world.patient() } }),
  },
};

type CreditRequest = RequestOf<typeof creditNotesContract.create>;

/** Takes back the whole of an invoice of its own. */
async function creditRequest(world: World): Promise<CreditRequest> {
  const { id, lines } = await newInvoice(world);
  const credited = lines.map((line) => ({ line_id: line.id }));
  return { params: { id }, body: { reason: "Charged by mistake", lines: credited } };
}

async function creditId(world: World): Promise<string> {
  return (await world.client.call(creditNotesContract.create, await creditRequest(world))).body.id;
}

/** Requests for credit notes. */
export const creditNotes: SamplesOf<typeof creditNotesContract> = {
  list: { request: async () => ({}), grow: creditId },
  get: { request: async (world) => ({ params: { id: await creditId(world) } }) },
  create: {
    request: creditRequest,
    changed: (request) => ({
      ...request,
      body: {
        reason: "Charged twice",
        lines: request.body?.lines ?? [],
        metadata: changedMetadata,
      },
    }),
  },
};
