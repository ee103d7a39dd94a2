// A list of patients tells namesakes apart also by when each was last seen.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { lastVisits } from "@edgeward/shared/clinical/encounters/encounters.queries.ts";
import { ApiError } from "@edgeward/shared/contract/client.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { refusal } from "./patient-desk.ts";
import { worldOf, type World } from "./world.ts";

const { create, latest, update } = encountersContract;
const dayMs = 86_400_000;

describe.each(engines)("when patients were last seen, on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  let began: number;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    began = node.clock.now();
  });
  afterAll(() => node.stop());

  const daysAgo = (days: number) => isoInstant(began - days * dayMs);

  async function seen(patientId: string, rest: object = {}) {
    const body = {
      patient_id: patientId,
      encounter_type: "OPD",
      doctor_id: node.tenant.doctorId,
      visit_status: "in_progress",
      ...rest,
    } as const;
    return (await world.client.call(create, { body })).body;
  }

  async function lastOf(patientIds: readonly string[], client = world.client) {
    const { body } = await client.call(latest, { query: { patient_id: patientIds.join(",") } });
    return Object.fromEntries(body.data.map((each) => [each.patient_id, each.started_at]));
  }

  test("answers the beginning of each one's newest visit, however late it was written down", async () => {
    const [first, second, unseen] = [
      await world.patient(),
      await world.patient(),
      await world.patient(),
    ];
    await seen(first, { started_at: daysAgo(3) });
    await seen(first, { started_at: daysAgo(40) });
    await seen(second, { started_at: daysAgo(400) });
    expect(await lastOf([first, second, unseen, first])).toEqual({
      [first]: daysAgo(3),
      [second]: daysAgo(400),
    });
  });

  test("counts no visit that is planned, waits, was called off or entered in error", async () => {
    const patient = await world.patient();
    await seen(patient, {
      visit_status: "planned",
      started_at: isoInstant(node.clock.now() + dayMs),
    });
    await seen(patient, { visit_status: "arrived" });
    const called = await seen(patient, { visit_status: "arrived", started_at: daysAgo(2) });
    const wrong = await seen(patient, { started_at: daysAgo(1) });
    const off = { visit_status: "cancelled" } as const;
    const error = { visit_status: "entered_in_error", reason: "Another patient" } as const;
    await world.client.call(update, { params: { id: called.id }, body: off });
    await world.client.call(update, { params: { id: wrong.id }, body: error });
    expect(await lastOf([patient])).toEqual({});
    await seen(patient, { started_at: daysAgo(9) });
    expect(await lastOf([patient])).toEqual({ [patient]: daysAgo(9) });
  });

  test("says nothing of visits in branches that the caller may not see, nor of another tenant's patients", async () => {
    const patient = await world.patient();
    await seen(patient, { started_at: daysAgo(5) });
    const { secondBranchId, branchId } = node.tenant;
    const plan = (branches: readonly string[], headers = {}) =>
      clientFor(node, node.tenant, { claims: { bids: branches }, headers });
    const elsewhere = await plan([secondBranchId], { "x-branch-id": secondBranchId });
    const there = await lastOf([patient], elsewhere).catch((error: unknown) =>
      error instanceof ApiError ? error.code : error,
    );
    // A branch's node answers for its own branch alone.
    expect(there).toEqual(engine.engine === "branch" ? "branch_forbidden" : {});
    expect(await lastOf([patient], await plan([branchId, secondBranchId]))).toEqual({
      [patient]: daysAgo(5),
    });
    expect(await lastOf([patient], await clientFor(node, node.other))).toEqual({});
  });

  test("looks only at the visits of these patients, by their index", async () => {
    const plan = await node.store.read({ tenantId: node.tenant.id }, async (session) => {
      const how = session.dialect.engine === "postgres" ? "EXPLAIN" : "EXPLAIN QUERY PLAN";
      // A table this small is read whole unless that is forbidden.
      if (session.dialect.engine === "postgres")
        await session.query("SET LOCAL enable_seqscan = off", []);
      const asked: Parameters<ReturnType<typeof session.kysely.getExecutor>["compileQuery"]>[] = [];
      const db = session.kysely.withPlugin({
        transformQuery: ({ node: query, queryId }) => {
          asked.push([query, queryId]);
          return query;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      });
      const caller = { branchIds: [node.tenant.branchId] };
      await lastVisits({ db, tenantId: node.tenant.id, caller }, ["pat_a", "pat_b", "pat_c"]);
      expect(asked).toHaveLength(1);
      const rows = await Promise.all(
        asked.map(([query, queryId]) => {
          const compiled = session.kysely.getExecutor().compileQuery(query, queryId);
          return session.query(`${how} ${compiled.sql}`, compiled.parameters);
        }),
      );
      return JSON.stringify(rows);
    });
    expect(plan).toContain("encounters_by_patient");
    expect(plan).not.toMatch(/SCAN encounters|Seq Scan on encounters/u);
  });

  test("refuses somebody who may not read visits", async () => {
    const patient = await world.patient();
    const stores = await clientFor(node, node.tenant, { claims: { roles: ["stores"] } });
    await expect(lastOf([patient], stores)).rejects.toMatchObject({ status: 403 });
  });

  test("takes a hundred patients at once and no more, and names the one that is no patient's id", async () => {
    const patient = await world.patient();
    await seen(patient, { started_at: daysAgo(6) });
    const many = Array.from({ length: 99 }, () => node.runtime.newId("pat"));
    expect(await lastOf([...many, patient])).toEqual({ [patient]: daysAgo(6) });
    await expect(lastOf([...many, patient, patient])).rejects.toMatchObject(
      refusal("validation_error", "patient_id"),
    );
    await expect(lastOf([patient, "pat_1' OR 1=1"])).rejects.toMatchObject(
      refusal("invalid_id", "patient_id.1"),
    );
    await expect(lastOf([""])).rejects.toMatchObject(refusal("invalid_id", "patient_id.0"));
  });

  test("notes under each patient whom it spoke of that somebody has looked", async () => {
    const [patient, unseen] = [await world.patient(), await world.patient()];
    await seen(patient);
    await lastOf([patient, unseen]);
    await node.readAudit.drain();
    const rows = await node.store.read({ tenantId: node.tenant.id }, (session) =>
      session.kysely
        .selectFrom("audit_events")
        .select(["entity_type", "patient_id"])
        .where("tenant_id", "=", node.tenant.id)
        .where("action", "=", "read")
        .where("patient_id", "in", [patient, unseen])
        .execute(),
    );
    expect(rows).toEqual([{ entity_type: "encounters", patient_id: patient }]);
  });

  test("gives the newest blood pressure where it is asked for, and nothing of others", async () => {
    const patient = await world.patient();
    const never = await world.patient();
    await seen(patient, { started_at: daysAgo(9), vitals: { sbp: 150, dbp: 95 } });
    await seen(patient, { started_at: daysAgo(5), vitals: { sbp: 130, dbp: 85, pulse_bpm: 70 } });
    await seen(patient, { started_at: daysAgo(2), vitals: { pulse_bpm: 80 } });
    await seen(never, { started_at: daysAgo(1) });
    const query = { patient_id: `${patient},${never}`, with: "blood_pressure" } as const;
    const { body } = await world.client.call(latest, { query });
    expect(body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          patient_id: patient,
          started_at: daysAgo(2),
          blood_pressure: { sbp: 130, dbp: 85, at: daysAgo(5) },
        }),
        expect.objectContaining({ patient_id: never, blood_pressure: null }),
      ]),
    );
    const plain = await world.client.call(latest, { query: { patient_id: patient } });
    expect(plain.body.data[0]).not.toHaveProperty("blood_pressure");
  });
});
