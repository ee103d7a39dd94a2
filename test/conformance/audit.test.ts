import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import {
  appendToChain,
  chainStart,
  findChainBreak,
  type AuditEvent,
} from "@edgeward/shared/audit/chain.ts";
import { auditAbout } from "@edgeward/shared/audit/subjects.ts";
import { verifyAudit } from "@edgeward/shared/audit/verify.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { worldOf, type World } from "./world.ts";

describe.each(engines)("the audit on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function events(entityId: string): Promise<readonly AuditEvent[]> {
    await node.readAudit.drain();
    return node.store.read({ tenantId: node.tenant.id }, (session) =>
      session.kysely
        .selectFrom("audit_events")
        .selectAll()
        .where("tenant_id", "=", node.tenant.id)
        .where("entity_id", "=", entityId)
        .orderBy("created_at")
        .orderBy("id")
        .execute(),
    );
  }

  async function actionsOn(entityId: string): Promise<readonly string[]> {
    return (await events(entityId)).map(({ action }) => action);
  }

  test("has an event for each write of a patient, with who, from where and for which request", async () => {
    const { client } = world;
    const person = { name: "Nandini Ghosh", gender: "female", dob: "1992-09-09" } as const;
    const made = await client.call(patientsContract.create, {
      body: { ...person, mobile: "9830012345" },
    });
    const { id } = made.body;
    await client.call(patientsContract.update, { params: { id }, body: { blood_group: "B+" } });
    const [created, updated, ...rest] = await events(id);
    expect(rest).toEqual([]);
    expect(created).toMatchObject({
      action: "create",
      outcome: "success",
      patient_id: id,
      branch_id: node.tenant.branchId,
      request_id: made.headers.get("x-request-id"),
      actor_type: "client",
      actor_id: expect.stringMatching(/^cli_/),
      trust: node.engine === "hub" ? "online" : "offline",
    });
    expect(created?.ip).toContain("127.0.0.1");
    expect(updated?.changes.map(({ path }) => path)).toEqual(["blood_group"]);
    expect(JSON.stringify([created, updated])).not.toMatch(/Nandini|9830012345|B\+/);
  });

  test("has an event for each patient that a read has shown", async () => {
    const id = await world.patient("Oindrila Sen");
    const { client } = world;
    await client.call(patientsContract.get, { params: { id } });
    await client.call(patientsContract.search, { query: { q: "Oindrila" } });
    await client.call(patientsContract.list, { query: { name: "Oindrila" } });
    await client.call(patientsContract.duplicates, {
      query: { name: "Oindrila Sen", dob: "1990-04-01" },
    });
    await client.call(patientsContract.encounters, { params: { id } });
    const [made, ...read] = await events(id);
    expect(made?.action).toBe("create");
    expect(read.map(({ action }) => action).toSorted()).toEqual([
      "read",
      "read",
      "read",
      "read",
      "search",
    ]);
    expect(read.every((event) => event.patient_id === id && event.request_id !== null)).toBe(true);
  });

  test("names every patient of a page that was shown in one event, and finds it by each of them", async () => {
    const client = await clientFor(node, node.tenant, {
      headers: { "x-access-reason": "Page of the day" },
    });
    await Promise.all([1, 2, 3].map((n) => world.patient(`Pratima Page ${n}`)));
    const shown = await Promise.all([1, 2].map(() => client.call(patientsContract.list)));
    await client.call(patientsContract.search, { query: { q: "Pratima" } });
    const newest = shown[0]?.body.data.map(({ id }) => id) ?? [];
    expect(newest.length).toBeGreaterThan(3);
    await node.readAudit.drain();
    for (const id of newest.slice(0, 3)) {
      const all = await node.store.read({ tenantId: node.tenant.id }, (session) =>
        auditAbout(session.kysely, node.tenant.id, id, 100),
      );
      const pages = all.filter((event) => event.reason === "Page of the day");
      expect(pages.map(({ action }) => action)).toEqual(["search", "read", "read"]);
      expect(pages.every((event) => event.subject_ids?.includes(id))).toBe(true);
      expect(all.at(-1)).toMatchObject({ action: "create", entity_id: id });
    }
    // A node that starts anew names a record again in places that it had named it for: no page counts twice for that.
    const [named = ""] = newest;
    await node.store.write({ tenantId: node.tenant.id }, (session) =>
      session.query(
        `INSERT INTO audit_subjects (tenant_id, subject_id, stream, first_seq, last_seq)
           SELECT tenant_id, subject_id, stream, first_seq + 1, last_seq + 1 FROM audit_subjects WHERE subject_id = '${named}'`,
        [],
      ),
    );
    const newestThree = await node.store.read({ tenantId: node.tenant.id }, (session) =>
      auditAbout(session.kysely, node.tenant.id, named, 3),
    );
    expect(newestThree.map(({ action }) => action)).toEqual(["search", "read", "read"]);
    const [page] = await node.store.read({ tenantId: node.tenant.id }, (session) =>
      session.query(
        `SELECT count(*) AS count FROM audit_events WHERE reason = 'Page of the day' AND entity_id IS NULL`,
        [],
      ),
    );
    expect(Number(page?.["count"])).toBe(3);
  });

  test("holds what was chained before pages had one event, and shows who is taken out of a page", () => {
    const before = {
      id: "aud_1",
      tenant_id: "ten_1",
      stream: "s",
      created_at: "2026-01-01T00:00:00.000Z",
      actor_id: "cli_1",
      actor_type: "client",
      actor_role: null,
      client_id: null,
      session_id: null,
      device_id: null,
      branch_id: null,
      request_id: null,
      ip: null,
      module: "patients",
      action: "read",
      outcome: "success",
      entity_type: "patients",
      entity_id: "pat_1",
      patient_id: "pat_1",
      reason: null,
      changes: [],
      trust: "online",
    } as const;
    const { events: stored, head } = appendToChain(chainStart, [before]);
    // As it was made by the version that knew no pages.
    expect(stored[0]?.hash).toBe(
      "4fc5b094c1e17e0ec28bdc37506f2ea519d88fd28a0504d29f1e0c00437d20e5",
    );
    expect(findChainBreak(stored, head)).toBeNull();
    const page = { ...before, entity_id: null, patient_id: null, subject_ids: ["pat_1", "pat_2"] };
    const paged = appendToChain(chainStart, [page]);
    const thinned = paged.events.map((event) => ({ ...event, subject_ids: ["pat_1"] }));
    expect(findChainBreak(paged.events, paged.head)).toBeNull();
    expect(findChainBreak(thinned, paged.head)).toEqual({ seq: 1, reason: "event altered" });
  });

  test("names the patient of every appointment and visit that was made, changed or read", async () => {
    const patient = await world.patient();
    const appointment = await world.appointment(patient);
    const params = { id: appointment.id };
    const { client } = world;
    await client.call(appointmentsContract.update, { params, body: { status: "confirmed" } });
    await client.call(appointmentsContract.update, { params, body: { reason: "Review" } });
    await client.call(appointmentsContract.get, { params });
    // Reads are written down a moment after they are answered.
    await node.readAudit.drain();
    await client.call(appointmentsContract.cancel, { params });
    expect(await actionsOn(appointment.id)).toEqual([
      "create",
      "status_change",
      "update",
      "read",
      "status_change",
    ]);
    const visit = await world.encounter(patient);
    await client.call(encountersContract.timeline, { params: { id: visit } });
    await client.call(encountersContract.list, { query: { patient_id: patient } });
    expect(await actionsOn(visit)).toEqual(["create", "read", "read"]);
    const all = [...(await events(appointment.id)), ...(await events(visit))];
    expect(new Set(all.map((event) => event.patient_id))).toEqual(new Set([patient]));
  });

  test("has nothing of a write that was refused or repeated", async () => {
    const id = await world.patient();
    const { client } = world;
    const body = { marital_status: "single" } as const;
    const options = { idempotencyKey: node.runtime.newId("req") };
    await client.call(patientsContract.update, { params: { id }, body }, options);
    await client.call(patientsContract.update, { params: { id }, body }, options);
    const stale = { headers: { "if-match": '"v1"' } };
    await expect(
      client.call(patientsContract.update, { params: { id }, body: { is_vip: true } }, stale),
    ).rejects.toMatchObject({ status: 412 });
    expect(await actionsOn(id)).toEqual(["create", "update"]);
  });

  test("notes what somebody was not allowed to do", async () => {
    const subject = node.runtime.newId("cli");
    const claims = { sub: subject, client_id: subject, roles: ["stores"] };
    const client = await clientFor(node, node.tenant, { claims });
    await expect(client.call(patientsContract.list)).rejects.toMatchObject({ status: 403 });
    await node.readAudit.drain();
    const denied = await node.store.read({ tenantId: node.tenant.id }, (session) =>
      session.kysely
        .selectFrom("audit_events")
        .select(["action", "outcome", "module"])
        .where("tenant_id", "=", node.tenant.id)
        .where("actor_id", "=", subject)
        .execute(),
    );
    expect(denied).toEqual([
      { action: "permission_denied", outcome: "denied", module: "patients" },
    ]);
  });

  test("keeps the reason that the caller gives for looking", async () => {
    const id = await world.patient();
    const headers = { "x-access-reason": "Second opinion asked for" };
    await world.client.call(patientsContract.get, { params: { id } }, { headers });
    expect((await events(id)).at(-1)).toMatchObject({
      action: "read",
      reason: "Second opinion asked for",
    });
  });

  test("holds as a chain after many have written and read at once, for each tenant by itself", async () => {
    const stranger = await worldOf(node, node.other);
    const ids = await Promise.all([
      ...Array.from({ length: 40 }, () => world.patient()),
      ...Array.from({ length: 20 }, () => stranger.patient()),
    ]);
    await Promise.all(
      ids.slice(0, 40).map((id) => world.client.call(patientsContract.get, { params: { id } })),
    );
    await node.readAudit.drain();
    for (const tenant of [node.tenant, node.other]) {
      const verdicts = await node.store.read({ tenantId: tenant.id }, (session) =>
        verifyAudit(session, tenant.id),
      );
      expect(verdicts.filter(({ ok }) => !ok)).toEqual([]);
      expect(verdicts.reduce((sum, { events: count }) => sum + count, 0)).toBeGreaterThan(20);
    }
  });

  test("shows the place where a stored chain was changed, shortened or thinned out", async () => {
    const head = await node.store.read({ tenantId: node.tenant.id }, (session) =>
      session.kysely
        .selectFrom("audit_heads")
        .selectAll()
        .where("tenant_id", "=", node.tenant.id)
        .orderBy("seq", "desc")
        .executeTakeFirstOrThrow(),
    );
    const stream = await node.store.read({ tenantId: node.tenant.id }, (session) =>
      session.kysely
        .selectFrom("audit_events")
        .selectAll()
        .where("tenant_id", "=", node.tenant.id)
        .where("stream", "=", head.stream)
        .orderBy("seq")
        .execute(),
    );
    expect(stream.length).toBeGreaterThan(3);
    expect(findChainBreak(stream, head)).toBeNull();
    const altered = stream.map((event, index) =>
      index === 1 ? { ...event, actor_id: "cli_other" } : event,
    );
    expect(findChainBreak(altered, head)).toEqual({ seq: 2, reason: "event altered" });
    expect(findChainBreak(stream.toSpliced(2, 1), head)).toEqual({
      seq: 3,
      reason: "event missing",
    });
    expect(findChainBreak(stream.slice(0, -1), head)).toMatchObject({
      reason: "chain ends before its head",
    });
  });

  test.each(["UPDATE audit_events SET action = 'nothing'", "DELETE FROM audit_events"])(
    "cannot be rewritten: %s",
    async (statement) => {
      const attempt = node.store.write({ tenantId: node.tenant.id }, (session) =>
        session.query(statement, []),
      );
      await expect(attempt).rejects.toThrow(/never changed|permission denied/);
    },
  );
});
