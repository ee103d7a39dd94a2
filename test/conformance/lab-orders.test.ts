import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import {
  labOrderStatuses,
  type LabOrderStatus,
} from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import { labOrdersContract } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { labOrders } from "@edgeward/shared/clinical/lab-orders/lab-orders.record.ts";
import { isOpenOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.table.ts";
import { whereFields } from "@edgeward/shared/db/read.ts";
import {
  labOrderStates,
  resultedStatuses,
} from "@edgeward/shared/clinical/lab-orders/lab-orders.states.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { newTestCode, seedLabTest } from "./lab-samples.ts";
import { wayTo } from "./state-paths.ts";
import { worldOf, type World } from "./world.ts";

const { create, get, list, update } = labOrdersContract;

type UpdateBody = z.input<typeof update.body>;

/** What a step to a state says besides. */
const said: Readonly<Partial<Record<LabOrderStatus, UpdateBody>>> = {
  recollect_required: { reject_reason: "haemolysed" },
  cancelled: { status_reason: "Patient has left" },
  entered_in_error: { status_reason: "Ordered for somebody else" },
};

describe.each(engines)("lab orders on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function place(more: object = {}) {
    const body = {
      patient_id: await world.patient(),
      ordered_by: node.tenant.doctorId,
      tests: [{ test_code: await newTestCode(world) }],
      ...more,
    };
    return (await world.client.call(create, { body })).body;
  }

  async function change(id: string, body: UpdateBody, client = world.client) {
    return (await client.call(update, { params: { id }, body })).body;
  }

  function as(role: string) {
    return clientFor(node, node.tenant, { claims: { roles: [role] } });
  }

  function refusal(path: string, code: string) {
    return { status: 422, code, details: { fields: [{ path, code }] } };
  }

  // What follows from results is tried with them.
  const byPeople = labOrderStatuses.filter((one) => !resultedStatuses.includes(one));

  async function inState(goal: LabOrderStatus): Promise<string> {
    const way = wayTo(labOrderStates, "draft", goal);
    if (way === null) throw new Error(`no way leads to ${goal}`);
    const { id } = await place({ draft: true });
    for (const status of way) await change(id, { status, ...said[status] });
    return id;
  }

  describe.each(byPeople)("in the state %s", (from) => {
    test.each(labOrderStatuses)("take or refuse %s as the table of states says", async (to) => {
      const id = await inState(from);
      const asked = await change(id, { status: to, ...said[to] }).catch((error: unknown) => error);
      const allowed = labOrderStates.transitions[from];
      const isDerived = resultedStatuses.includes(to);
      const refused = { status: 409, code: "invalid_transition", details: { from, to, allowed } };
      const isWay = from === to || allowed.includes(to);
      const way = isDerived ? refusal("status", "validation_error") : { status: to };
      expect(asked).toMatchObject(isWay ? way : refused);
    });
  });

  test("are collected at the bed of their own patient alone, by their own label", async () => {
    const order = await place();
    const other = await place();
    const taken = { status: "collected", wristband: order.patient_id } as const;
    const nurse = await as("nurse");
    const at = (body: UpdateBody) => change(order.id, body, nurse);
    await expect(at({ ...taken, wristband: other.patient_id })).rejects.toMatchObject(
      refusal("wristband", "specimen_mismatch"),
    );
    for (const label of [`${other.order_no}-1`, `${order.order_no}1`, `${order.order_no}-X`])
      await expect(at({ ...taken, scanned: [label] })).rejects.toMatchObject(
        refusal("scanned.0", "specimen_mismatch"),
      );
    await expect(at({ wristband: order.patient_id })).rejects.toMatchObject(
      refusal("wristband", "validation_error"),
    );
    const label = `${order.order_no}-1`;
    const collected = await at({ ...taken, scanned: [label] });
    expect(collected).toMatchObject({ status: "collected", specimens: [{ barcode: label }] });
    // Read once more it is what it was, and still of nobody else.
    expect((await at({ ...taken, scanned: [label] })).version).toBe(collected.version);
    await expect(at({ ...taken, wristband: other.patient_id })).rejects.toMatchObject(
      refusal("wristband", "specimen_mismatch"),
    );
  });

  test("are numbered by the branch, one after the other, and have their panels expanded", async () => {
    const [first, second] = [await newTestCode(world), await newTestCode(world)];
    const panel = `panel-${world.serial()}`;
    await seedLabTest(world, {
      code: panel,
      name: "A panel",
      kind: "panel",
      section: "haematology",
      tests: [first, second],
    });
    const one = await place({ tests: [{ test_code: panel }, { test_code: first }] });
    const other = await place();
    expect(one.tests.map((each) => [each.test_code, each.status])).toEqual([
      [first, "pending"],
      [second, "pending"],
    ]);
    expect(one.tests[0]).toMatchObject({ loinc: "718-7", specimen_type: "blood", fasting: false });
    expect(one.order_no).toMatch(/^[A-Z0-9]+-L\d{7}$/);
    expect(Number(other.order_no.slice(-7)) - Number(one.order_no.slice(-7))).toBe(1);
    expect(one).toMatchObject({ status: "ordered", tat_minutes: 0, tat_breached: false });
    const due = Date.parse(one.due_at ?? "") - Date.parse(one.ordered_at ?? "");
    expect(due).toBe(240 * 60_000);
  });

  test("name what is wrong with them, and leave nothing behind", async () => {
    const test_code = await newTestCode(world);
    const unused = await newTestCode(world, { status: "inactive" });
    const patientId = await world.patient();
    const strangers = await world.encounter();
    const before = (await world.client.call(list, { query: { limit: "100" } })).body.data.length;
    const cases: readonly (readonly [string, string, object])[] = [
      ["patient_id", "invalid_reference", { patient_id: "pat_01jd7x2vry38gapbnk0v8yyk24" }],
      ["ordered_by", "invalid_reference", { ordered_by: node.tenant.nurseId }],
      ["encounter_id", "invalid_reference", { encounter_id: strangers }],
      ["tests.0.test_code", "invalid_reference", { tests: [{ test_code: "no-such-test" }] }],
      ["tests.1.test_code", "validation_error", { tests: [{ test_code }, { test_code: unused }] }],
      ["tests", "validation_error", { tests: [] }],
      ["order_no", "read_only_field", { order_no: "X-L1" }],
      ["tat_minutes", "read_only_field", { tat_minutes: 3 }],
      ["status", "read_only_field", { status: "completed" }],
      ["diagnosis_code", "validation_error", { diagnosis_code: "fever" }],
      ["tests.0.price_minor", "unknown_field", { tests: [{ test_code, price_minor: 1 }] }],
    ];
    for (const [path, code, more] of cases)
      await expect(
        place({ patient_id: patientId, tests: [{ test_code }], ...more }),
        path,
      ).rejects.toMatchObject(refusal(path, code));
    const after = (await world.client.call(list, { query: { limit: "100" } })).body.data.length;
    expect(after).toBe(before);
  });

  test("are refused for a patient who was merged", async () => {
    const [id, survivor] = [await world.patient(), await world.patient()];
    const body = { survivor_id: survivor, reason: "Registered twice" };
    await world.client.call(patientsContract.merge, { params: { id }, body });
    await expect(place({ patient_id: id })).rejects.toMatchObject(
      refusal("patient_id", "patient_merged"),
    );
  });

  test("go through the hands of nurse and laboratory, and keep who did what", async () => {
    const [nurse, lab, doctor] = [await as("nurse"), await as("lab"), await as("doctor")];
    const { id, order_no: number } = await place();
    const collected = await change(id, { status: "collected" }, nurse);
    expect(collected.specimens).toMatchObject([
      { type: "blood", barcode: `${number}-1`, rejected: false, received_at: null },
    ]);
    await expect(change(id, { status: "received" }, nurse)).rejects.toMatchObject({
      status: 403,
      code: "forbidden",
    });
    await expect(
      change(id, { status: "received", scanned: [`${number}-9`] }, lab),
    ).rejects.toMatchObject(refusal("scanned.0", "specimen_mismatch"));
    const received = await change(id, { status: "received", scanned: [`${number}-1`] }, lab);
    expect(received.specimens[0]?.received_at).not.toBeNull();
    await expect(
      change(id, { status: "recollect_required", reject_reason: "clotted" }, doctor),
    ).rejects.toMatchObject({ status: 403 });
    await expect(change(id, { status: "recollect_required" }, lab)).rejects.toMatchObject(
      refusal("reject_reason", "validation_error"),
    );
    const specimens = received.specimens.map((one) => ({
      ...one,
      rejected: true,
      reject_reason: "clotted" as const,
      reject_note: "Top tube",
    }));
    const again = await change(id, { status: "recollect_required", specimens }, lab);
    expect(again.specimens).toMatchObject([
      { rejected: true, reject_reason: "clotted", reject_note: "Top tube" },
    ]);
    const anew = await change(id, { status: "collected" }, nurse);
    expect(anew.specimens.map(({ barcode, rejected }) => [barcode, rejected])).toEqual([
      [`${number}-1`, true],
      [`${number}-2`, false],
    ]);
    expect(anew.status_history.map(({ status }) => status)).toEqual([
      "ordered",
      "collected",
      "received",
      "recollect_required",
      "collected",
    ]);
  });

  test("are cancelled and taken back with a reason alone", async () => {
    const { id } = await place();
    await expect(change(id, { status: "cancelled" })).rejects.toMatchObject(
      refusal("status_reason", "validation_error"),
    );
    await expect(
      change(id, { status: "entered_in_error", status_reason: "oops" }),
    ).rejects.toMatchObject(refusal("status_reason", "validation_error"));
    const gone = await change(id, {
      status: "entered_in_error",
      status_reason: "Wrong patient",
    });
    const query = { patient_id: gone.patient_id };
    expect((await world.client.call(list, { query })).body.data).toEqual([]);
    const asked = { ...query, status: "entered_in_error" } as const;
    expect((await world.client.call(list, { query: asked })).body.data).toHaveLength(1);
  });

  test("give no label of one specimen to another, of whichever order", async () => {
    const label = `TUBE-${node.runtime.newId("req").slice(-8).toUpperCase()}`;
    const [one, other] = [await place(), await place()];
    const specimens = [{ type: "blood", barcode: label }] as const;
    await change(one.id, { status: "collected", specimens: [...specimens] });
    await expect(
      change(other.id, { status: "collected", specimens: [...specimens] }),
    ).rejects.toMatchObject(refusal("specimens.0.barcode", "duplicate_value"));
    const found = await world.client.call(list, { query: { barcode: label } });
    expect(found.body.data.map(({ id }) => id)).toEqual([one.id]);
  });

  test("wait in the order of work: the most urgent first, then the oldest", async () => {
    const patientId = await world.patient();
    const routine = await place({ patient_id: patientId });
    const stat = await place({ patient_id: patientId, priority: "stat" });
    const urgent = await place({ patient_id: patientId, priority: "urgent" });
    const done = await place({ patient_id: patientId });
    await change(done.id, { status: "cancelled", status_reason: "Not wanted" });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = {
        patient_id: patientId,
        open: "true",
        sort: "work_order",
        limit: "1",
        ...(cursor === undefined ? {} : { cursor }),
      } as const;
      const { body } = await world.client.call(list, { query });
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual([stat.id, urgent.id, routine.id]);
    await change(routine.id, { priority: "asap" });
    const query = { patient_id: patientId, open: "true", sort: "work_order" } as const;
    const { data } = (await world.client.call(list, { query })).body;
    expect(data.map(({ priority }) => priority)).toEqual(["stat", "asap", "urgent"]);
    const byNumber = await world.client.call(list, { query: { order_no: stat.order_no } });
    expect(byNumber.body.data.map(({ id }) => id)).toEqual([stat.id]);
  });

  test("are looked up for the work list by an index of what is open", async () => {
    const { id: tenantId, branchId } = node.tenant;
    const plan = await node.store.read({ tenantId }, async (session) => {
      const isPostgres = session.dialect.engine === "postgres";
      // A table this small is read whole, and sorted, unless that is forbidden.
      for (const name of isPostgres ? ["enable_seqscan", "enable_sort", "enable_bitmapscan"] : [])
        await session.query(`SET LOCAL ${name} = off`, []);
      const { sql: text, parameters } = labOrders.records.lists
        .rows(session.kysely, tenantId, {}, [whereFields({ branch_id: branchId }), isOpenOrder])
        .orderBy("work_order")
        .orderBy("id")
        .limit(25)
        .compile();
      return session.query(`${isPostgres ? "EXPLAIN" : "EXPLAIN QUERY PLAN"} ${text}`, parameters);
    });
    expect(JSON.stringify(plan)).toContain("lab_orders_to_do");
  });

  test("say when they should have been answered by now", async () => {
    const code = await newTestCode(world, { turnaround_minutes: 1 });
    const { id } = await place({ tests: [{ test_code: code }] });
    node.clock.advance(2 * 60_000);
    expect((await world.client.call(get, { params: { id } })).body).toMatchObject({
      tat_minutes: 2,
      tat_breached: true,
    });
    const query = { tat_breached: "true", limit: "100" } as const;
    const late = (await world.client.call(list, { query })).body.data;
    expect(late.map((one) => one.id)).toContain(id);
    expect(late.every((one) => one.tat_breached)).toBe(true);
  });

  test("stand in the timeline of their visit for those who may read them", async () => {
    const patientId = await world.patient();
    const visit = await world.encounter(patientId);
    const { id } = await place({ patient_id: patientId, encounter_id: visit });
    await change(id, { status: "collected" });
    const params = { id: visit };
    const ofOrder = async (role: string) => {
      const query = { limit: "100" } as const;
      const { body } = await (await as(role)).call(encountersContract.timeline, { params, query });
      return body.data.filter(({ kind }) => kind === "lab_order");
    };
    expect(await ofOrder("doctor")).toMatchObject([
      { ref_type: "lab_orders", ref_id: id, summary: expect.stringContaining("ordered") },
      { ref_type: "lab_orders", ref_id: id, summary: expect.stringContaining("collected") },
    ]);
    expect(await ofOrder("pharmacist")).toEqual([]);
  });
});
