import { afterAll, beforeAll, expect, test } from "vitest";
import { runWaitingToBeLent } from "@edgeward/hub/fleet/ingest/lend-later.ts";
import { rowsInScope, scopeOfNode } from "@edgeward/hub/fleet/feed/scope.ts";
import { endExpiredGrants } from "@edgeward/hub/fleet/feed/grants.ts";
import { consentsContract } from "@edgeward/shared/clinical/consents/consents.contract.ts";
import { blobsTable } from "@edgeward/shared/clinical/files/files.table.ts";
import { documentsContract } from "@edgeward/shared/clinical/documents/documents.contract.ts";
import { documentsTable } from "@edgeward/shared/clinical/documents/documents.table.ts";
import { emergencyAccessesContract } from "@edgeward/shared/clinical/emergency-accesses/emergency-accesses.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { grantRequestContract } from "@edgeward/shared/sync/wire/grants.contract.ts";
import { keptDocument } from "#conformance/document-samples.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { clientFor } from "#support/node.ts";
import { seedStaff, writeAsSystem } from "#support/seed.ts";
import { announceSeeded, startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

const day = 86_400_000;
let hub: TestHub;
let home: SyncedBranch;
let visited: SyncedBranch;
let manager = "";

beforeAll(async () => {
  hub = await startTestHub();
  manager = await writeAsSystem(hub, hub.tenant.id, (write) =>
    seedStaff(write, {
      name: "Lata Joshi",
      role: "branch_admin",
      branches: [hub.tenant.secondBranchId],
    }),
  );
  await announceSeeded(hub);
  home = await startSyncedBranch(hub, hub.tenant.branchId);
  visited = await startSyncedBranch(hub, hub.tenant.secondBranchId);
});

afterAll(async () => {
  await visited.stop();
  await home.stop();
  await hub.stop();
});

async function visitAtHome(): Promise<{ readonly patientId: string; readonly visitId: string }> {
  const desk = await home.client(["front_desk"]);
  const doctor = await home.client(["doctor"]);
  const body = { name: "Roaming Patient", gender: "female", dob: "1971-07-07" } as const;
  const patientId = (await desk.call(patientsContract.create, { body })).body.id;
  const visit = {
    patient_id: patientId,
    encounter_type: "OPD",
    doctor_id: hub.tenant.doctorId,
  } as const;
  const visitId = (await doctor.call(encountersContract.create, { body: visit })).body.id;
  await home.push();
  await visited.pull();
  return { patientId, visitId };
}

async function ask(patientId: string, role = "front_desk", days = 30, sub?: string) {
  const desk = await visited.client([role], sub === undefined ? {} : { sub });
  const body = { patient_id: patientId, reason: "came with chest pain", days };
  return (await desk.call(grantRequestContract.create, { body })).body;
}

async function exchange(): Promise<void> {
  await visited.push();
  await visited.pull();
}

function visitsAt(patientId: string) {
  return visited.rows("SELECT id FROM encounters WHERE patient_id = ? ORDER BY id", patientId);
}

test("a branch asks at its own desk for what others hold of a patient, and has it with the next exchange, audited on both sides", async () => {
  const { patientId, visitId } = await visitAtHome();
  expect(await visitsAt(patientId)).toEqual([]);
  const wish = await ask(patientId);
  await exchange();
  expect(await visitsAt(patientId)).toEqual([{ id: visitId }]);
  const [grant] = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query("SELECT reason, granted_by, branch_id FROM feed_grants WHERE patient_id = $1", [
      patientId,
    ]),
  );
  expect(grant).toEqual({
    reason: "came with chest pain",
    granted_by: hub.tenant.clerkId,
    branch_id: hub.tenant.secondBranchId,
  });
  const audit = "SELECT actor_id, action, patient_id FROM audit_events WHERE entity_id = ";
  const event = { actor_id: hub.tenant.clerkId, action: "create", patient_id: patientId };
  expect(await visited.rows(`${audit}?`, wish.id)).toEqual([event]);
  const atHub = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query(`${audit}$1`, [wish.id]),
  );
  expect(atHub).toEqual([event]);
});

test("what was lent is gone from the branch when the time is over", async () => {
  const { patientId, visitId } = await visitAtHome();
  await ask(patientId, "doctor", 3);
  await exchange();
  expect(await visitsAt(patientId)).toEqual([{ id: visitId }]);
  hub.clock.advance(2 * day);
  expect(await endExpiredGrants(hub.store, hub.tenant.id, hub.clock.now())).toBe(0);
  hub.clock.advance(day + 60_000);
  expect(await endExpiredGrants(hub.store, hub.tenant.id, hub.clock.now())).toBe(1);
  await visited.pull();
  expect(await visitsAt(patientId)).toEqual([]);
  expect(await visited.rows("SELECT 1 FROM search_keys WHERE entity_id = ?", visitId)).toEqual([]);
  expect(await visited.rows("SELECT 1 FROM patients WHERE id = ?", patientId)).toHaveLength(1);
});

test("who may not see visits asks in vain, and so does whoever asks without an end", async () => {
  const { patientId } = await visitAtHome();
  await expect(ask(patientId, "lab")).rejects.toMatchObject({ status: 403 });
  await expect(ask("pat_00000000000000000000000000")).rejects.toMatchObject({
    code: "invalid_reference",
  });
  const asked: unknown[] = [];
  await expect(
    (async () => {
      for (let count = 0; count < 40; count += 1) asked.push(await ask(patientId));
    })(),
  ).rejects.toMatchObject({ status: 429, code: "rate_limited" });
  expect(asked.length).toBeGreaterThan(20);
  hub.clock.advance(3_600_000);
  expect(await ask(patientId)).toMatchObject({ patient_id: patientId });
});

async function grantsOf(patientId: string): Promise<number> {
  const [row] = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query("SELECT count(*)::int AS count FROM feed_grants WHERE patient_id = $1", [
      patientId,
    ]),
  );
  return Number(row?.["count"]);
}

async function asideAt(code: string) {
  return visited.rows(
    "SELECT journal_state, result FROM journal WHERE result LIKE '%' || ? || '%' ORDER BY seq",
    code,
  );
}

test("a node is lent no more in an hour than twice what a desk asks for; the rest comes with the next hours by itself", async () => {
  await exchange();
  hub.clock.advance(2 * 3_600_000);
  const { patientId } = await visitAtHome();
  // Three hours without a line, or a node that no longer keeps to its own limit.
  for (let hour = 0; hour < 3; hour += 1) {
    for (let count = 0; count < 30; count += 1) await ask(patientId);
    hub.clock.advance(3_600_000);
  }
  const results = await visited.push();
  expect(results.filter(({ outcome }) => outcome === "applied").length).toBeGreaterThanOrEqual(60);
  const held = results.filter(({ code }) => code === "too_many_grants");
  expect(held.length).toBe(30);
  expect(held.every(({ outcome }) => outcome === "held")).toBe(true);
  expect(await grantsOf(patientId)).toBe(60);
  expect(await asideAt("too_many_grants")).toHaveLength(30);

  const { runtime, ingest, store } = hub;
  const options = { store, runtime, ingest };
  await runWaitingToBeLent(options, hub.tenant.id);
  expect(await grantsOf(patientId)).toBe(60);
  hub.clock.advance(3_600_000 + 60_000);
  await runWaitingToBeLent(options, hub.tenant.id);
  expect(await grantsOf(patientId)).toBe(90);
});

test("a wish in the name of somebody who may not ask there is set aside, whatever role the node says that they had", async () => {
  hub.clock.advance(2 * 3_600_000);
  const { patientId } = await visitAtHome();
  const before = await asideAt("no_right_then");
  await ask(patientId, "front_desk", 30, hub.tenant.nurseId);
  const [result] = (await visited.push()).slice(-1);
  expect(result).toMatchObject({ outcome: "rejected", code: "no_right_then" });
  expect(await grantsOf(patientId)).toBe(0);
  expect(await asideAt("no_right_then")).toHaveLength(before.length + 1);
  await ask(patientId);
  await exchange();
  expect(await grantsOf(patientId)).toBe(1);
});

async function say(
  patientId: string,
  consent_type: "data_processing" | "data_sharing",
  decision: "permit" | "deny",
) {
  const desk = await home.client(["front_desk"]);
  const { body } = await desk.call(consentsContract.create, {
    body: {
      patient_id: patientId,
      consent_type,
      decision,
      purpose_code: "CAREMGT",
      notice_version: "2026-01",
      language: "hi",
      captured_method: "signature_pad",
      given_by: { relation: "self", name: "Roaming Patient" },
    },
  });
  await home.push();
  return body;
}

test.each(["data_processing", "data_sharing"] as const)(
  "what was lent is taken back when its patient withdraws the consent of %s at home, and nothing more is lent until it is given anew",
  async (type) => {
    const { patientId, visitId } = await visitAtHome();
    const given = await say(patientId, type, "permit");
    await ask(patientId);
    await exchange();
    expect(await visitsAt(patientId)).toEqual([{ id: visitId }]);

    const desk = await home.client(["front_desk"]);
    const body = { status: "revoked", status_reason: "Asked for it" } as const;
    await desk.call(consentsContract.update, { params: { id: given.id }, body });
    await home.push();
    // The end of the grant stands in the feed that is read next.
    await exchange();
    await exchange();
    expect(await visitsAt(patientId)).toEqual([]);
    await expect(ask(patientId)).rejects.toMatchObject({
      status: 422,
      details: { fields: [{ path: "patient_id", code: "consent_withheld" }] },
    });

    await say(patientId, type, "permit");
    await exchange();
    await ask(patientId);
    await exchange();
    expect(await visitsAt(patientId)).toEqual([{ id: visitId }]);
  },
);

test("a wish that was made before the branch heard of a refusal is lent nothing", async () => {
  const { patientId } = await visitAtHome();
  await ask(patientId);
  await say(patientId, "data_sharing", "deny");
  await exchange();
  await exchange();
  expect(await visitsAt(patientId)).toEqual([]);
  const open = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query("SELECT id FROM feed_grants WHERE patient_id = $1 AND revoked_at IS NULL", [
      patientId,
    ]),
  );
  expect(open).toEqual([]);
});

async function openInEmergency(patientId: string, role = "doctor", sub?: string) {
  const client = await visited.client([role], sub === undefined ? {} : { sub });
  const body = {
    patient_id: patientId,
    cause: "unconscious",
    reason: "Found unconscious, no relative there",
  } as const;
  return (await client.call(emergencyAccessesContract.create, { body })).body;
}

function seenAtHub(sql: string, id: string | readonly string[]) {
  return hub.store.read({ tenantId: hub.tenant.id }, (session) => session.query(sql, [id]));
}

test("an emergency opens for an hour what a patient has refused to share, is looked at by a person, and is taken back after it", async () => {
  hub.clock.advance(2 * 3_600_000);
  const { patientId, visitId } = await visitAtHome();
  await say(patientId, "data_sharing", "deny");
  await visited.pull();
  await expect(ask(patientId, "doctor")).rejects.toMatchObject({ status: 422 });
  // At a branch without a line it stands there at once, and goes up with the next exchange.
  const opened = await openInEmergency(patientId);
  await exchange();
  await exchange();
  expect(await visitsAt(patientId)).toEqual([{ id: visitId }]);
  const [row] = await seenAtHub(
    "SELECT status, reason FROM emergency_accesses WHERE id = $1",
    opened.id,
  );
  expect(row).toEqual({ status: "open", reason: opened.reason });
  const audit =
    "SELECT actor_id, patient_id, reason FROM audit_events WHERE action = 'break_glass' AND entity_id = ";
  const event = { actor_id: hub.tenant.doctorId, patient_id: patientId, reason: opened.reason };
  expect(await visited.rows(`${audit}?`, opened.id)).toEqual([event]);
  expect(await seenAtHub(`${audit}$1`, opened.id)).toEqual([event]);
  // Who has looked at whom is told to no other branch.
  await home.pull();
  expect(await home.rows("SELECT 1 FROM emergency_accesses")).toEqual([]);

  const admin = await visited.client(["branch_admin"], { sub: manager });
  await admin.call(emergencyAccessesContract.update, {
    params: { id: opened.id },
    body: { status: "reviewed", review_note: "Asked the doctor, it was right" },
  });
  hub.clock.advance(3_600_000 + 60_000);
  await endExpiredGrants(hub.store, hub.tenant.id, hub.clock.now());
  await exchange();
  await exchange();
  expect(await visitsAt(patientId)).toEqual([]);
  const [seen] = await seenAtHub(
    "SELECT status, reviewed_by FROM emergency_accesses WHERE id = $1",
    opened.id,
  );
  expect(seen).toEqual({ status: "reviewed", reviewed_by: manager });
});

test("an emergency that comes up when its hour is over, or in the name of somebody who is no clinician there, lends nothing", async () => {
  const { patientId } = await visitAtHome();
  await openInEmergency(patientId);
  hub.clock.advance(3_600_000 + 60_000);
  await exchange();
  expect(await grantsOf(patientId)).toBe(0);
  const forged = await openInEmergency(patientId, "doctor", hub.tenant.clerkId);
  const [result] = (await visited.push()).slice(-1);
  expect(result).toMatchObject({ outcome: "rejected", code: "no_right_then" });
  expect(await grantsOf(patientId)).toBe(0);
  expect(await seenAtHub("SELECT 1 FROM emergency_accesses WHERE id = $1", forged.id)).toEqual([]);
});

test("papers of identity and confidential documents are lent to nobody, neither those that were there nor those that come", async () => {
  const { patientId } = await visitAtHome();
  const keep = (more: object) =>
    keptDocument(
      { node: hub, tenant: hub.tenant, patient: () => Promise.resolve(patientId) },
      more,
    );
  const keepAll = async () => [
    await keep({}),
    await keep({ category: "identity" }),
    await keep({ confidential: true }),
  ];
  const [before] = await keepAll();
  await ask(patientId);
  await exchange();
  const lent = () =>
    visited.rows("SELECT id FROM documents WHERE patient_id = ? ORDER BY id", patientId);
  expect(await lent()).toEqual([{ id: before }]);
  const [after, ...others] = await keepAll();
  const client = await clientFor(hub, hub.tenant);
  for (const id of [after ?? "", ...others]) {
    const body = { title: "Named anew" };
    await client.call(documentsContract.update, { params: { id }, body });
  }
  await exchange();
  const both = [{ id: before }, { id: after }];
  expect(await lent()).toEqual(both);
  // Neither is what their files are called.
  const files = await seenAtHub(
    "SELECT file_id AS id FROM documents WHERE id = ANY($1) ORDER BY file_id",
    [before ?? "", after ?? ""],
  );
  const filesAt = "SELECT id FROM blobs WHERE patient_id = ? ORDER BY id";
  // The second one's file is put into the register without a word to anybody.
  expect(await visited.rows(filesAt, patientId)).toEqual(files.slice(0, 1));
  const inScope = (table: typeof documentsTable | typeof blobsTable) =>
    hub.store.read({ tenantId: hub.tenant.id }, async (session) => {
      const now = new Date(hub.clock.now()).toISOString();
      const { id, secondBranchId } = hub.tenant;
      const scope = await scopeOfNode(session, id, secondBranchId, "nod_1", now);
      const rows = await rowsInScope(session, scope, table, "", 100);
      return rows.map((row) => ({ id: row["id"] }));
    });
  expect(await inScope(documentsTable)).toEqual(both);
  expect(await inScope(blobsTable)).toEqual(files);
});
