import type * as z from "zod";
import { prescriptionsContract } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import type { World } from "./world.ts";

type Body = z.input<typeof prescriptionsContract.create.body>;

/** A prescription of one medicine. */
export async function prescriptionBody(world: World, more: Partial<Body> = {}): Promise<Body> {
  const patientId = more.patient_id ?? (await world.patient());
  return {
    encounter_id: await world.encounter(patientId),
    prescriber_id: world.tenant.doctorId,
    allergies_checked: true,
    items: [
      {
        drug_name: "Calpol",
        generic_name: "Paracetamol",
        strength: "500 mg",
        form: "tablet",
        route: "oral",
        dose: 1,
        dose_unit: "tablet",
        frequency: "tds",
        duration_days: 5,
      },
    ],
    ...more,
    patient_id: patientId,
  };
}

async function newPrescription(world: World): Promise<string> {
  const body = await prescriptionBody(world);
  return (await world.client.call(prescriptionsContract.create, { body })).body.id;
}

/** Requests for prescriptions. */
export const prescriptions: SamplesOf<typeof prescriptionsContract> = {
  list: { request: async () => ({}), grow: newPrescription },
  get: { request: async (world) => ({ params: { id: await newPrescription(world) } }) },
  create: {
    request: async (world) => ({ body: await prescriptionBody(world) }),
    changed: ({ body }) => ({
      body: {
        patient_id: body?.patient_id ?? "",
        encounter_id: body?.encounter_id ?? "",
        prescriber_id: body?.prescriber_id ?? "",
        items: body?.items ?? [],
        allergies_checked: true,
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await newPrescription(world) },
      body: { status: "stopped", status_reason: "Rash" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};
