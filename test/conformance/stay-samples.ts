import { admissionsContract } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import {
  encountersContract,
  type Encounter,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { bedsContract, type Bed } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import { triageContract, type Triage } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import { wardsContract, type Ward } from "@edgeward/shared/clinical/wards/wards.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import type { World } from "./world.ts";

/** A new ward of the first branch. */
export async function newWard(world: World, more: object = {}): Promise<Ward> {
  const count = world.serial();
  const body = { code: `w-${count}`, name: `Ward ${count}`, ...more };
  return (await world.client.call(wardsContract.create, { body })).body;
}

type BedBody = NonNullable<RequestOf<typeof bedsContract.create>["body"]>;

/** A new bed, of a ward of its own unless the body names one. */
export async function newBed(world: World, more: Partial<BedBody> = {}): Promise<Bed> {
  const ward = more.ward_id ?? (await newWard(world)).id;
  const body = {
    ward_id: ward,
    code: `B-${world.serial()}`,
    bed_class: "general",
    ...more,
  } as const;
  return (await world.client.call(bedsContract.create, { body })).body;
}

/** Requests for beds. */
export const beds: SamplesOf<typeof bedsContract> = {
  list: { request: async () => ({}), grow: (world) => newBed(world) },
  get: { request: async (world) => ({ params: { id: (await newBed(world)).id } }) },
  create: {
    request: async (world) => ({
      body: {
        ward_id: (await newWard(world)).id,
        code: `B-${world.serial()}`,
        bed_class: "general",
      },
    }),
    changed: ({ body }) => ({
      body: {
        code: "B-other",
        bed_class: "icu",
        ward_id: body?.ward_id ?? "",
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: (await newBed(world)).id },
      body: { status: "blocked", status_reason: "Broken rail" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};

type StayBody = NonNullable<
  NonNullable<RequestOf<typeof encountersContract.create>["body"]>["admission"]
>;

/** What a stay begins with, in a bed that is named. */
export function stayBody({ tenant }: World, more: Partial<StayBody> = {}): StayBody {
  return {
    admitting_doctor_id: tenant.doctorId,
    admission_type: "elective",
    bed_class: "general",
    payer_type: "self",
    ...more,
  };
}

/** A new patient's inpatient visit, with the patient in a bed of their own. */
export async function admitted(world: World, more: object = {}): Promise<Encounter> {
  const body = {
    patient_id: await world.patient(),
    encounter_type: "IPD",
    doctor_id: world.tenant.doctorId,
    workflow_event: "admit",
    admission: stayBody(world, { bed_id: (await newBed(world)).id }),
    ...more,
  } as const;
  return (await world.client.call(encountersContract.create, { body })).body;
}

/** Sends a patient to another house, which ends the stay. */
export async function leaveHouse({ client }: World, admissionId: string): Promise<void> {
  const body = { status: "transferred_out", status_reason: "To the heart centre" } as const;
  await client.call(admissionsContract.update, { params: { id: admissionId }, body });
}

/** Requests for admissions. */
export const admissions: SamplesOf<typeof admissionsContract> = {
  list: { request: async () => ({}), grow: (world) => admitted(world) },
  get: {
    request: async (world) => ({ params: { id: (await admitted(world)).admission_id ?? "" } }),
  },
  create: {
    request: async (world) => ({
      body: {
        ...stayBody(world, { bed_id: (await newBed(world)).id }),
        patient_id: await world.patient(),
      },
    }),
    changed: ({ body }) => ({
      body: {
        admitting_doctor_id: body?.admitting_doctor_id ?? "",
        admission_type: "emergency",
        bed_class: "icu",
        payer_type: "insurance",
        patient_id: body?.patient_id ?? "",
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: (await admitted(world)).admission_id ?? "" },
      body: { diet: "soft" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};

type TriageBody = NonNullable<RequestOf<typeof triageContract.create>["body"]>;

/** A new patient's emergency visit, which nobody has triaged. */
export async function emergency(world: World): Promise<string> {
  const body = { patient_id: await world.patient(), encounter_type: "emergency" } as const;
  return (await world.client.call(encountersContract.create, { body })).body.id;
}

/** What a triage says, of whichever visit. */
export function triageBody(): Omit<TriageBody, "encounter_id"> {
  return {
    level: 3,
    chief_complaint: "Twisted ankle",
    mode_of_arrival: "walk_in",
    vitals: { pulse_bpm: 88 },
  };
}

/** A new patient's triage. */
export async function newTriage(world: World, more: object = {}): Promise<Triage> {
  const body = { encounter_id: await emergency(world), ...triageBody(), ...more };
  return (await world.client.call(triageContract.create, { body })).body;
}

/** Requests for triage. */
export const triage: SamplesOf<typeof triageContract> = {
  list: { request: async () => ({}), grow: (world) => newTriage(world) },
  get: { request: async (world) => ({ params: { id: (await newTriage(world)).id } }) },
  create: {
    request: async (world) => ({
      body: { ...triageBody(), encounter_id: await emergency(world) },
    }),
    changed: ({ body }) => ({
      body: {
        level: 2,
        chief_complaint: "Chest pain",
        mode_of_arrival: "ambulance_108",
        vitals: { pulse_bpm: 120 },
        encounter_id: body?.encounter_id ?? "",
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: (await newTriage(world)).id },
      body: { level: 2 },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};
