import { webcrypto } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { registerTabletKey } from "@edgeward/branch-node/db/tablet-rows.ts";
import { signBatch } from "@edgeward/branch-node/sync/push.ts";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Change } from "@edgeward/shared/db/operation.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { createHlc, type HybridClock } from "@edgeward/shared/kernel/hlc.ts";
import {
  offlineBatchContract,
  operationShape,
  type Batch,
  type BatchReply,
} from "@edgeward/shared/sync/batch.contract.ts";
import { startTestHub, type TestHub } from "../support/hub-harness.ts";
import { startSyncedBranch, type SyncedBranch } from "../support/synced-branch.ts";

type Op = Batch["ops"][number];

interface Tablet {
  readonly id: string;
  readonly clock: HybridClock;
  readonly client: Client;
  sign(batch: Batch): Promise<string>;
}

let hub: TestHub;
let branch: SyncedBranch;
let tablet: Tablet;

beforeAll(async () => {
  hub = await startTestHub();
  branch = await startSyncedBranch(hub, hub.tenant.branchId);
});

beforeEach(async () => {
  tablet = await pairedTablet();
});

afterAll(async () => {
  await branch.stop();
  await hub.stop();
});

async function pairedTablet(): Promise<Tablet> {
  const id = hub.runtime.newId("dev");
  const pair = await webcrypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("Ed25519 gave no key pair");
  const { x = "" } = await webcrypto.subtle.exportKey("jwk", pair.publicKey);
  const publicJwk = { kty: "OKP", crv: "Ed25519", x };
  const at = isoInstant(hub.clock.now());
  await branch.store.write({ tenantId: hub.tenant.id }, (session) =>
    registerTabletKey(session, { tenantId: hub.tenant.id, deviceId: id, publicJwk, at }),
  );
  return {
    id,
    clock: createHlc({ now: hub.clock.now, nodeTag: id }),
    client: await branch.client(["device"], { sub: id, did: id }),
    sign: (batch) =>
      signBatch(batch, { ...branch.identity, nodeId: id, privateKey: pair.privateKey }),
  };
}

function operation(
  type: string,
  change: Omit<Change, "version"> & { readonly version?: number },
): Op {
  const { tenant } = hub;
  return {
    op_id: hub.runtime.newId("op"),
    type,
    entity: change.table,
    entity_id: change.id,
    hlc: tablet.clock.tick(),
    at: isoInstant(hub.clock.now()),
    branch_id: tenant.branchId,
    actor: { id: tenant.nurseId, type: "staff", role: "nurse" },
    device_id: tablet.id,
    reason: null,
    schema: 1,
    changes: [{ version: 1, ...change, fields: { ...change.fields }, base: { ...change.base } }],
    events: [],
  };
}

/** A change of a patient's language, made on what the branch shows now. */
async function languageChange(patientId: string, language: string): Promise<Op> {
  const [row] = await branch.rows(
    "SELECT version, stamps FROM patients WHERE tenant_id = ? AND id = ?",
    hub.tenant.id,
    patientId,
  );
  const stamps = new Map(Object.entries(z.record(z.string(), z.string()).parse(row?.["stamps"])));
  const seen = stamps.get("preferred_language") ?? stamps.get("*") ?? "";
  return operation("patient.update", {
    table: "patients",
    id: patientId,
    kind: "update",
    fields: { preferred_language: language },
    base: { preferred_language: seen },
    version: Number(row?.["version"]) + 1,
  });
}

function draft(form: Readonly<Record<string, unknown>> | number): Op {
  return operation("draft.create", {
    table: "drafts",
    id: hub.runtime.newId("drf"),
    kind: "insert",
    fields: {
      branch_id: hub.tenant.branchId,
      draft_kind: "vitals",
      subject_id: null,
      owner_id: hub.tenant.nurseId,
      device_id: tablet.id,
      form_state: form,
      draft_status: "open",
      expires_at: isoInstant(hub.clock.now() + 86_400_000),
      metadata: {},
    },
    base: {},
  });
}

function batchOf(firstSeq: number, ops: readonly Op[]): Batch {
  return {
    batch_id: hub.runtime.newId("bat"),
    branch: hub.tenant.branchId,
    epoch: 1,
    first_seq: firstSeq,
    schema: 1,
    sent_at: isoInstant(hub.clock.now()),
    prev_batch_hash: null,
    ops: [...ops],
  };
}

async function send(
  batch: Batch,
  more: { signature?: string; client?: Client; key?: string } = {},
): Promise<BatchReply> {
  const signature = more.signature ?? (await tablet.sign(batch));
  const client = more.client ?? tablet.client;
  const options = { idempotencyKey: more.key ?? batch.batch_id };
  return (
    await client.call(offlineBatchContract.offlineBatch, { body: { ...batch, signature } }, options)
  ).body;
}

async function newPatient(): Promise<string> {
  const client = await branch.client(["front_desk"]);
  const body = { name: "Nandini Ghosh", gender: "female", dob: "1992-09-09" } as const;
  return (await client.call(patientsContract.create, { body })).body.id;
}

async function languageAt(patientId: string): Promise<string | null> {
  const client = await branch.client(["front_desk"]);
  const { body } = await client.call(patientsContract.get, { params: { id: patientId } });
  return body.preferred_language;
}

function outcomes(reply: BatchReply): readonly string[] {
  return reply.results.map(({ outcome }) => outcome);
}

async function journaled(opId: string) {
  return branch.rows("SELECT operation FROM journal WHERE op_id = ?", opId);
}

describe("a batch from a tablet", () => {
  test("is taken into the branch's records and goes to the hub once, under its own id, author and stamp", async () => {
    const patientId = await newPatient();
    const ops = [await languageChange(patientId, "mr"), draft({ pulse: 72 })];
    const reply = await send(batchOf(1, ops));
    expect(outcomes(reply)).toEqual(["applied", "applied"]);
    expect(reply.accepted_seq).toBe(2);
    expect(await languageAt(patientId)).toBe("mr");
    const [kept] = await journaled(ops[0]?.op_id ?? "");
    // As it came, and with what it builds on here.
    expect(kept?.["operation"]).toMatchObject({ ...ops[0] });

    await branch.push();
    const atHub = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
      session.query(
        "SELECT r.outcome, p.preferred_language, p.updated_by, p.hlc FROM received_operations r JOIN patients p ON p.tenant_id = r.tenant_id AND p.id = $3 WHERE r.tenant_id = $1 AND r.op_id = $2",
        [hub.tenant.id, ops[0]?.op_id, patientId],
      ),
    );
    expect(atHub).toEqual([
      {
        outcome: "applied",
        preferred_language: "mr",
        updated_by: hub.tenant.nurseId,
        hlc: ops[0]?.hlc,
      },
    ]);
  });

  test("sent again gets its answer again and changes nothing, and one known in part adds what is new", async () => {
    const patientId = await newPatient();
    const ops = [await languageChange(patientId, "mr"), draft({ pulse: 72 })];
    const batch = batchOf(1, ops);
    const first = await send(batch);
    expect(await send(batch)).toEqual(first);
    const renamed = await send(batchOf(1, ops));
    expect(outcomes(renamed)).toEqual(["duplicate", "duplicate"]);
    const more = await send(batchOf(2, [...ops.slice(1), draft({ pulse: 74 })]));
    expect(outcomes(more)).toEqual(["duplicate", "applied"]);
    expect(more.accepted_seq).toBe(3);
    for (const op of ops) expect(await journaled(op.op_id)).toHaveLength(1);
  });

  test("puts a bad operation aside with its reason, holds what builds on it, and takes the rest", async () => {
    const patientId = await newPatient();
    const bad = draft(7);
    const change = operation("draft.update", {
      table: "drafts",
      id: bad.entity_id,
      kind: "update",
      fields: { form_state: { pulse: 80 } },
      base: {},
    });
    const batch = batchOf(1, [bad, change, await languageChange(patientId, "hi")]);
    const missing = {
      ...bad,
      changes: bad.changes.map((one) => ({ ...one, fields: { draft_kind: "x" } })),
    };
    const spoilt = { ...batch, ops: [missing, ...batch.ops.slice(1)] };
    const reply = await send(spoilt);
    expect(reply.results).toMatchObject([
      { outcome: "rejected", code: "invalid_field" },
      { outcome: "held", held_by: bad.op_id },
      { outcome: "applied" },
    ]);
    expect(await journaled(bad.op_id)).toEqual([]);
    expect(await languageAt(patientId)).toBe("hi");
    const again = await send(spoilt, { key: hub.runtime.newId("req") });
    expect(again.results.slice(0, 2)).toEqual(reply.results.slice(0, 2));
  });

  test("that meets what the desk has written meanwhile is merged, and one conflict of it is shown here and at the hub", async () => {
    const patientId = await newPatient();
    const stale = await languageChange(patientId, "ta");
    const client = await branch.client(["front_desk"]);
    const body = { preferred_language: "mr" };
    await client.call(patientsContract.update, { params: { id: patientId }, body });
    const reply = await send(batchOf(1, [stale]));
    expect(outcomes(reply)).toEqual(["conflict"]);
    expect(await languageAt(patientId)).toBe("mr");
    const query = { entity_id: patientId, status: "open" } as const;
    const shown = (await client.call(conflictsContract.list, { query })).body.data;
    expect(shown).toMatchObject([
      {
        id: reply.results[0]?.conflict_ids?.[0],
        kept: { value: "mr" },
        other: { value: "ta", actor_id: hub.tenant.nurseId, node_id: tablet.id },
      },
    ]);

    const pushed = await branch.push();
    expect(pushed.filter(({ outcome }) => outcome === "rejected")).toEqual([]);
    await branch.pull();
    const atHub = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
      session.query("SELECT id FROM conflicts WHERE tenant_id = $1 AND entity_id = $2", [
        hub.tenant.id,
        patientId,
      ]),
    );
    expect(atHub).toEqual([{ id: shown[0]?.id }]);
    expect((await client.call(conflictsContract.list, { query })).body.data).toHaveLength(1);
  });

  test("is refused before its turn, with the place expected, and when it has gone another way", async () => {
    const ops = [draft({ a: 1 }), draft({ a: 2 })];
    await send(batchOf(1, ops));
    await expect(send(batchOf(5, [draft({ a: 3 })]))).rejects.toMatchObject({
      code: "sequence_gap",
      details: { expected_seq: 3, epoch: 1 },
    });
    await expect(send(batchOf(1, [draft({ a: 4 })]))).rejects.toMatchObject({
      code: "sequence_gap",
      details: { is_forked: true },
    });
  });

  test("is taken only from a paired device, under its own token and its own key", async () => {
    const batch = batchOf(1, [draft({ a: 1 })]);
    const other = await pairedTablet();
    const clerk = await branch.client(["front_desk"]);
    const unbound = await branch.client(["device"], { sub: tablet.id });
    const unknown = hub.runtime.newId("dev");
    const stranger = await branch.client(["device"], { sub: unknown, did: unknown });
    for (const client of [clerk, unbound, stranger]) {
      await expect(send(batch, { client, key: hub.runtime.newId("req") })).rejects.toMatchObject({
        status: 403,
      });
    }
    await expect(send(batch, { signature: await other.sign(batch) })).rejects.toMatchObject({
      status: 403,
      code: "forbidden",
    });
    const changed = { ...batch, sent_at: isoInstant(0) };
    const key = hub.runtime.newId("req");
    await expect(send(changed, { signature: await tablet.sign(batch), key })).rejects.toMatchObject(
      {
        code: "forbidden",
      },
    );
    expect(
      await branch.rows("SELECT 1 FROM tablet_operations WHERE device_id = ?", tablet.id),
    ).toEqual([]);
  });

  test("cannot speak for people who do not work here, nor for another branch", async () => {
    const [invented, elsewhere] = [draft({ a: 1 }), draft({ a: 2 })];
    const ops = [
      { ...invented, actor: { ...invented.actor, id: hub.runtime.newId("stf") } },
      { ...elsewhere, branch_id: hub.tenant.secondBranchId },
      { ...draft({ a: 3 }), actor: { id: "system", type: "system", role: null } as const },
    ];
    const reply = await send(batchOf(1, ops));
    expect(reply.results.map(({ outcome, code }) => [outcome, code])).toEqual([
      ["rejected", "forbidden"],
      ["rejected", "branch_forbidden"],
      ["rejected", "forbidden"],
    ]);
  });

  test("writes nobody's form but its author's", async () => {
    const own = draft({ pulse: 72 });
    const [made] = own.changes;
    const later = operation("draft.update", {
      table: "drafts",
      id: made?.id ?? "",
      kind: "update",
      fields: { form_state: { pulse: 90 } },
      base: { form_state: own.hlc },
      version: 2,
    });
    const { doctorId } = hub.tenant;
    const actor = { id: doctorId, type: "staff", role: "doctor" } as const;
    const ops = [own, { ...later, actor }, { ...draft({ pulse: 1 }), actor }];
    const reply = await send(batchOf(1, ops));
    expect(reply.results.map(({ outcome, code }) => code ?? outcome)).toEqual([
      "applied",
      "forbidden",
      "forbidden",
    ]);
    expect(await branch.rows("SELECT form_state FROM drafts WHERE id = ?", made?.id)).toEqual([
      { form_state: { pulse: 72 } },
    ]);
    expect(await branch.rows("SELECT id FROM drafts WHERE owner_id = ?", doctorId)).toEqual([]);
  });

  test("does for people what their roles allow at the desk, and nothing beyond", async () => {
    const patientId = await newPatient();
    const own = await languageChange(patientId, "hi");
    const ops = [
      { ...own, type: "staff.update" },
      { ...own, op_id: hub.runtime.newId("op"), actor: { ...own.actor, role: "doctor" } },
      { ...own, op_id: hub.runtime.newId("op"), type: "patient.teleport" },
      {
        ...draft({ a: 1 }),
        changes: own.changes.map((change) => ({ ...change, table: "clients" })),
      },
      { ...own, op_id: hub.runtime.newId("op") },
    ];
    const reply = await send(batchOf(1, ops));
    expect(reply.results.map(({ outcome, code }) => code ?? outcome)).toEqual([
      "forbidden",
      "forbidden",
      "forbidden",
      "forbidden",
      "applied",
    ]);
    expect(await languageAt(patientId)).toBe("hi");
  });

  test("has its slips printed and its screens told like the desk", async () => {
    const desk = await branch.client(["front_desk"]);
    const body = {
      patient_id: await newPatient(),
      provider_id: hub.tenant.doctorId,
      source: "walk_in",
    } as const;
    const model = (await desk.call(appointmentsContract.create, { body })).body.id;
    const [kept] = await branch.rows(
      "SELECT operation FROM journal WHERE operation ->> '$.entity_id' = ?",
      model,
    );
    const made = operationShape.parse(kept?.["operation"]).changes.find((one) => one.id === model);
    const id = hub.runtime.newId("apt");
    const about = { entity: "appointments", entity_id: id, branch_id: hub.tenant.branchId };
    const checkIn: Op = {
      ...operation("appointment.create", {
        table: "appointments",
        id,
        kind: "insert",
        fields: { ...made?.fields, queue_no: 71 },
        base: {},
      }),
      actor: { id: hub.tenant.clerkId, type: "staff", role: "front_desk" },
      events: [
        {
          ...about,
          id: hub.runtime.newId("evt"),
          type: "appointment.checked_in",
          entity_version: 1,
          payload: { id, channel: "in_person" },
        },
      ],
    };
    const written = branch.written.length;
    expect(outcomes(await send(batchOf(1, [checkIn])))).toEqual(["applied"]);
    const slips = await branch.rows("SELECT 1 FROM print_jobs WHERE source_id = ?", id);
    expect(slips).toHaveLength(1);
    const told = branch.written.slice(written).flatMap((unit) => unit?.announced ?? []);
    expect(told.map(({ type }) => type)).toEqual(["appointment.checked_in"]);
    // Sent again, it prints nothing more.
    await send(batchOf(1, [checkIn]), { key: hub.runtime.newId("req") });
    expect(await branch.rows("SELECT 1 FROM print_jobs WHERE source_id = ?", id)).toHaveLength(1);
  });
});
