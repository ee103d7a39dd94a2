import type * as z from "zod";
import { consentsContract } from "@edgeward/shared/clinical/consents/consents.contract.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import type { World } from "./world.ts";

type Created = z.input<typeof consentsContract.create.body>;

/** How somebody has said it at the desk, after the notice was read. */
export const said = {
  notice_version: "2026-01",
  language: "mr",
  captured_method: "signature_pad",
  given_by: { relation: "self", name: "Savitri Phule", phone: "98220 12345" },
} as const;

/** A consent of a patient who is there. @param more what is said of it besides */
export async function newConsent(world: World, more: Partial<Created> = {}) {
  const patient_id = more.patient_id ?? (await world.patient());
  const body = { consent_type: "data_processing", ...more, patient_id } as const;
  return (await world.client.call(consentsContract.create, { body })).body;
}

async function newId(world: World): Promise<string> {
  return (await newConsent(world)).id;
}

/** Requests for consents. */
export const consents: SamplesOf<typeof consentsContract> = {
  list: { request: async () => ({}), grow: newId },
  get: { request: async (world) => ({ params: { id: await newId(world) } }) },
  create: {
    request: async (world) => ({
      body: {
        patient_id: await world.patient(),
        consent_type: "photography",
        decision: "permit",
        ...said,
      },
    }),
    changed: ({ body }) => ({
      body: {
        patient_id: body?.patient_id ?? "",
        consent_type: "photography",
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await newId(world) },
      body: { status: "granted", ...said },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};
