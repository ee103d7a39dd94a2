import type * as z from "zod";
import { radiologyContract } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import type { RadiologyStatus } from "@edgeward/shared/clinical/radiology-studies/radiology-study-parts.contract.ts";
import { radiologyStates } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.states.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { keptEvents } from "#support/kept-events.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import { wayTo } from "./state-paths.ts";
import type { World } from "./world.ts";

type Created = z.input<typeof radiologyContract.create.body>;
type Updated = z.input<typeof radiologyContract.update.body>;

/** An ultrasound, of which nothing has to be asked. */
async function studyBody(world: World): Promise<Created> {
  return {
    patient_id: await world.patient(),
    ordered_by: world.tenant.doctorId,
    modality: "US",
    body_site: "Abdomen",
  };
}

/** A new study. @param more what its order says besides */
export async function newStudy(world: World, more: Partial<Created> = {}) {
  const body = { ...(await studyBody(world)), ...more };
  return (await world.client.call(radiologyContract.create, { body })).body;
}

/** What somebody has seen. */
export const seen = { findings: "Liver of normal size.", impression: "Normal study." } as const;

/** What a step to a state says besides. */
export const stepSays: Readonly<Partial<Record<RadiologyStatus, Updated>>> = {
  scheduled: { scheduled_at: "2026-07-25T04:30:00.000Z" },
  preliminary: { report: seen },
  amended: {
    report: { ...seen, impression: "A gallstone." },
    status_reason: "A stone was overlooked",
  },
  cancelled: { status_reason: "Patient has left" },
  entered_in_error: { status_reason: "Ordered for somebody else" },
};

/** A doctor of their own, who has reported on nothing. */
export function otherDoctor({ node, tenant }: World): Promise<Client> {
  return clientFor(node, tenant, {
    claims: { sub: node.runtime.newId("stf"), roles: ["doctor"] },
  });
}

/** Takes a study on by the shortest way, and has somebody else verify what the caller has reported. */
export async function takeTo(
  world: World,
  id: string,
  start: RadiologyStatus,
  goal: RadiologyStatus,
) {
  const way = wayTo(radiologyStates, start, goal);
  if (way === null) throw new Error(`no way leads from ${start} to ${goal}`);
  const verifier = await otherDoctor(world);
  for (const status of way) {
    const client = status === "final" || status === "amended" ? verifier : world.client;
    const body = { status, ...stepSays[status] };
    await client.call(radiologyContract.update, { params: { id }, body });
  }
}

async function newId(world: World): Promise<string> {
  return (await newStudy(world)).id;
}

/** Requests for radiology studies. */
export const radiologyStudies: SamplesOf<typeof radiologyContract> = {
  list: { request: async () => ({}), grow: newId },
  get: { request: async (world) => ({ params: { id: await newId(world) } }) },
  create: {
    request: async (world) => ({ body: await studyBody(world) }),
    changed: ({ body }) => ({
      body: {
        patient_id: body?.patient_id ?? "",
        ordered_by: body?.ordered_by ?? "",
        modality: "US",
        body_site: "Thyroid",
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await newId(world) },
      body: { status: "scheduled", scheduled_at: "2026-07-25T04:30:00.000Z" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};

/** What was published of a record, in order. */
export async function publishedOf(node: TestNode, entityId: string): Promise<readonly string[]> {
  const rows = await keptEvents(node, ({ entity_id: id }) => id === entityId);
  return rows.map(({ event_type: type }) => type);
}
