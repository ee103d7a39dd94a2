import { createHash } from "node:crypto";
import type { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { draftsContract } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { filesContract } from "@edgeward/shared/clinical/files/files.contract.ts";
import { blobsTable } from "@edgeward/shared/clinical/files/files.table.ts";
import { clinicalModules } from "@edgeward/shared/clinical/index.ts";
import { savedSearchesContract } from "@edgeward/shared/clinical/saved-searches/saved-searches.contract.ts";
import type { Endpoint, RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import type { Module } from "@edgeward/shared/resource/module.ts";
import { membersOf } from "./requests.ts";
import { conflictsTable } from "@edgeward/shared/db/core.table.ts";
import { writeAsSystem } from "#support/seed.ts";
import { appointments, encounters, patients, staff } from "./care-samples.ts";
import { devices, printJobs, printTemplates } from "./device-samples.ts";
import {
  changedMetadata,
  idIn,
  type Changes,
  type Grows,
  type Makes,
  type SamplesOf,
} from "./sample-shapes.ts";
import { holidays } from "./schedule-samples.ts";
import type { World } from "./world.ts";

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

function savedSearch(world: World) {
  const name = `Women of Wai ${world.serial()}`;
  return { page: "patients", name, filters: { gender: "female" } } as const;
}

async function newSearch(world: World): Promise<string> {
  const body = savedSearch(world);
  return (await world.client.call(savedSearchesContract.create, { body })).body.id;
}

const savedSearches: SamplesOf<typeof savedSearchesContract> = {
  list: { request: async () => ({}), grow: newSearch },
  get: { request: async (world) => ({ params: { id: await newSearch(world) } }) },
  create: {
    request: async (world) => ({ body: savedSearch(world) }),
    changed: () => ({
      body: { page: "patients", name: "Changed", filters: {}, metadata: changedMetadata },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await newSearch(world) },
      body: { filters: { gender: "male" } },
    }),
    statusForOthers: 404,
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
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

// Which endpoint it is for is known to the contract alone, which checks it.
function anyRequest(request: object): RequestOf<Endpoint> {
  return request;
}

/** The samples of a declared record follow from its own. */
function declaredSamples({ routes, sample }: Module): Readonly<Record<string, Sample>> {
  const named = (name: string): Endpoint => {
    const route = routes.find((one) => one.name.endsWith(`.${name}`));
    if (route === undefined) throw new Error(`there is no ${name}`);
    return route.endpoint;
  };
  const body = (world: World) => anyRequest({ body: sample?.(world.serial()) });
  const made = async (world: World): Promise<string> => {
    const answer = await world.client.call(named("create"), body(world));
    return idIn({ params: answer.body });
  };
  const changed: Changes<Endpoint>["changed"] = (request) =>
    anyRequest({ ...request, body: { ...membersOf(request.body), metadata: changedMetadata } });
  return {
    list: { request: async () => ({}), grow: made },
    get: { request: async (world) => ({ params: { id: await made(world) } }) },
    create: { request: async (world) => body(world), changed },
    update: {
      request: async (world) =>
        anyRequest({ params: { id: await made(world) }, body: { metadata: { note: "first" } } }),
      changed,
    },
  };
}

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
  saved_searches: savedSearches,
  holidays,
  conflicts,
  files,
  ...Object.fromEntries(
    clinicalModules
      .filter(({ sample }) => sample !== undefined)
      .map((module) => [module.name, declaredSamples(module)] as const),
  ),
};
