import type * as z from "zod";
import { claimsContract } from "@edgeward/shared/clinical/claims/claims.contract.ts";
import { keptDocument } from "./document-samples.ts";
import { newInvoice, plainLine } from "./money-samples.ts";
import { seedPayer } from "./payer-samples.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import type { World } from "./world.ts";

type Created = z.input<typeof claimsContract.create.body>;

/** What a payer's bills of these samples come to, and what they leave to the payer. */
export const billedTotal = 1_000_000;
/** What they leave to the payer. */
export const payerShare = 900_000;

/** A bill of ten thousand rupees of which a payer pays nine. */
export function payersBill(world: World, patient_id: string, payer_id: string) {
  return newInvoice(world, {
    patient_id,
    payer_id,
    lines: [{ ...plainLine, unit_price_minor: billedTotal }],
    payer_split: { payer_minor: payerShare },
  });
}

/** The papers that a claim wants. */
async function claimPapersOf(world: World, patient_id: string) {
  const wanted = ["discharge_summary", "final_bill", "id_proof"] as const;
  const kept = wanted.map(async (type) => {
    return { type, document_id: await keptDocument(world, { patient_id }) };
  });
  return Promise.all(kept);
}

/** A claim of a patient, a visit and a payer of its own, for all that the payer is to pay. */
export async function claimBody(world: World, more: Partial<Created> = {}): Promise<Created> {
  const patient_id = more.patient_id ?? (await world.patient());
  const payer_id = more.payer_id ?? (await seedPayer(world));
  return {
    patient_id,
    payer_id,
    encounter_id: await world.encounter(patient_id),
    invoice_ids: more.invoice_ids ?? [(await payersBill(world, patient_id, payer_id)).id],
    claim_type: "reimbursement",
    policy: { policy_no: "POL/2026/1", member_id: "M-1", relationship: "self" },
    diagnosis_codes: ["K35.8"],
    claimed_minor: payerShare,
    documents: more.draft === true ? [] : await claimPapersOf(world, patient_id),
    ...more,
  };
}

/** A claim that was submitted, or is drawn up with `draft`. */
export async function newClaim(world: World, more: Partial<Created> = {}) {
  const body = await claimBody(world, more);
  return (await world.client.call(claimsContract.create, { body })).body;
}

/** Requests for claims. */
export const claims: SamplesOf<typeof claimsContract> = {
  list: { request: async () => ({}), grow: (world: World) => newClaim(world, { draft: true }) },
  get: {
    request: async (world) => ({ params: { id: (await newClaim(world, { draft: true })).id } }),
  },
  create: {
    request: async (world) => ({ body: await claimBody(world) }),
    changed: ({ body }) =>
      body === undefined ? {} : { body: { ...body, metadata: changedMetadata } },
  },
  update: {
    request: async (world) => ({
      params: { id: (await newClaim(world)).id },
      body: { remarks: "Sent by courier as well" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};
