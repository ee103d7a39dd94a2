// Whose record is opened with a reason: by those who do not treat them now, also in lists, papers and changes.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { consentsContract } from "@edgeward/shared/clinical/consents/consents.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { printJobsTable } from "@edgeward/shared/clinical/print-jobs/print-jobs.table.ts";
import { conflictsTable } from "@edgeward/shared/db/core.table.ts";
import { writeAsSystem } from "#support/seed.ts";
import { printJobsContract } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { auditAbout } from "@edgeward/shared/audit/subjects.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { worldOf, type World } from "./world.ts";

/** A telephone number that two branches have changed apart. */
function conflictAbout(node: TestNode, patientId: string): Promise<string> {
  return writeAsSystem(node, node.tenant.id, (write) => {
    const stamp = node.runtime.tick();
    const { id } = write.insert(conflictsTable, node.runtime.newId("cnf"), {
      branch_id: null,
      entity: "patients",
      entity_id: patientId,
      patient_id: patientId,
      op_id: node.runtime.newId("op"),
      conflict_kind: "field",
      field: "phone",
      kept_value: "+911",
      other_value: "+912",
      base_stamp: null,
      kept_stamp: stamp,
      other_stamp: stamp,
      kept_actor_id: null,
      other_actor_id: null,
      conflict_status: "open",
      resolution: null,
      resolved_value: null,
      resolution_note: null,
      metadata: {},
    });
    return id;
  });
}

/** As a printer without a way back says it: out, and nobody knows. */
function printedSomehow(node: TestNode, jobId: string): Promise<void> {
  return writeAsSystem(node, node.tenant.id, async (write) => {
    const row = await write.load(printJobsTable, jobId);
    if (row !== null) write.update(printJobsTable, row, { status: "sent_unconfirmed" });
  });
}

const dayMs = 24 * 60 * 60_000;
const refused = { status: 403, code: "access_reason_required" };

describe.each(engines)("opening a VIP's record on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  let count = 0;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  const because = (reason: string) => ({ headers: { "x-access-reason": reason } });
  const why = because("She asks for her report");

  /** A VIP who was registered and seen days ago, with what stands in their chart. */
  async function knownVip() {
    count += 1;
    const { client } = world;
    const body = {
      name: `Vimala Vidal ${count}`,
      gender: "female",
      dob: "1960-01-01",
      mobile: `98${String(20_000_000 + count)}`,
      allergies: [{ substance: "Penicillin", criticality: "high" }],
      identifiers: [{ type: "passport", value: `VP${count}777` }],
      is_vip: true,
    } satisfies RequestOf<typeof patientsContract.create>["body"];
    const { body: patient } = await client.call(patientsContract.create, { body });
    const visit = await world.encounter(patient.id);
    await client.call(
      encountersContract.update,
      { params: { id: visit }, body: { visit_status: "cancelled" } },
      why,
    );
    await dayLater();
    return { patient, visit };
  }

  /** The next day, on which everybody signs in anew. */
  async function dayLater(): Promise<void> {
    node.clock.advance(dayMs);
    world = await worldOf(node, node.tenant);
  }

  const get = (client: Client, { id }: Pick<Patient, "id">, options = {}) =>
    client.call(patientsContract.get, { params: { id } }, options);

  test("needs a reason for whatever is asked about them, and is open with one", async () => {
    const { patient, visit } = await knownVip();
    const { client } = world;
    const { id } = patient;
    const asked = [
      (options = {}) => get(client, patient, options),
      (options = {}) =>
        client.call(patientsContract.encounters, { params: { id }, query: {} }, options),
      (options = {}) =>
        client.call(patientsContract.changes, { params: { id }, query: {} }, options),
      (options = {}) => client.call(encountersContract.get, { params: { id: visit } }, options),
      (options = {}) =>
        client.call(encountersContract.list, { query: { patient_id: id } }, options),
      (options = {}) => client.call(consentsContract.list, { query: { patient_id: id } }, options),
      (options = {}) =>
        client.call(
          patientsContract.update,
          { params: { id }, body: { preferred_language: "hi" } },
          options,
        ),
    ];
    for (const [place, ask] of asked.entries()) {
      await expect(ask(), String(place)).rejects.toMatchObject({
        ...refused,
        details: { header: "X-Access-Reason", patient_ids: [id] },
      });
      // A letter or two is none.
      await expect(ask(because(" x "))).rejects.toMatchObject(refused);
      expect((await ask(why)).status, String(place)).toBe(200);
    }
    const paper = {
      document_type: "wristband",
      source_id: id,
    } as const;
    await expect(
      client.call(printJobsContract.create, { body: { ...paper } }),
    ).rejects.toMatchObject(refused);
  });

  test("shows in lists and searches that they are there, and no more", async () => {
    const { patient, visit } = await knownVip();
    const { client } = world;
    const { id } = patient;
    const found = [
      (await client.call(patientsContract.search, { query: { q: "Vimala Vidal", limit: "100" } }))
        .body,
      (await client.call(patientsContract.list, { query: { ids: id } })).body,
    ].map(({ data }) => data.find((row) => row.id === id));
    for (const row of found) {
      const { name, uhid, gender, dob } = patient;
      expect(row).toMatchObject({ name, uhid, gender, dob, is_vip: true, is_masked: true });
      expect(row).toMatchObject({ phone: null, mobile: null, allergies: [], identifiers: [] });
    }
    const others = (await client.call(patientsContract.search, { query: { q: "Asha" } })).body;
    expect(others.data.every(({ is_masked: isMasked }) => !isMasked)).toBe(true);
    const visits = async (options = {}) =>
      (
        await client.call(encountersContract.list, { query: { limit: "100" } }, options)
      ).body.data.map((row) => row.id);
    expect(await visits()).not.toContain(visit);
    expect(await visits(why)).toContain(visit);
    const whole = await client.call(patientsContract.list, { query: { ids: id } }, why);
    expect(whole.body.data[0]).toMatchObject({ phone: patient.phone, is_masked: false });
  });

  test("is open to the branch that treats them now, for as long as it does", async () => {
    const { patient } = await knownVip();
    const { client } = world;
    await expect(get(client, patient)).rejects.toMatchObject(refused);
    // What is planned for another day shows nothing yet.
    await world.appointment(patient.id);
    await expect(get(client, patient)).rejects.toMatchObject(refused);
    const here = await world.walkIn(patient.id);
    expect((await get(client, patient)).body).toMatchObject({ is_masked: false });
    await client.call(appointmentsContract.update, {
      params: { id: here.id },
      body: { status: "cancelled", status_reason: "Went home" },
    });
    await expect(get(client, patient)).rejects.toMatchObject(refused);
  });

  test.runIf(engine.engine === "hub")(
    "is not open at another branch because one treats them",
    async () => {
      const { patient } = await knownVip();
      await world.walkIn(patient.id);
      expect((await get(world.client, patient)).status).toBe(200);
      const elsewhere = await clientFor(node, node.tenant, {
        headers: { "x-branch-id": node.tenant.secondBranchId },
      });
      await expect(get(elsewhere, patient)).rejects.toMatchObject(refused);
    },
  );

  test("needs one for whoever merges another record into theirs, for the answer shows both", async () => {
    const { patient } = await knownVip();
    const other = await world.patient("Vimala Vidal");
    const merging = {
      params: { id: other },
      body: { survivor_id: patient.id, reason: "Registered twice" },
    };
    const { client } = world;
    await expect(client.call(patientsContract.merge, merging)).rejects.toMatchObject(refused);
    const { body } = await client.call(patientsContract.merge, merging, why);
    expect(body.survivor).toMatchObject({ id: patient.id, phone: patient.phone });
  });

  test("shows what waits for a decision without its values, and lets nobody decide who says no reason", async () => {
    const { patient } = await knownVip();
    const open = { status: "open", limit: "100" } as const;
    const conflictId = await conflictAbout(node, patient.id);
    const { client } = world;
    const list = async (options = {}) =>
      (await client.call(conflictsContract.list, { query: open }, options)).body.data.find(
        ({ id }) => id === conflictId,
      );
    const masked = await list();
    expect(masked).toMatchObject({
      is_masked: true,
      field: "phone",
      patient_id: patient.id,
      kept: { value: null, node_id: expect.any(String) },
      other: { value: null },
    });
    const whole = { is_masked: false, kept: { value: "+911" }, other: { value: "+912" } };
    expect(await list(why)).toMatchObject(whole);
    const params = { id: conflictId };
    await expect(client.call(conflictsContract.get, { params })).rejects.toMatchObject(refused);
    expect((await client.call(conflictsContract.get, { params }, why)).body).toMatchObject(whole);
    const decision = { params, body: { resolution: "keep", note: "Asked her" } } as const;
    const admin = await clientFor(node, node.tenant, { claims: { roles: ["tenant_admin"] } });
    await expect(admin.call(conflictsContract.resolve, decision)).rejects.toMatchObject(refused);
    expect((await list())?.status).toBe("open");
    const { body } = await admin.call(conflictsContract.resolve, decision, why);
    expect(body.status).toBe("resolved");
  });

  test("needs one for whoever has a paper printed once more, by which way they may ask", async () => {
    const { patient } = await knownVip();
    const { client } = world;
    const first = { document_type: "wristband", source_id: patient.id } as const;
    const { body: job } = await client.call(printJobsContract.create, { body: first }, why);
    await printedSomehow(node, job.id);
    const again = {
      document_type: "wristband",
      reprint_of_id: job.id,
      reprint_reason: "Torn",
    } as const;
    await expect(client.call(printJobsContract.create, { body: again })).rejects.toMatchObject(
      refused,
    );
    const decision = {
      params: { id: job.id },
      body: { action: "reprint", reason: "Torn" },
    } as const;
    await expect(client.call(printJobsContract.update, decision)).rejects.toMatchObject(refused);
    const { body: second } = await client.call(printJobsContract.create, { body: again }, why);
    expect(second).toMatchObject({ reprint_of_id: job.id, status: "queued" });
  });

  test("needs one for either record of somebody who was merged", async () => {
    const { patient } = await knownVip();
    const twin = await world.patient("Vimala Vidal");
    await dayLater();
    const { client } = world;
    await client.call(
      patientsContract.merge,
      { params: { id: patient.id }, body: { survivor_id: twin, reason: "Registered twice" } },
      why,
    );
    await expect(get(client, { id: twin })).rejects.toMatchObject(refused);
    await expect(get(client, patient)).rejects.toMatchObject(refused);
  });

  test("is asked of every role, and keeps both the attempt and the reason in the audit", async () => {
    const { patient } = await knownVip();
    for (const role of ["front_desk", "nurse", "doctor", "branch_admin", "auditor"] as const) {
      const client = await clientFor(node, node.tenant, { claims: { roles: [role] } });
      await expect(get(client, patient), role).rejects.toMatchObject(refused);
      expect((await get(client, patient, because(`Asked as ${role}`))).status).toBe(200);
    }
    const reason = "रिपोर्ट माँगी";
    const coded = because(`UTF-8''${encodeURIComponent(reason)}`);
    expect((await get(world.client, patient, coded)).status).toBe(200);
    await node.readAudit.drain();
    const all = await node.store.read({ tenantId: node.tenant.id }, (session) =>
      auditAbout(session.kysely, node.tenant.id, patient.id, 100),
    );
    const reads = all.filter(({ action }) => action === "read").map((event) => event.reason);
    expect(reads).toEqual(expect.arrayContaining(["Asked as nurse", reason]));
    const denied = all.filter(({ action }) => action === "permission_denied");
    expect(denied.length).toBeGreaterThanOrEqual(5);
  });

  test("answers another tenant as if there were nobody, whatever reason is given", async () => {
    const { patient } = await knownVip();
    const stranger = await worldOf(node, node.other);
    for (const options of [{}, why])
      await expect(get(stranger.client, patient, options)).rejects.toMatchObject({ status: 404 });
  });

  test("goes on with the very same intent once the reason is given, and does it once", async () => {
    const { patient } = await knownVip();
    const intent = { idempotencyKey: `why-${patient.id}` };
    const change = {
      params: { id: patient.id },
      body: { marital_status: "married" },
    } as const;
    const { client } = world;
    await expect(client.call(patientsContract.update, change, intent)).rejects.toMatchObject(
      refused,
    );
    const done = await client.call(patientsContract.update, change, { ...intent, ...why });
    expect(done.body).toMatchObject({ marital_status: "married", version: patient.version + 1 });
    const again = await client.call(patientsContract.update, change, { ...intent, ...why });
    expect(again.body.version).toBe(done.body.version);
  });
});
