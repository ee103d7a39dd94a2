import type * as z from "zod";
import { labOrdersContract } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { labResultsContract } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import type { labTestsContract } from "@edgeward/shared/clinical/lab-tests/lab-tests.contract.ts";
import { labTests as record } from "@edgeward/shared/clinical/lab-tests/lab-tests.record.ts";
import { labTestsTable } from "@edgeward/shared/clinical/lab-tests/lab-tests.table.ts";
import { normaliseName } from "@edgeward/shared/kernel/text.ts";
import { writeAsSystem } from "#support/seed.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import type { World } from "./world.ts";

/** A test of the catalogue that answers a number. */
export function labTestBody(
  world: Pick<World, "serial">,
): z.input<typeof labTestsContract.create.body> {
  const serial = world.serial();
  return {
    code: `hb-${serial}`,
    name: `Haemoglobin ${serial}`,
    section: "haematology",
    loinc: "718-7",
    specimen_type: "blood",
    container: "EDTA, lavender",
    unit: "g/dL",
    ranges: [
      {
        sex: "female",
        age_from_days: 4380,
        low: 12,
        high: 15.5,
        critical_low: 7,
        critical_high: 20,
      },
      { sex: "male", age_from_days: 4380, low: 13, high: 17, critical_low: 7, critical_high: 20 },
      { age_below_days: 4380, low: 11, high: 14.5, critical_low: 6.5, critical_high: 22 },
    ],
    plausible: { low: 1, high: 30 },
    price_minor: 15_000,
    turnaround_minutes: 240,
  };
}

/** A test as it has come from the hub; at a branch nobody makes one. */
export function seedLabTest(world: World, body: Readonly<Record<string, unknown>>) {
  const { node, tenant } = world;
  return writeAsSystem(node, tenant.id, (write) => {
    const fields = { ...record.records.mapping.first(body), branch_id: null };
    const nameKey = normaliseName(String(body["name"]));
    return write.insert(labTestsTable, node.runtime.newId("lbt"), { ...fields, name_key: nameKey })
      .id;
  });
}

function newTest(world: World): Promise<string> {
  return seedLabTest(world, { ...labTestBody(world), ranges: [] });
}

/** Requests for the catalogue of laboratory tests. */
export const labTests: SamplesOf<typeof labTestsContract> = {
  list: { request: async () => ({}), grow: newTest },
  get: { request: async (world) => ({ params: { id: await newTest(world) } }) },
  create: {
    request: async (world) => ({ body: labTestBody(world) }),
    changed: ({ body }) => ({
      body: {
        code: body?.code ?? "",
        name: "Another test",
        section: "haematology",
        unit: "g/dL",
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await newTest(world) },
      body: { turnaround_minutes: 120 },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};

/** The code of a new test of the catalogue. */
export async function newTestCode(
  world: World,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const body = { ...labTestBody(world), ranges: [], ...more };
  await seedLabTest(world, body);
  return body.code;
}

async function orderBody(world: World) {
  return {
    patient_id: await world.patient(),
    ordered_by: world.tenant.doctorId,
    tests: [{ test_code: await newTestCode(world) }],
  };
}

/** A new order for one test. */
async function newOrder(world: World): Promise<string> {
  const body = await orderBody(world);
  return (await world.client.call(labOrdersContract.create, { body })).body.id;
}

/** Requests for orders. */
export const labOrders: SamplesOf<typeof labOrdersContract> = {
  list: { request: async () => ({}), grow: newOrder },
  get: { request: async (world) => ({ params: { id: await newOrder(world) } }) },
  create: {
    request: async (world) => ({ body: await orderBody(world) }),
    changed: ({ body }) => ({
      body: {
        patient_id: body?.patient_id ?? "",
        ordered_by: body?.ordered_by ?? "",
        tests: body?.tests ?? [],
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await newOrder(world) },
      body: { status: "collected" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};

/** An order whose specimens are in the laboratory, with its first test. */
export async function receivedOrder(world: World, more: object = {}) {
  const { client } = world;
  const body = { ...(await orderBody(world)), ...more };
  const { id } = (await client.call(labOrdersContract.create, { body })).body;
  const params = { id };
  await client.call(labOrdersContract.update, { params, body: { status: "collected" } });
  const received = { params, body: { status: "received" } } as const;
  const order = (await client.call(labOrdersContract.update, received)).body;
  return { order, testId: order.tests[0]?.id ?? "" };
}

async function resultBody(world: World) {
  const { order, testId } = await receivedOrder(world);
  return { order_id: order.id, test_id: testId, observations: [{ value_num: 13.2 }] };
}

async function newResult(world: World): Promise<string> {
  const body = await resultBody(world);
  return (await world.client.call(labResultsContract.create, { body })).body.id;
}

/** Requests for results. */
export const labResults: SamplesOf<typeof labResultsContract> = {
  list: { request: async () => ({}), grow: newResult },
  get: { request: async (world) => ({ params: { id: await newResult(world) } }) },
  create: {
    request: async (world) => ({ body: await resultBody(world) }),
    changed: ({ body }) => ({
      body: {
        order_id: body?.order_id ?? "",
        test_id: body?.test_id ?? "",
        observations: [{ value_num: 11 }],
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await newResult(world) },
      body: { conclusion: "Repeated twice" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};
