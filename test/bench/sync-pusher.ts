import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Pool } from "undici";
import type { NodeIdentity } from "@edgeward/branch-node/node/identity.ts";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { sendBatch, signedBatch } from "@edgeward/branch-node/sync/push.ts";
import { encountersTable } from "@edgeward/shared/clinical/encounters/encounters.table.ts";
import { systemColumns, type Column } from "@edgeward/shared/db/table.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { batchReplyShape, type Batch } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { cpuMsOf } from "./cpu.ts";
import { enrol } from "./nodes.ts";
import { registerOffline, type PatientFields } from "./people.ts";
import type { World } from "./world.ts";

/** Operations of one batch. */
export const batchSize = 1_000;
// As many batches under way as the engine has.
const underWay = 2;
const newId = createIdSource(Date.now);
const compress = promisify(gzip);

/** One operation as a batch carries it. */
export type Operation = Batch["ops"][number];

/** A front desk whose work is invented. */
export interface Desk {
  readonly branchId: string;
  /** Begins the numbers of its patients. */
  readonly code: string;
  readonly tick: () => string;
  /** Who gives the commands: somebody of the tenant, for the hub takes no stranger's. */
  readonly author: Operation["actor"];
  /** The patients' numbers go on above it. */
  base: number;
}

/** A node that has been offline, with its stream at the hub. */
export interface Pusher extends Desk {
  readonly identity: NodeIdentity;
  readonly client: HubClient;
  seq: number;
}

/** Someone registered offline, and the stamp of it. */
export interface Person {
  readonly id: string;
  readonly hlc: string;
  readonly fields: PatientFields;
}

/** Enrols a node for a branch. @param code begins the numbers of its patients */
export async function startPusher(world: World, branchId: string, code: string): Promise<Pusher> {
  const identity = await enrol(world.hub.access, branchId, join(world.folder, `pusher-${code}`));
  const { tick } = createHlc({ now: Date.now, nodeTag: identity.nodeId });
  const client = new HubClient({ identity, now: Date.now, timeoutMs: 60_000 });
  const { client_id: id } = world.hub.access.demo.clinical;
  const author = { id, type: "client" as const, role: null };
  const desk = { branchId, code, tick, author, base: 1_000_000 };
  return { ...desk, identity, client, seq: 0 };
}

/** People that nobody has registered before. */
export function inventPeople(desk: Desk, count: number): readonly Person[] {
  const { branchId, code } = desk;
  const plan = { count, seed: 100 + desk.base, branchId, code };
  const people = registerOffline(plan, desk.base, newId);
  // Some numbers are left out, and how many depends on them.
  desk.base = Number(people.at(-1)?.fields.uhid.split("-").at(-2) ?? desk.base);
  return people.map(({ id, fields }) => ({ id, fields, hlc: desk.tick() }));
}

/** The command an operation comes from, its change, and its event with what that tells. */
interface PatientChange {
  readonly command: string;
  readonly change: Operation["changes"][number];
  readonly event: string;
  readonly payload: Operation["events"][number]["payload"];
  readonly hlc: string;
}

function operationOf(
  desk: Desk,
  { command, change, event, payload, hlc }: PatientChange,
): Operation {
  const { branchId } = desk;
  const about = { entity: change.table, entity_id: change.id };
  const versioned = { ...about, entity_version: change.version };
  return {
    op_id: newId("op"),
    type: command,
    ...about,
    hlc,
    at: new Date().toISOString(),
    branch_id: branchId,
    actor: desk.author,
    device_id: null,
    reason: null,
    schema: 1,
    changes: [change],
    events: [{ id: newId("evt"), type: event, ...versioned, branch_id: branchId, payload }],
  };
}

/** Registrations. */
export function creations(desk: Desk, people: readonly Person[]): readonly Operation[] {
  return people.map(({ id, fields, hlc }) =>
    operationOf(desk, {
      command: "patient.create",
      change: {
        table: "patients",
        id,
        kind: "insert",
        fields: { ...fields },
        base: {},
        version: 1,
      },
      event: "patient.created",
      payload: { uhid: fields.uhid },
      hlc,
    }),
  );
}

function emptyValue({ kind, isNullable }: Column<unknown>): unknown {
  if (isNullable) return null;
  const byKind = { text: "", int: 0, bool: false, json: [], document: [] } as const;
  return byKind[kind];
}

const emptyVisit = Object.fromEntries(
  Object.entries(encountersTable.columns)
    .filter(([name]) => !systemColumns.has(name))
    .map(([name, declared]) => [name, emptyValue(declared)]),
);

/** A visit of each of some people. */
export function encounters(desk: Desk, people: readonly Person[]): readonly Operation[] {
  return people.map((person) => {
    const id = newId("enc");
    const { branchId } = desk;
    const fields = {
      ...emptyVisit,
      branch_id: branchId,
      patient_id: person.id,
      encounter_type: "OPD",
      visit_status: "arrived",
      diagnosis_system: "icd10",
      metadata: {},
    };
    return operationOf(desk, {
      command: "encounter.create",
      change: { table: "encounters", id, kind: "insert", fields, base: {}, version: 1 },
      event: "encounter.created",
      payload: { patient_id: person.id },
      hlc: desk.tick(),
    });
  });
}

/** What an update changes of a person. */
export function newFields(index: number): Pick<PatientFields, "phone" | "blood_group"> {
  return { phone: `+9198${String(10_000_000 + index)}`, blood_group: "O+" };
}

/** One update of each person who was just registered. */
export function updates(desk: Desk, people: readonly Person[]): readonly Operation[] {
  return people.map(({ id, fields, hlc }, index) =>
    operationOf(desk, {
      command: "patient.update",
      change: {
        table: "patients",
        id,
        kind: "update",
        fields: newFields(index),
        base: { phone: hlc, blood_group: hlc },
        version: 2,
      },
      event: "patient.updated",
      payload: { uhid: fields.uhid },
      hlc: desk.tick(),
    }),
  );
}

function chunks<T>(items: readonly T[], size: number): readonly T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function batchesOf(pusher: Pusher, operations: readonly Operation[]): readonly Batch[] {
  return chunks(operations, batchSize).map((ops) => {
    const first = pusher.seq + 1;
    pusher.seq += ops.length;
    return {
      batch_id: newId("bat"),
      branch: pusher.identity.branchId,
      epoch: 1,
      first_seq: first,
      schema: 1,
      sent_at: new Date().toISOString(),
      ops,
    };
  });
}

function checkReply(answer: unknown): void {
  const { results } = batchReplyShape.parse(answer);
  const odd = results.find((result) => result.outcome !== "applied");
  if (odd !== undefined) throw new Error(`an operation was not applied: ${JSON.stringify(odd)}`);
}

/**
 * Sends operations as the engine does, and checks that each was taken. Signing, packing, sending and reading the answers
 * counts; making the journal does not.
 */
export async function push(pusher: Pusher, operations: readonly Operation[]): Promise<void> {
  const waiting: Promise<unknown>[] = [];
  for (const batch of batchesOf(pusher, operations)) {
    if (waiting.length === underWay) checkReply(await waiting.shift());
    const signed = await signedBatch(batch, pusher.identity);
    waiting.push(sendBatch(pusher.client, signed));
  }
  for (const answer of waiting) checkReply(await answer);
}

const house = {
  created_by: "bench",
  updated_by: "bench",
  version: 1,
  origin: "branch",
  origin_node_id: "bench",
  unknown_fields: {},
};

/** The same people as rows, for the baseline. */
export function bareRows(tenantId: string, people: readonly Person[]) {
  const at = new Date().toISOString();
  return people.map(({ id, fields, hlc }) => {
    const own = { id, tenant_id: tenantId, created_at: at, updated_at: at, hlc };
    return { ...own, stamps: { "*": hlc }, ...house, ...fields };
  });
}

/** Sends rows to the baseline, a thousand in a transaction, one after the other. */
export async function pushBare(
  pool: Pool,
  path: "/batch" | "/changes",
  rows: readonly object[],
): Promise<void> {
  for (const part of chunks(rows, batchSize)) {
    const text = JSON.stringify({ batch_id: newId("bat"), rows: part });
    const body = await compress(text, { level: 1 });
    const answer = await pool.request({ method: "POST", path, body });
    if (answer.statusCode !== 200) throw new Error(`the baseline answered ${answer.statusCode}`);
    await answer.body.json();
  }
}

/** What a piece of work took: seconds, and processor time of everybody who had a part in it, milliseconds. */
export interface Taken {
  readonly seconds: number;
  readonly cpuMs: number | null;
}

/** Measures a piece of work that one server process and the database have a part in besides this process. */
export async function measured(
  world: World,
  pid: number,
  work: () => Promise<void>,
): Promise<Taken> {
  const cpuNow = () => {
    const others = [cpuMsOf(pid), cpuMsOf(world.postgres.pid)];
    const own = process.cpuUsage();
    const ownMs = (own.user + own.system) / 1_000;
    return others.reduce<number | null>(
      (sum, ms) => (sum === null || ms === null ? null : sum + ms),
      ownMs,
    );
  };
  const before = cpuNow();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  const after = cpuNow();
  return { seconds, cpuMs: before === null || after === null ? null : after - before };
}
