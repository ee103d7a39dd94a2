import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { labOrdersContract } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { labResultsContract } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { keptEvents } from "#support/kept-events.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { labTestBody, newTestCode, receivedOrder } from "./lab-samples.ts";
import { worldOf, type World } from "./world.ts";

const { create, get, list, update } = labResultsContract;

type Given = z.input<typeof create.body>["observations"];
type Change = z.input<typeof update.body>;

describe.each(engines)("lab results on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  /** Two people of the laboratory. */
  let entering: Client;
  let verifying: Client;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    const lab = () =>
      clientFor(node, node.tenant, {
        claims: { sub: node.runtime.newId("stf"), roles: ["lab"] },
      });
    [entering, verifying] = [await lab(), await lab()];
  });
  afterAll(() => node.stop());

  async function order(more: object = {}) {
    return receivedOrder(world, more);
  }

  async function enter(placed: Awaited<ReturnType<typeof order>>, observations: Given, more = {}) {
    const body = { order_id: placed.order.id, test_id: placed.testId, observations, ...more };
    return (await entering.call(create, { body })).body;
  }

  async function change(id: string, body: Change, client = verifying) {
    return (await client.call(update, { params: { id }, body })).body;
  }

  async function read(id: string) {
    return (await world.client.call(get, { params: { id } })).body;
  }

  async function statusOf(id: string) {
    const { body } = await world.client.call(labOrdersContract.get, { params: { id } });
    return body.status;
  }

  async function published(type: string, entityId: string): Promise<number> {
    const events = await keptEvents(node, (event) => event.entity_id === entityId);
    return events.filter(({ event_type: kept }) => kept === type).length;
  }

  function refusal(path: string, code: string) {
    return { status: 422, code, details: { fields: [{ path, code }] } };
  }

  /** A test with ranges by sex and age, for a woman of 36. */
  async function ranged() {
    const { ranges } = labTestBody(world);
    return order({ tests: [{ test_code: await newTestCode(world, { ranges }) }] });
  }

  test("are entered by one and verified by another, and every version stays as it was", async () => {
    const placed = await ranged();
    const first = await enter(placed, [{ value_num: 11.2 }]);
    expect(first).toMatchObject({
      status: "preliminary",
      revision: 1,
      amends_result_id: null,
      verified_by: null,
      specimen_id: placed.order.specimens[0]?.id,
      observations: [
        { loinc: "718-7", unit: "g/dL", value_num: 11.2, ref_low: 12, ref_high: 15.5, flag: "L" },
      ],
    });
    expect(await statusOf(placed.order.id)).toBe("in_process");
    await expect(change(first.id, { status: "final" }, entering)).rejects.toMatchObject(
      refusal("status", "validation_error"),
    );
    const final = await change(first.id, { status: "final" });
    expect(final).toMatchObject({ status: "final", revision: 2, amends_result_id: first.id });
    expect(final.verified_by).not.toBe(final.performed_by);
    expect(await statusOf(placed.order.id)).toBe("completed");
    expect(await read(first.id)).toEqual({
      ...first,
      sync_state: expect.any(String),
      superseded_by_id: final.id,
    });
    const told = [await published("lab.result.ready", final.id)];
    told.push(await published("lab.result.ready", first.id));
    expect(told).toEqual([1, 0]);
  });

  test("are corrected by a new version with its reason, and ready once", async () => {
    const placed = await ranged();
    const final = await change((await enter(placed, [{ value_num: 11.2 }])).id, {
      status: "final",
    });
    const values: Given = [{ value_num: 12.1 }];
    await expect(change(final.id, { observations: values })).rejects.toMatchObject(
      refusal("status", "validation_error"),
    );
    await expect(
      change(final.id, { status: "corrected", observations: values }),
    ).rejects.toMatchObject(refusal("status_reason", "validation_error"));
    const reason = { status_reason: "Tube of another patient" };
    await expect(change(final.id, { status: "corrected", ...reason })).rejects.toMatchObject(
      refusal("observations", "validation_error"),
    );
    const said = { status: "corrected", observations: values, ...reason } as const;
    const corrected = await change(final.id, said);
    expect(corrected).toMatchObject({
      status: "corrected",
      status_reason: "Tube of another patient",
      amends_result_id: final.id,
      observations: [{ value_num: 12.1, flag: "N" }],
    });
    const again = await change(corrected.id, { ...said, observations: [{ value_num: 12.2 }] });
    expect(again).toMatchObject({ status: "corrected", revision: 4 });
    await expect(change(final.id, said)).rejects.toMatchObject({
      status: 412,
      code: "version_conflict",
      details: { superseded_by_id: corrected.id },
    });
    expect((await read(final.id)).observations).toEqual(final.observations);
    const events = [corrected, again].map(({ id }) => published("lab.result.corrected", id));
    expect(await Promise.all(events)).toEqual([1, 1]);
    expect(await published("lab.result.ready", again.id)).toBe(0);
    const query = { order_id: placed.order.id };
    const ids = async (more: object) =>
      (await world.client.call(list, { query: { ...query, ...more } })).body.data.map(
        (one) => one.revision,
      );
    expect(await ids({})).toEqual([4]);
    expect(await ids({ history: "true" })).toEqual([4, 3, 2, 1]);
  });

  test("follow sex and age of the person, and know what was found before", async () => {
    const test_code = await newTestCode(world, { ranges: labTestBody(world).ranges });
    const patient_id = await world.patient();
    const placed = () => order({ patient_id, tests: [{ test_code }] });
    const first = await enter(await placed(), [{ value_num: 10 }]);
    expect(first.observations[0]?.delta).toBeNull();
    const unverified = await enter(await placed(), [{ value_num: 11 }]);
    expect(unverified.observations[0]?.delta).toBeNull();
    const final = await change(first.id, { status: "final" });
    const next = await enter(await placed(), [{ value_num: 12 }]);
    expect(next.observations[0]).toMatchObject({
      flag: "N",
      delta: { prev_value: 10, pct: 20, prev_result_id: final.id },
    });
  });

  test("beyond what is plausible are refused until somebody says that they were measured", async () => {
    const placed = await ranged();
    await expect(enter(placed, [{ value_num: 132 }])).rejects.toMatchObject(
      refusal("observations.0.value_num", "implausible_value"),
    );
    const kept = await enter(placed, [{ value_num: 31 }], { confirm: true });
    expect(kept).toMatchObject({ critical: true, observations: [{ flag: "HH" }] });
  });

  test("that are critical are told to somebody who reads them back, before the order is done", async () => {
    const placed = await ranged();
    const first = await enter(placed, [{ value_num: 5.1 }]);
    expect([first.critical, first.observations[0]?.flag]).toEqual([true, "LL"]);
    expect(await published("lab.result.critical", first.id)).toBe(1);
    const final = await change(first.id, { status: "final" });
    expect(await published("lab.result.critical", final.id)).toBe(0);
    expect(await statusOf(placed.order.id)).toBe("partially_resulted");
    const open = async () => {
      const query = { unacknowledged_critical: "true", order_id: placed.order.id } as const;
      return (await world.client.call(list, { query })).body.data.map(({ id }) => id);
    };
    expect(await open()).toEqual([final.id]);
    const told = { notified_to: "Dr Anita Rao", read_back: true } as const;
    const unread: object = { critical_ack: { ...told, read_back: false } };
    await expect(change(final.id, { ...unread })).rejects.toMatchObject({
      status: 422,
      details: { fields: [{ path: "critical_ack.read_back" }] },
    });
    const acknowledged = await change(final.id, { critical_ack: told });
    expect(acknowledged.critical_ack).toMatchObject({ ...told, by: acknowledged.created_by });
    expect(acknowledged.status).toBe("final");
    expect(await open()).toEqual([]);
    expect(await statusOf(placed.order.id)).toBe("completed");
    await expect(change(acknowledged.id, { critical_ack: told })).rejects.toMatchObject(
      refusal("critical_ack", "validation_error"),
    );
  });

  test("name what is wrong with them, and leave nothing behind", async () => {
    const placed = await ranged();
    const coded = await order({
      tests: [
        {
          test_code: await newTestCode(world, {
            value_type: "coded",
            unit: null,
            answers: [
              { code: "reactive", display: "Reactive", flag: "AA" },
              { code: "non-reactive", display: "Non-reactive", flag: "N" },
            ],
          }),
        },
      ],
    });
    const one = (more: object): Given => [{ value_num: 12, ...more }];
    const cases: readonly (readonly [string, string, Given, object?])[] = [
      ["observations.0.unit", "validation_error", one({ unit: "mg/dL" })],
      ["observations.0.flag", "read_only_field", one({ flag: "H" })],
      ["observations.0.ref_low", "read_only_field", one({ ref_low: 1 })],
      ["observations.0.value_num", "validation_error", [{}]],
      ["observations.0.value_text", "validation_error", one({ value_text: "x" })],
      [
        "observations.0.value_type",
        "validation_error",
        one({ value_type: "boolean", value_num: null, value_bool: true }),
      ],
      ["observations.0.loinc", "validation_error", one({ loinc: "718-8" })],
      [
        "observations.0.instrument_id",
        "invalid_reference",
        one({ instrument_id: "dev_01jd7x2vry38gapbnk0v8yyk24" }),
      ],
      [
        "attachments.0",
        "invalid_reference",
        one({}),
        { attachments: ["fil_01jd7x2vry38gapbnk0v8yyk24"] },
      ],
      ["critical", "read_only_field", one({}), { critical: false }],
      ["verified_by", "read_only_field", one({}), { verified_by: node.tenant.doctorId }],
      ["order_id", "invalid_reference", one({}), { order_id: "lor_01jd7x2vry38gapbnk0v8yyk24" }],
      ["test_id", "invalid_reference", one({}), { test_id: "lot_01jd7x2vry38gapbnk0v8yyk24" }],
      [
        "specimen_id",
        "invalid_reference",
        one({}),
        { specimen_id: "spc_01jd7x2vry38gapbnk0v8yyk24" },
      ],
    ];
    for (const [path, code, observations, more] of cases)
      await expect(enter(placed, observations, more), path).rejects.toMatchObject(
        refusal(path, code),
      );
    await expect(enter(coded, [{ value_code: "perhaps" }])).rejects.toMatchObject(
      refusal("observations.0.value_code", "validation_error"),
    );
    const query = { order_id: placed.order.id, history: "true" } as const;
    expect((await world.client.call(list, { query })).body.data).toEqual([]);
    expect(await statusOf(placed.order.id)).toBe("received");
    const reactive = await enter(coded, [{ value_code: "reactive" }]);
    expect(reactive).toMatchObject({ critical: true, observations: [{ flag: "AA" }] });
  });

  test("are of an order that has specimens and was not cancelled, one for each test", async () => {
    const placed = await ranged();
    const ordered = await world.client.call(labOrdersContract.create, {
      body: {
        patient_id: await world.patient(),
        ordered_by: node.tenant.doctorId,
        tests: [{ test_code: placed.order.tests[0]?.test_code ?? "" }],
      },
    });
    const { id, tests } = ordered.body;
    const asOrdered = { order: ordered.body, testId: tests[0]?.id ?? "" };
    await expect(enter(asOrdered, [{ value_num: 12 }])).rejects.toMatchObject(
      refusal("order_id", "invalid_reference"),
    );
    const body = { status: "cancelled", status_reason: "Patient has left" } as const;
    await world.client.call(labOrdersContract.update, { params: { id }, body });
    await expect(enter(asOrdered, [{ value_num: 12 }])).rejects.toMatchObject(
      refusal("order_id", "invalid_reference"),
    );
    const first = await enter(placed, [{ value_num: 12 }]);
    await expect(enter(placed, [{ value_num: 12 }])).rejects.toMatchObject(
      refusal("test_id", "invalid_reference"),
    );
    const gone = { status: "cancelled", status_reason: "Wrong tube" } as const;
    expect(await change(first.id, gone)).toMatchObject(gone);
    expect(await enter(placed, [{ value_num: 12.5 }])).toMatchObject({ revision: 1 });
  });

  test("of several tests complete their order with the last", async () => {
    const tests = [
      { test_code: await newTestCode(world) },
      { test_code: await newTestCode(world) },
    ];
    const { order: placed } = await order({ tests });
    const states: string[] = [];
    for (const { id: testId } of placed.tests) {
      const entered = await enter({ order: placed, testId }, [{ value_num: 13 }]);
      states.push(await statusOf(placed.id));
      await change(entered.id, { status: "final" });
      states.push(await statusOf(placed.id));
    }
    expect(states).toEqual(["in_process", "partially_resulted", "partially_resulted", "completed"]);
  });

  test("are verified by the laboratory alone, read by doctors and in the timeline of the visit", async () => {
    const patient_id = await world.patient();
    const visit = await world.encounter(patient_id);
    const placed = await order({ patient_id, encounter_id: visit });
    const first = await enter(placed, [{ value_num: 13.5 }]);
    const as = (role: string) => clientFor(node, node.tenant, { claims: { roles: [role] } });
    const [doctor, nurse] = [await as("doctor"), await as("pharmacist")];
    await expect(change(first.id, { status: "final" }, doctor)).rejects.toMatchObject({
      status: 403,
    });
    await change(first.id, { status: "final" });
    const entries = async (client: Client) => {
      const request = { params: { id: visit }, query: { limit: "100" } } as const;
      const { body } = await client.call(encountersContract.timeline, request);
      return body.data.filter(({ kind }) => kind === "lab_result").map(({ summary }) => summary);
    };
    expect(await entries(doctor)).toEqual([
      expect.stringMatching(/^Lab result preliminary: Haemoglobin \d+ 13.5 g\/dL$/),
      expect.stringMatching(/^Lab result final: Haemoglobin \d+ 13.5 g\/dL$/),
    ]);
    expect(await entries(nurse)).toEqual([]);
  });
});
