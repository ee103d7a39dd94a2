import type { holidaysContract } from "@edgeward/shared/clinical/holidays/holidays.contract.ts";
import { holidays as record } from "@edgeward/shared/clinical/holidays/holidays.record.ts";
import { waitlistContract } from "@edgeward/shared/clinical/waitlist/waitlist.contract.ts";
import { writeAsSystem } from "#support/seed.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import type { World } from "./world.ts";

const firstDay = Date.UTC(2031, 0, 1);
const dayMs = 24 * 3_600_000;

/** A holiday of the clinic's own, on a day that has none. */
export function holidayBody(world: Pick<World, "serial">) {
  const serial = world.serial();
  const date = new Date(firstDay + serial * dayMs).toISOString().slice(0, 10);
  return { date, name: `Founders' Day ${serial}`, kind: "clinic" } as const;
}

/** A holiday as it has come from the hub; at a branch nobody makes one. */
export function seedHoliday(world: World, body: Readonly<Record<string, unknown>>) {
  const { node, tenant } = world;
  return writeAsSystem(node, tenant.id, (write) => {
    const fields = { ...record.records.mapping.first(body), branch_id: null };
    return write.insert(record.table, node.runtime.newId("hol"), fields).id;
  });
}

function newHoliday(world: World): Promise<string> {
  return seedHoliday(world, holidayBody(world));
}

/** Requests for holidays. */
export const holidays: SamplesOf<typeof holidaysContract> = {
  list: { request: async () => ({}), grow: newHoliday },
  get: { request: async (world) => ({ params: { id: await newHoliday(world) } }) },
  create: {
    request: async (world) => ({ body: holidayBody(world) }),
    changed: (request) => ({
      body: {
        date: "2031-01-01",
        name: "Another day",
        ...request.body,
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await newHoliday(world) },
      body: { note: "The pharmacy is open" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};

async function waitlistBody(world: World, patientId?: string) {
  return {
    patient_id: patientId ?? (await world.patient()),
    provider_id: world.tenant.doctorId,
    from_day: "2026-11-24",
    to_day: "2026-12-24",
  };
}

async function newEntry(world: World): Promise<string> {
  const body = await waitlistBody(world);
  return (await world.client.call(waitlistContract.create, { body })).body.id;
}

/** Requests for the waiting list. */
export const waitlist: SamplesOf<typeof waitlistContract> = {
  list: { request: async () => ({}), grow: newEntry },
  get: { request: async (world) => ({ params: { id: await newEntry(world) } }) },
  create: {
    request: async (world) => ({ body: await waitlistBody(world) }),
    changed: ({ body }) => ({
      body: {
        patient_id: body?.patient_id ?? "",
        department: "cardiology",
        from_day: "2026-11-24",
        to_day: "2026-12-24",
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await newEntry(world) },
      body: { note: "Mornings only" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
  book: {
    request: async (world) => ({
      params: { id: await newEntry(world) },
      body: { provider_id: world.tenant.doctorId, slot_time: world.freeSlot() },
    }),
    changed: (request) => ({
      ...request,
      body: {
        provider_id: request.body?.provider_id ?? "",
        slot_time: request.body?.slot_time ?? "",
        reason: "Changed",
      },
    }),
  },
};
