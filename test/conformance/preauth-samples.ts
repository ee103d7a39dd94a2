import type * as z from "zod";
import { preauthContract } from "@edgeward/shared/clinical/preauth/preauth.contract.ts";
import { seedPayer } from "./payer-samples.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import type { World } from "./world.ts";

type Created = z.input<typeof preauthContract.create.body>;

/** A request for 1,50,000 rupees, of a patient and to a payer of its own. */
export async function preauthBody(world: World, more: Partial<Created> = {}): Promise<Created> {
  return {
    patient_id: await world.patient(),
    payer_id: more.payer_id ?? (await seedPayer(world)),
    policy: { policy_no: "POL/2026/1", member_id: "M-1", relationship: "self" },
    request_type: "initial",
    expected_days: 3,
    diagnosis_codes: ["K35.8"],
    doctor_id: world.tenant.doctorId,
    estimate: {
      room_minor: 3_000_000,
      surgeon_minor: 8_000_000,
      investigations_minor: 1_000_000,
      medicines_minor: 2_000_000,
      implants_minor: 0,
      other_minor: 1_000_000,
    },
    ...more,
  };
}

/** A request that was sent, or is drawn up with `draft`. */
export async function newPreauth(world: World, more: Partial<Created> = {}) {
  const body = await preauthBody(world, more);
  return (await world.client.call(preauthContract.create, { body })).body;
}

/** Requests for authorisations. */
export const preauth: SamplesOf<typeof preauthContract> = {
  list: { request: async () => ({}), grow: (world: World) => newPreauth(world) },
  get: { request: async (world) => ({ params: { id: (await newPreauth(world)).id } }) },
  create: {
    request: async (world) => ({ body: await preauthBody(world) }),
    changed: ({ body }) =>
      body === undefined ? {} : { body: { ...body, metadata: changedMetadata } },
  },
  update: {
    request: async (world) => ({
      params: { id: (await newPreauth(world)).id },
      body: { remarks: "Cashless desk told" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};
