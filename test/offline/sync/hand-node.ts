import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { enrolNode, type NodeIdentity } from "@edgeward/branch-node/node/identity.ts";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { signBatch } from "@edgeward/branch-node/sync/push.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { formatUhid } from "@edgeward/shared/kernel/uhid.ts";
import {
  batchReplyShape,
  type Batch,
  type BatchReply,
} from "@edgeward/shared/sync/wire/batch.contract.ts";
import type { Answer } from "#support/product-http.ts";
import type { Product } from "#support/product.ts";

/** One operation as a batch carries it. */
export type BatchOperation = Batch["ops"][number];

/** A node whose every batch is made by hand, so that it can do what no honest node does. */
export interface HandNode {
  readonly identity: NodeIdentity;
  /** A registration, with its event. */
  register(fields?: Readonly<Record<string, unknown>>): BatchOperation;
  /** An operation that opens an encounter of a patient. */
  openEncounter(patientId: string): BatchOperation;
  /** An operation that books half an hour of a provider. */
  book(patientId: string, providerId: string, slotTime: string): BatchOperation;
  batch(firstSeq: number, ops: readonly BatchOperation[]): Batch;
  sign(batch: Batch): Promise<string>;
  /** Sends what need not be a batch, signed all the same. */
  sendRaw(
    batch: Readonly<Record<string, unknown>> & {
      readonly branch: string;
      readonly batch_id: string;
    },
  ): Promise<Answer>;
  /** Sends a batch, signed as it should be unless a signature is given. */
  send(batch: Batch, signature?: string): Promise<Answer>;
  /** Posts what need not be a batch, as the node. @param key by which it is known when it is sent again */
  post(path: string, body: unknown, key?: string): Promise<Answer>;
  stop(): Promise<void>;
}

/** The reply to a batch that was taken. @throws ZodError for any other answer */
export function replyOf(answer: Answer): BatchReply {
  return batchReplyShape.parse(answer.body);
}

const newId = createIdSource(Date.now);
let numbered = 900_000;

function patientFields(uhid: string, more: Readonly<Record<string, unknown>>) {
  return {
    uhid,
    name: "Ramesh Patil",
    name_key: "RAMESH PATIL",
    gender: "male",
    dob: "1980-01-31",
    dob_estimated: false,
    branch_id: null,
    phone: null,
    alternate_phone: null,
    email: null,
    abha_id: null,
    abha_address: null,
    address: null,
    blood_group: null,
    marital_status: null,
    preferred_language: null,
    emergency_contact: null,
    deceased_at: null,
    merged_into_id: null,
    merge_reason: null,
    merge_details: null,
    identity_unverified: null,
    merged_ids: null,
    consent_status: "granted",
    allergies: [],
    no_known_allergies: null,
    conditions: null,
    identifiers: [],
    is_unidentified: false,
    is_vip: false,
    is_deceased: false,
    status: "active",
    metadata: {},
    ...more,
  };
}

function encounterFields(branchId: string, patientId: string) {
  return {
    branch_id: branchId,
    patient_id: patientId,
    encounter_type: "OPD",
    visit_status: "arrived",
    diagnosis_system: "icd10",
    diagnoses: [],
    addenda: [],
    vitals_history: [],
    status_history: [],
    metadata: {},
  };
}

function bookingFields(branchId: string, patientId: string, providerId: string, slotTime: string) {
  return {
    branch_id: branchId,
    patient_id: patientId,
    provider_id: providerId,
    slot_time: slotTime,
    duration_min: 30,
    end_time: new Date(Date.parse(slotTime) + 1_800_000).toISOString(),
    encounter_type: "OPD",
    channel: "in_person",
    source: "front_desk",
    status: "booked",
    reminder_status: "not_scheduled",
    reminder_channels: [],
    priority: "routine",
    rescheduled_count: 0,
    is_overbook: false,
    status_history: [],
    metadata: {},
  };
}

function operationMaker(identity: NodeIdentity, clientId: string) {
  const clock = createHlc({ now: Date.now, nodeTag: identity.nodeId });
  return (
    [type, told]: readonly [command: string, event: string],
    table: string,
    id: string,
    fields: Readonly<Record<string, unknown>>,
  ): BatchOperation => {
    const about = { entity: table, entity_id: id, branch_id: identity.branchId };
    return {
      op_id: newId("op"),
      type,
      ...about,
      hlc: clock.tick(),
      at: new Date().toISOString(),
      actor: { id: clientId, type: "client", role: null },
      device_id: null,
      reason: null,
      schema: 1,
      changes: [{ table, id, kind: "insert", fields: { ...fields }, base: {}, version: 1 }],
      events: [
        {
          ...about,
          // An event is told of the branch whose the record is.
          branch_id: typeof fields["branch_id"] === "string" ? fields["branch_id"] : null,
          id: newId("evt"),
          type: told,
          entity_version: 1,
          payload: { id },
        },
      ],
    };
  };
}

/** Enrols a node at a branch of the demo's tenant. */
export async function enrolHandNode(product: Product, branchId: string): Promise<HandNode> {
  const folder = mkdtempSync(join(tmpdir(), "edgeward-hand-node-"));
  const identity = await enrolNode(
    folder,
    product.hubUrl,
    await product.enrolmentCode(branchId),
    "made by hand",
  );
  const client = new HubClient({ identity, now: Date.now });
  const operation = operationMaker(identity, product.demo.clinical.client_id);
  const call = async (path: string, body: unknown, key: string, branch: string) =>
    product.call("hub", "POST", path, body, {
      authorization: `Bearer ${await client.token()}`,
      "x-branch-id": branch,
      "idempotency-key": key,
    });
  const post = (
    batch: Readonly<Record<string, unknown>> & {
      readonly branch: string;
      readonly batch_id: string;
    },
    signature: string,
  ) => call("/v1/sync/offline-batch", { ...batch, signature }, batch.batch_id, batch.branch);
  return {
    identity,
    register(fields = {}) {
      numbered += 1;
      const uhid = formatUhid("PUN9", numbered);
      return operation(
        ["patient.create", "patient.created"],
        "patients",
        newId("pat"),
        patientFields(uhid, fields),
      );
    },
    openEncounter: (patientId) =>
      operation(
        ["encounter.create", "encounter.created"],
        "encounters",
        newId("enc"),
        encounterFields(branchId, patientId),
      ),
    book: (patientId, providerId, slotTime) =>
      operation(
        ["appointment.create", "appointment.booked"],
        "appointments",
        newId("apt"),
        bookingFields(branchId, patientId, providerId, slotTime),
      ),
    batch: (firstSeq, ops) => ({
      batch_id: newId("bat"),
      branch: branchId,
      epoch: identity.epoch,
      first_seq: firstSeq,
      schema: 1,
      sent_at: new Date().toISOString(),
      ops: [...ops],
    }),
    sign: (batch) => signBatch(batch, identity),
    sendRaw: async (batch) => post(batch, await signBatch(batch, identity)),
    send: async (batch, signature) => post(batch, signature ?? (await signBatch(batch, identity))),
    post: (path, body, key = newId("req")) => call(path, body, key, branchId),
    stop: async () => {
      await client.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
