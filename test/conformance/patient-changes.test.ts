// Who changed what of a patient: from what the node has noted, and nothing beyond it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Role } from "@edgeward/shared/contract/access.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { changePatient, registerPatient } from "./patient-desk.ts";
import { worldOf, type World } from "./world.ts";

const { changes, merge } = patientsContract;

describe.each(engines)("the changes of a patient on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  const as = (role: Role, sub: string) =>
    clientFor(node, node.tenant, { claims: { sub, roles: [role] } });

  test("say who changed which fields and when, newest first, and no value", async () => {
    const patient = await registerPatient(world, { phone: "9822044551" });
    const clerk = await as("front_desk", node.tenant.clerkId);
    const body = { phone: "9822044552", email: "new@example.org" };
    await clerk.call(patientsContract.update, { params: { id: patient.id }, body });
    const answer = await clerk.call(changes, { params: { id: patient.id } });
    const [changed, made, ...more] = answer.body.data;
    expect(more).toEqual([]);
    expect(changed).toMatchObject({
      action: "update",
      patient_id: patient.id,
      actor_id: node.tenant.clerkId,
      actor_type: "staff",
    });
    expect(new Set(changed?.fields)).toEqual(new Set(["phone", "email"]));
    expect(made).toMatchObject({ action: "create", fields: [] });
    expect(JSON.stringify(answer.body)).not.toMatch(/9822044552|new@example/u);
  });

  test("leave out who only looked, and are noted as a look themselves", async () => {
    const patient = await registerPatient(world);
    const doctor = await as("doctor", node.tenant.doctorId);
    for (let look = 0; look < 3; look += 1) {
      await doctor.call(patientsContract.get, { params: { id: patient.id } });
      await node.readAudit.drain();
    }
    const { body } = await doctor.call(changes, { params: { id: patient.id } });
    expect(body.data.map(({ action }) => action)).toEqual(["create"]);
    await node.readAudit.drain();
    const reads = await node.store.read({ tenantId: node.tenant.id }, (session) =>
      session.kysely
        .selectFrom("audit_events")
        .select("id")
        .where("tenant_id", "=", node.tenant.id)
        .where("patient_id", "=", patient.id)
        .where("action", "=", "read")
        .execute(),
    );
    expect(reads.length).toBeGreaterThanOrEqual(4);
  });

  test("are those of both records of one person", async () => {
    const [one, other] = [await registerPatient(world), await registerPatient(world)];
    const body = { survivor_id: other.id, reason: "Registered twice" };
    await world.client.call(merge, { params: { id: one.id }, body });
    for (const { id } of [one, other]) {
      const page = await (
        await as("doctor", node.tenant.doctorId)
      ).call(changes, { params: { id } });
      const of = page.body.data.map(({ patient_id: each }) => each);
      expect(new Set(of)).toEqual(new Set([one.id, other.id]));
    }
  });

  test("are read page by page, each once", async () => {
    const patient = await registerPatient(world);
    for (const email of ["a@example.org", "b@example.org", "c@example.org"])
      await changePatient(world, patient, { email });
    const doctor = await as("doctor", node.tenant.doctorId);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: { limit: string; cursor?: string } = {
        limit: "2",
        ...(cursor === null ? {} : { cursor }),
      };
      const { body } = await doctor.call(changes, { params: { id: patient.id }, query });
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(4);
    expect(new Set(seen).size).toBe(4);
  });

  test.each(["pharmacist", "lab", "billing"] as const)(
    "are nothing for the role %s",
    async (role) => {
      const patient = await registerPatient(world);
      const client = await as(role, node.tenant.nurseId);
      await expect(client.call(changes, { params: { id: patient.id } })).rejects.toMatchObject({
        status: 403,
      });
    },
  );

  test("of nobody are not found", async () => {
    const doctor = await as("doctor", node.tenant.doctorId);
    const params = { id: "pat_0000000000000000000000zzzz" };
    await expect(doctor.call(changes, { params })).rejects.toMatchObject({ status: 404 });
  });
});
