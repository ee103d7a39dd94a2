import type * as z from "zod";
import { emergencyAccessesContract } from "@edgeward/shared/clinical/emergency-accesses/emergency-accesses.contract.ts";
import { clientFor } from "#support/node.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import type { World } from "./world.ts";

type Body = z.input<typeof emergencyAccessesContract.create.body>;

/** What opens a patient's record in an emergency. */
export async function emergencyBody(world: World, more: Partial<Body> = {}): Promise<Body> {
  return {
    cause: "unconscious",
    reason: "Found unconscious, no relative there",
    ...more,
    patient_id: more.patient_id ?? (await world.patient()),
  };
}

/** One that somebody else has made: whoever makes one does not look at it. */
async function madeByAnother(world: World): Promise<string> {
  const claims = { sub: world.tenant.nurseId };
  const nurse = await clientFor(world.node, world.tenant, { claims });
  const body = await emergencyBody(world);
  return (await nurse.call(emergencyAccessesContract.create, { body })).body.id;
}

/** Requests for openings. */
export const emergencyAccesses: SamplesOf<typeof emergencyAccessesContract> = {
  list: { request: async () => ({}), grow: madeByAnother },
  get: { request: async (world) => ({ params: { id: await madeByAnother(world) } }) },
  create: {
    request: async (world) => ({ body: await emergencyBody(world) }),
    changed: ({ body }) => ({
      body: {
        patient_id: body?.patient_id ?? "",
        cause: "other",
        reason: "Another reason altogether",
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await madeByAnother(world) },
      body: { status: "reviewed", review_note: "Spoke with the nurse" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};
