import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { findChainBreak, type AuditEvent } from "@edgeward/shared/db/audit-chain.ts";
import { verifyAudit } from "@edgeward/shared/db/audit-verify.ts";
import { engines } from "../support/engines.ts";
import { clientFor, type TestNode } from "../support/node.ts";
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

  test("names the patient of every appointment and visit that was made, changed or read", async () => {
    const patient = await world.patient();
    const appointment = await world.appointment(patient);
    const params = { id: appointment.id };
    const { client } = world;
    await client.call(appointmentsContract.update, { params, body: { status: "confirmed" } });
    await client.call(appointmentsContract.update, { params, body: { reason: "Review" } });
    await client.call(appointmentsContract.get, { params });
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
