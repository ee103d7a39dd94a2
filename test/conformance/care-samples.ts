import type { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { staffContract } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { seedStaff, writeAsSystem } from "#support/seed.ts";
import { changedMetadata, idIn, type SamplesOf } from "./sample-shapes.ts";

/** Requests for patients. */
export const patients: SamplesOf<typeof patientsContract> = {
  list: { request: async () => ({}), grow: (world) => world.patient() },
  search: {
    request: async (world) => {
      await world.patient("Lakshmi Zutshi");
      return { query: { q: "Lakshmi" } };
    },
    // Each before all that are there: what pages by counting would now show a row twice.
    grow: (world) =>
      world.patient(`Lakshmi ${"ZYXWVUTSRQPONMLKJHGFEDCBA".charAt(world.serial() % 25)}anda`),
  },
  duplicates: { request: async () => ({ query: { name: "Asha Patil", dob: "1990-04-01" } }) },
  get: { request: async (world) => ({ params: { id: await world.patient() } }) },
  create: {
    request: async () => ({
      body: {
        name: "Imran Sheikh",
        gender: "male",
        dob: "1984-02-29",
        address: { city: "Pune", state: "MH", postal_code: "411001" },
      },
    }),
    changed: ({ body }) => ({
      body: { gender: "male", ...body, metadata: changedMetadata },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await world.patient() },
      body: { preferred_language: "mr" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
  merge: {
    request: async (world) => ({
      params: { id: await world.patient() },
      body: { survivor_id: await world.patient(), reason: "Registered twice" },
    }),
    changed: ({ params, body }) => ({
      ...(params === undefined ? {} : { params }),
      body: { survivor_id: body?.survivor_id ?? "", reason: "Registered three times" },
    }),
  },
  unmerge: {
    request: async (world) => {
      const params = { id: await world.patient() };
      const body = { survivor_id: await world.patient(), reason: "Registered twice" };
      await world.client.call(patientsContract.merge, { params, body });
      return { params, body: { reason: "Two sisters" } };
    },
    changed: (request) => ({ ...request, body: { reason: "Two cousins" } }),
  },
  changes: {
    request: async (world) => ({ params: { id: await world.patient() } }),
    grow: ({ client }, request) =>
      client.call(patientsContract.update, {
        params: { id: idIn(request) },
        body: { metadata: { at: Math.random() } },
      }),
  },
  encounters: {
    request: async (world) => {
      const id = await world.patient();
      await world.encounter(id);
      return { params: { id } };
    },
    grow: (world, request) => world.encounter(idIn(request)),
  },
};

/** Requests for appointments. */
export const appointments: SamplesOf<typeof appointmentsContract> = {
  list: { request: async () => ({}), grow: (world) => world.appointment() },
  slots: {
    request: async ({ tenant }) => ({
      query: { provider_id: tenant.doctorId, date: "2026-11-25" },
    }),
  },
  next: {
    request: async (world) => ({
      query: { patient_id: (await world.appointment()).patient_id },
    }),
  },
  get: { request: async (world) => ({ params: { id: (await world.appointment()).id } }) },
  create: {
    request: async (world) => ({
      body: {
        patient_id: await world.patient(),
        provider_id: world.tenant.doctorId,
        slot_time: world.freeSlot(),
      },
    }),
    changed: ({ body }) => ({
      body: {
        patient_id: body?.patient_id ?? "",
        provider_id: body?.provider_id ?? "",
        slot_time: body?.slot_time,
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: (await world.appointment()).id },
      body: { status: "confirmed" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
  cancel: {
    request: async (world) => ({
      params: { id: (await world.appointment()).id },
      query: { reason: "patient_request" },
    }),
    changed: (request) => ({ ...request, query: { reason: "facility_closed" } }),
  },
};

/** Requests for encounters. */
export const encounters: SamplesOf<typeof encountersContract> = {
  list: { request: async () => ({}), grow: (world) => world.encounter() },
  latest: { request: async (world) => ({ query: { patient_id: await world.patient() } }) },
  get: { request: async (world) => ({ params: { id: await world.encounter() } }) },
  timeline: {
    request: async (world) => ({ params: { id: await world.encounter() } }),
    grow: (world, request) =>
      world.client.call(encountersContract.update, {
        params: { id: idIn(request) },
        body: { vitals: { pulse_bpm: 60 + world.serial() } },
      }),
  },
  create: {
    request: async (world) => ({
      body: {
        patient_id: await world.patient(),
        encounter_type: "OPD",
        doctor_id: world.tenant.doctorId,
        chief_complaint: "Fever for three days",
      },
    }),
    changed: ({ body }) => ({
      body: {
        encounter_type: "OPD",
        patient_id: body?.patient_id ?? "",
        doctor_id: body?.doctor_id,
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await world.encounter() },
      body: { notes: "Clear chest." },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};

/** Requests for staff. */
export const staff: SamplesOf<typeof staffContract> = {
  list: {
    request: async () => ({}),
    grow: ({ node, tenant }) =>
      writeAsSystem(node, tenant.id, (write) =>
        seedStaff(write, { name: "Kavita Joshi", role: "nurse", branches: [tenant.branchId] }),
      ),
  },
  get: { request: async ({ tenant }) => ({ params: { id: tenant.doctorId } }) },
};
