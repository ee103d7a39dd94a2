import { createHash } from "node:crypto";
import type { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { devicesContract } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { draftsContract } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import type { filesContract } from "@edgeward/shared/clinical/files/files.contract.ts";
import { blobsTable } from "@edgeward/shared/clinical/files/files.table.ts";
import type { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { printJobsContract } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { printTemplatesContract } from "@edgeward/shared/clinical/print-templates/print-templates.contract.ts";
import type { staffContract } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import type {
  Contract,
  Endpoint,
  RequestOf,
  WriteEndpoint,
} from "@edgeward/shared/contract/endpoint.ts";
import { conflictsTable } from "@edgeward/shared/db/core.table.ts";
import { seedStaff, writeAsSystem } from "../support/seed.ts";
import type { World } from "./world.ts";

// Methods, not functions in properties: a table of all samples can then be read without each one's own types.
interface Makes<E extends Endpoint> {
  /** A request that succeeds, with everything it needs made anew. */
  request(world: World): Promise<RequestOf<E>>;
  /** What somebody else with the same role is answered, where a record is its author's alone. */
  readonly statusForOthers?: number;
}

interface Changes<E extends Endpoint> {
  /** Another good request to the same address. */
  changed(request: RequestOf<E>): RequestOf<E>;
}

interface Grows<E extends Endpoint> {
  /** One more row in the list that the request asks for. */
  grow(world: World, request: RequestOf<E>): Promise<unknown>;
}

// A query without parameters takes any name as far as types go.
type QueryName<E extends Endpoint> = keyof NonNullable<RequestOf<E>["query"]>;
type IsList<E extends Endpoint> =
  string extends QueryName<E> ? false : "cursor" extends QueryName<E> ? true : false;

/** What the ladder has to know of an endpoint beyond its contract. */
type SampleOf<E extends Endpoint> = Makes<E> &
  (E extends WriteEndpoint ? Changes<E> : unknown) &
  (IsList<E> extends true ? Grows<E> : unknown);

type SamplesOf<C extends Contract> = { readonly [Name in keyof C]: SampleOf<C[Name]> };

const changedMetadata = { note: "changed" } as const;

/** The id in a request's path. */
function idIn(request: { readonly params?: unknown }): string {
  const { params } = request;
  const id =
    typeof params === "object" && params !== null && "id" in params ? params.id : undefined;
  if (typeof id !== "string") throw new Error("the request names no record");
  return id;
}

const patients: SamplesOf<typeof patientsContract> = {
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
  encounters: {
    request: async (world) => {
      const id = await world.patient();
      await world.encounter(id);
      return { params: { id } };
    },
    grow: (world, request) => world.encounter(idIn(request)),
  },
};

const appointments: SamplesOf<typeof appointmentsContract> = {
  list: { request: async () => ({}), grow: (world) => world.appointment() },
  slots: {
    request: async ({ tenant }) => ({
      query: { provider_id: tenant.doctorId, date: "2026-11-25" },
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

const encounters: SamplesOf<typeof encountersContract> = {
  list: { request: async () => ({}), grow: (world) => world.encounter() },
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

const staff: SamplesOf<typeof staffContract> = {
  list: {
    request: async () => ({}),
    grow: ({ node, tenant }) =>
      writeAsSystem(node, tenant.id, (write) =>
        seedStaff(write, { name: "Kavita Joshi", role: "nurse", branches: [tenant.branchId] }),
      ),
  },
  get: { request: async ({ tenant }) => ({ params: { id: tenant.doctorId } }) },
};

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

const printJobs: SamplesOf<typeof printJobsContract> = {
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

const printTemplates: SamplesOf<typeof printTemplatesContract> = {
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

const devices: SamplesOf<typeof devicesContract> = {
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

const draftBody = { kind: "patient.register", form_state: { name: "Ash", phone: "98" } } as const;

async function newDraft(world: World): Promise<string> {
  return (await world.client.call(draftsContract.create, { body: draftBody })).body.id;
}

const drafts: SamplesOf<typeof draftsContract> = {
  list: { request: async () => ({}), grow: newDraft },
  get: { request: async (world) => ({ params: { id: await newDraft(world) } }) },
  create: {
    request: async () => ({ body: draftBody }),
    changed: () => ({ body: { ...draftBody, metadata: changedMetadata } }),
  },
  update: {
    request: async (world) => ({
      params: { id: await newDraft(world) },
      body: { form_state: { name: "Asha" } },
    }),
    statusForOthers: 403,
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
  discard: {
    request: async (world) => ({ params: { id: await newDraft(world) } }),
    changed: () => ({ params: { id: "drf_01jd7x2vry38gapbnk0v8yyk24" } }),
  },
};

/** Two telephone numbers of one patient, as sync leaves them. */
async function newConflict(world: World): Promise<string> {
  const { node, tenant } = world;
  const patient = await world.patient();
  return writeAsSystem(node, tenant.id, (write) => {
    const stamp = node.runtime.tick();
    const { id } = write.insert(conflictsTable, node.runtime.newId("cnf"), {
      branch_id: tenant.branchId,
      entity: "patients",
      entity_id: patient,
      patient_id: patient,
      op_id: node.runtime.newId("op"),
      conflict_kind: "field",
      field: "phone",
      kept_value: null,
      other_value: "+919830012345",
      base_stamp: null,
      kept_stamp: stamp,
      other_stamp: stamp,
      kept_actor_id: tenant.clerkId,
      other_actor_id: tenant.nurseId,
      conflict_status: "open",
      resolution: null,
      resolved_value: null,
      resolution_note: null,
      metadata: {},
    });
    return id;
  });
}

const conflicts: SamplesOf<typeof conflictsContract> = {
  list: { request: async () => ({}), grow: newConflict },
  get: { request: async (world) => ({ params: { id: await newConflict(world) } }) },
  resolve: {
    request: async (world) => ({
      params: { id: await newConflict(world) },
      body: { resolution: "take_other", note: "Asked the patient" },
    }),
    changed: (request) => ({ ...request, body: { resolution: "keep", note: "Asked again" } }),
  },
};

/** What is known of a file whose bytes are elsewhere. */
function foreignFile({ node, tenant }: World): Promise<string> {
  return writeAsSystem(node, tenant.id, (write) => {
    const { id } = write.insert(blobsTable, node.runtime.newId("fil"), {
      branch_id: tenant.branchId,
      sha256: createHash("sha256").update(node.runtime.newId("fil")).digest("hex"),
      size_bytes: 3_000_000,
      chunk_count: 3,
      content_type: "application/pdf",
      filename: "old-report.pdf",
      category: "mrd",
      entity_type: null,
      entity_id: null,
      patient_id: null,
      metadata: {},
    });
    return id;
  });
}

const files: SamplesOf<typeof filesContract> = {
  get: { request: async (world) => ({ params: { id: await foreignFile(world) } }) },
};

/** A sample as the ladder reads it, whatever its endpoint. */
export interface Sample
  extends Makes<Endpoint>, Partial<Changes<Endpoint>>, Partial<Grows<Endpoint>> {}

/** The samples by module and endpoint: a new endpoint without one is a red test. */
export const samples: Readonly<Record<string, Readonly<Record<string, Sample>>>> = {
  patients,
  appointments,
  encounters,
  staff,
  print_jobs: printJobs,
  print_templates: printTemplates,
  devices,
  drafts,
  conflicts,
  files,
};
