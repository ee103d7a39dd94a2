import type * as z from "zod";
import { prescriptionsContract } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { administrationsContract } from "@edgeward/shared/clinical/medication-administrations/medication-administrations.contract.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import { admitted } from "./stay-samples.ts";
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

/** A medicine that somebody who stays here is to have. */
export async function prescribedOnWard(
  world: World,
  medicine: Partial<Body["items"][number]> = {},
  visit?: { readonly id: string; readonly patient_id: string },
) {
  const { id: encounter_id, patient_id } = visit ?? (await admitted(world));
  const { items, ...rest } = await prescriptionBody(world, { patient_id, encounter_id });
  const body = { ...rest, items: items.map((one) => ({ ...one, ...medicine })) };
  return (await world.client.call(prescriptionsContract.create, { body })).body;
}

type NotedBody = z.input<typeof administrationsContract.create.body>;

/** That the next dose of a new prescription was given, which is wanted at once. */
export async function administrationBody(
  world: World,
  more: Partial<NotedBody> = {},
): Promise<NotedBody> {
  const wanted = { frequency: "stat", duration_days: null, quantity: 1 } as const;
  const made = await prescribedOnWard(world, wanted);
  return {
    patient_id: made.patient_id,
    prescription_id: made.id,
    prescribed_item_id: made.items[0]?.id ?? "",
    due_at: made.issued_at,
    status: "given",
    ...more,
  };
}

async function newAdministration(world: World): Promise<string> {
  const body = await administrationBody(world);
  return (await world.client.call(administrationsContract.create, { body })).body.id;
}

/** Requests for medicines that are given. */
export const medicationAdministrations: SamplesOf<typeof administrationsContract> = {
  list: { request: async () => ({}), grow: newAdministration },
  get: { request: async (world) => ({ params: { id: await newAdministration(world) } }) },
  due: {
    request: async (world) => ({
      query: { patient_id: (await prescribedOnWard(world)).patient_id },
    }),
    grow: async (world, { query }) => {
      const patient_id = query?.patient_id ?? "";
      const { body } = await world.client.call(prescriptionsContract.list, {
        query: { patient_id },
      });
      const visit = { id: body.data[0]?.encounter_id ?? "", patient_id };
      return prescribedOnWard(world, { frequency: "sos", quantity: 1 }, visit);
    },
  },
  create: {
    request: async (world) => ({ body: await administrationBody(world) }),
    changed: ({ body }) => ({
      body: {
        patient_id: body?.patient_id ?? "",
        prescription_id: body?.prescription_id ?? "",
        prescribed_item_id: body?.prescribed_item_id ?? "",
        due_at: body?.due_at ?? null,
        status: "refused",
        reason: "Nauseous",
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await newAdministration(world) },
      body: { status: "entered_in_error", amend_reason: "Noted for another patient" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};

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
