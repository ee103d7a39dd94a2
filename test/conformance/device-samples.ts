import { devicesContract } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { printJobsContract } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { printTemplatesContract } from "@edgeward/shared/clinical/print-templates/print-templates.contract.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import type { World } from "./world.ts";

/** A walk-in whose slip can be asked for: the one that a branch's node queues by itself has been called off. */
async function unprintedWalkIn(world: World): Promise<string> {
  const { client } = world;
  const { id } = await world.walkIn();
  const query = { source_id: id, status: "queued" };
  const queued = await client.call(printJobsContract.list, { query });
  for (const job of queued.body.data) {
    const params = { id: job.id };
    await client.call(printJobsContract.update, { params, body: { action: "cancel" } });
  }
  return id;
}

async function newPrintJob(world: World): Promise<string> {
  const source = await unprintedWalkIn(world);
  const body = { document_type: "queue_token", source_id: source } as const;
  return (await world.client.call(printJobsContract.create, { body })).body.id;
}

/** Requests for print jobs. */
export const printJobs: SamplesOf<typeof printJobsContract> = {
  list: { request: async () => ({}), grow: newPrintJob },
  get: { request: async (world) => ({ params: { id: await newPrintJob(world) } }) },
  create: {
    request: async (world) => ({
      body: { document_type: "queue_token", source_id: await unprintedWalkIn(world) },
    }),
    changed: ({ body }) => ({
      body: {
        document_type: "queue_token",
        source_id: body?.source_id ?? "",
        reprint_reason: "The paper tore",
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await newPrintJob(world) },
      body: { action: "cancel" },
    }),
    changed: (request) => ({
      ...request,
      body: { action: "cancel", reason: "The patient has left" },
    }),
  },
  openDrawer: {
    request: async ({ client, node }) => {
      const body = {
        device_type: "printer",
        driver_profile: "escpos_80",
        serial_no: `D-${node.runtime.newId("dev")}`,
      } as const;
      const made = await client.call(devicesContract.register, {
        body: { ...body, capabilities: ["drawer"] },
      });
      return { params: { id: made.body.id }, body: {} };
    },
    changed: () => ({ params: { id: "dev_01jd7x2vry38gapbnk0v8yyk24" }, body: {} }),
  },
};

const subjects = printTemplatesContract.list.query.shape.document_type.unwrap().options;

/** Requests for print templates. */
export const printTemplates: SamplesOf<typeof printTemplatesContract> = {
  list: {
    request: async () => ({}),
    // A subject has one template of the branch: the list grows by those that are not set yet.
    grow: async ({ client }) => {
      const { list, set } = printTemplatesContract;
      const { data } = (await client.call(list, { query: { limit: "100" } })).body;
      const kept = new Set<string>(data.map((row) => row.document_type));
      const subject = subjects.find((free) => !kept.has(free));
      if (subject === undefined) throw new Error("every template is set");
      return client.call(set, { params: { document_type: subject }, body: {} });
    },
  },
  get: { request: async () => ({ params: { document_type: "bill" } }) },
  set: {
    request: async () => ({
      params: { document_type: "receipt" },
      body: { footer_lines: ["Open Monday to Saturday"], languages: ["en", "hi"] },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};

const labelPrinter = {
  device_type: "printer",
  driver_profile: "zpl_203",
  name: "Label printer",
  module: "lab",
  connection: { kind: "network", host: "192.0.2.40" },
} as const;

async function newDevice(world: World): Promise<string> {
  const body = { ...labelPrinter, serial_no: `L-${world.node.runtime.newId("dev")}` };
  return (await world.client.call(devicesContract.register, { body })).body.id;
}

/** Requests for devices. */
export const devices: SamplesOf<typeof devicesContract> = {
  list: { request: async () => ({}), grow: newDevice },
  get: { request: async (world) => ({ params: { id: await newDevice(world) } }) },
  register: {
    request: async ({ node }) => ({
      body: { ...labelPrinter, serial_no: `L-${node.runtime.newId("dev")}` },
    }),
    changed: () => ({
      body: { ...labelPrinter, serial_no: "L-2", metadata: changedMetadata },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await newDevice(world) },
      body: { location: "Room 4" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};
