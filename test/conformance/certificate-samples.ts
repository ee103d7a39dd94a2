import type * as z from "zod";
import { certificatesContract } from "@edgeward/shared/clinical/certificates/certificates.contract.ts";
import { addDays, localDate } from "@edgeward/shared/kernel/zones.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import type { World } from "./world.ts";

type Body = z.input<typeof certificatesContract.create.body>;

/** A day at the branch. @param days from the present one on */
export function dayOf(world: World, days: number): string {
  return addDays(localDate(world.node.clock.now(), "Asia/Kolkata"), days);
}

/** A sick leave of three days, in a visit of its own. */
export async function certificateBody(world: World, more: Partial<Body> = {}): Promise<Body> {
  const patient_id = more.patient_id ?? (await world.patient());
  const type = more.certificate_type ?? "sick_leave";
  return {
    encounter_id: more.encounter_id ?? (await world.encounter(patient_id)),
    doctor_id: world.tenant.doctorId,
    certificate_type: type,
    ...(type === "sick_leave" ? { rest_from: dayOf(world, 0), rest_to: dayOf(world, 2) } : {}),
    ...more,
    patient_id,
  };
}

async function newCertificate(world: World): Promise<string> {
  const body = await certificateBody(world);
  return (await world.client.call(certificatesContract.create, { body })).body.id;
}

/** Requests for certificates. */
export const certificates: SamplesOf<typeof certificatesContract> = {
  list: { request: async () => ({}), grow: newCertificate },
  get: { request: async (world) => ({ params: { id: await newCertificate(world) } }) },
  create: {
    request: async (world) => ({ body: await certificateBody(world) }),
    changed: ({ body }) => ({
      body: {
        patient_id: body?.patient_id ?? "",
        encounter_id: body?.encounter_id ?? "",
        doctor_id: body?.doctor_id ?? "",
        certificate_type: "sick_leave",
        ...(body?.rest_from === undefined ? {} : { rest_from: body.rest_from }),
        ...(body?.rest_to === undefined ? {} : { rest_to: body.rest_to }),
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await newCertificate(world) },
      body: { status: "cancelled", status_reason: "Wrong days" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};
