import { createHash } from "node:crypto";
import type { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { draftsContract } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { filesContract } from "@edgeward/shared/clinical/files/files.contract.ts";
import { blobsTable } from "@edgeward/shared/clinical/files/files.table.ts";
import { clinicalModules } from "@edgeward/shared/clinical/index.ts";
import type { screenSettingsContract } from "@edgeward/shared/clinical/screen-settings/screen-settings.contract.ts";
import type { Endpoint, RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import type { Module, RecordSample } from "@edgeward/shared/resource/module.ts";
import { membersOf } from "./requests.ts";
import { conflictsTable } from "@edgeward/shared/db/core.table.ts";
import { writeAsSystem } from "#support/seed.ts";
import { appointments, encounters, patients, staff } from "./care-samples.ts";
import { certificates } from "./certificate-samples.ts";
import { consents } from "./consent-samples.ts";
import { emergencyAccesses } from "./emergency-access-samples.ts";
import { documents } from "./document-samples.ts";
import { devices, printJobs, printTemplates } from "./device-samples.ts";
import {
  changedMetadata,
  idIn,
  type Changes,
  type Grows,
  type Makes,
  type SamplesOf,
} from "./sample-shapes.ts";
import { labOrders, labResults, labTests } from "./lab-samples.ts";
import { cashierShifts, payments } from "./cash-samples.ts";
import { goodsReceipts } from "./receipt-samples.ts";
import { branches, stockTransfers } from "./transfer-samples.ts";
import { purchaseOrders } from "./purchase-samples.ts";
import { dispenses } from "./dispense-samples.ts";
import { stock, stockMoves } from "./stock-samples.ts";
import { claims } from "./claim-samples.ts";
import { creditNotes, invoices } from "./money-samples.ts";
import { itemFiles, payers, priceLists } from "./payer-samples.ts";
import { preauth } from "./preauth-samples.ts";
import { radiologyStudies } from "./radiology-samples.ts";
import { medicationAdministrations, prescriptions } from "./rx-samples.ts";
import { holidays, waitlist } from "./schedule-samples.ts";
import { admissions, beds, triage } from "./stay-samples.ts";
import type { World } from "./world.ts";

/** Beside what follows from the declaration. */
const drafts: Pick<SamplesOf<typeof draftsContract>, "discard"> = {
  discard: {
    request: async (world) => {
      const body = { kind: "patient.register", form_state: { name: "Ash", phone: "98" } } as const;
      return { params: { id: (await world.client.call(draftsContract.create, { body })).body.id } };
    },
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

const screenSettings: SamplesOf<typeof screenSettingsContract> = {
  get: { request: async () => ({}) },
  set: {
    request: async () => ({ body: { languages: ["hi"] } }),
    changed: () => ({ body: { languages: ["hi"], metadata: changedMetadata } }),
  },
};

/** A sample as the ladder reads it, whatever its endpoint. */
export interface Sample
  extends Makes<Endpoint>, Partial<Changes<Endpoint>>, Partial<Grows<Endpoint>> {}

// Which endpoint it is for is known to the contract alone, which checks it.
function anyRequest(request: object): RequestOf<Endpoint> {
  return request;
}

/** The samples of a declared record follow from its own. */
function declaredSamples(
  { routes }: Module,
  sample: RecordSample,
): Readonly<Record<string, Sample>> {
  const named = (name: string): Endpoint => {
    const route = routes.find((one) => one.name.endsWith(`.${name}`));
    if (route === undefined) throw new Error(`there is no ${name}`);
    return route.endpoint;
  };
  const body = (world: World) => anyRequest({ body: sample.made(world.serial()) });
  const made = async (world: World): Promise<string> => {
    const answer = await world.client.call(named("create"), body(world));
    return idIn({ params: answer.body });
  };
  const { changed: change = { metadata: { note: "first" } }, statusForOthers } = sample;
  const changed: Changes<Endpoint>["changed"] = (request) =>
    anyRequest({ ...request, body: { ...membersOf(request.body), metadata: changedMetadata } });
  return {
    list: { request: async () => ({}), grow: made },
    get: { request: async (world) => ({ params: { id: await made(world) } }) },
    create: { request: async (world) => body(world), changed },
    update: {
      request: async (world) => anyRequest({ params: { id: await made(world) }, body: change }),
      ...(statusForOthers === undefined ? {} : { statusForOthers }),
      changed,
    },
  };
}

const beside: Readonly<Record<string, Readonly<Record<string, Sample>>>> = {
  drafts,
  items: itemFiles,
};

/** The samples by module and endpoint: a new endpoint without one is a red test. */
export const samples: Readonly<Record<string, Readonly<Record<string, Sample>>>> = {
  patients,
  appointments,
  encounters,
  staff,
  print_jobs: printJobs,
  print_templates: printTemplates,
  devices,
  holidays,
  screen_settings: screenSettings,
  waitlist_entries: waitlist,
  lab_tests: labTests,
  lab_orders: labOrders,
  lab_results: labResults,
  prescriptions,
  certificates,
  emergency_accesses: emergencyAccesses,
  medication_administrations: medicationAdministrations,
  radiology_studies: radiologyStudies,
  consents,
  documents,
  invoices,
  credit_notes: creditNotes,
  cashier_shifts: cashierShifts,
  payments,
  payers,
  price_lists: priceLists,
  stock,
  stock_moves: stockMoves,
  dispenses,
  purchase_orders: purchaseOrders,
  preauth,
  claims,
  goods_receipts: goodsReceipts,
  stock_transfers: stockTransfers,
  branches,
  beds,
  admissions,
  triage,
  conflicts,
  files,
  ...Object.fromEntries(
    clinicalModules.flatMap((module) =>
      module.sample === undefined
        ? []
        : [[module.name, { ...declaredSamples(module, module.sample), ...beside[module.name] }]],
    ),
  ),
};
