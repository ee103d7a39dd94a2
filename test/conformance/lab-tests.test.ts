import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { labTestsContract } from "@edgeward/shared/clinical/lab-tests/lab-tests.contract.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { labTestBody, seedLabTest } from "./lab-samples.ts";
import { worldOf, type World } from "./world.ts";

const { create, list, update } = labTestsContract;

describe.each(engines)("the catalogue of laboratory tests on the $engine", (engine) => {
  const isHub = engine.engine === "hub";
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  test("is found by words, section, code and LOINC, page by page", async () => {
    const body = {
      ...labTestBody(world),
      ranges: [],
      name: "Glycated haemoglobin",
      loinc: "4548-4",
    };
    const id = await seedLabTest(world, body);
    for (const query of [
      { q: "glyc" },
      { loinc: "4548-4" },
      { code: body.code },
      { section: "haematology", q: "glycated haem" },
    ] as const) {
      const { data } = (await world.client.call(list, { query })).body;
      expect(
        data.map((one) => one.id),
        JSON.stringify(query),
      ).toEqual([id]);
    }
  });

  test.runIf(!isHub)("is changed at the hub alone", async () => {
    await expect(world.client.call(create, { body: labTestBody(world) })).rejects.toMatchObject({
      status: 409,
      code: "hub_only",
    });
  });

  async function panel(code: string, tests: string[]) {
    const name = `Panel ${code}`;
    const body = { code, name, kind: "panel", section: "haematology", tests } as const;
    return (await world.client.call(create, { body })).body;
  }

  async function single() {
    return (await world.client.call(create, { body: labTestBody(world) })).body;
  }

  test.runIf(isHub)(
    "keeps ranges, limits and codes as they were given, and refuses a code twice",
    async () => {
      const body = labTestBody(world);
      const made = (await world.client.call(create, { body })).body;
      expect(made).toMatchObject({
        kind: "test",
        value_type: "numeric",
        unit: "g/dL",
        plausible: { low: 1, high: 30 },
        tests: [],
        status: "active",
        branch_id: null,
      });
      expect(made.ranges[2]).toEqual({
        sex: "any",
        age_from_days: 0,
        age_below_days: 4380,
        low: 11,
        high: 14.5,
        critical_low: 6.5,
        critical_high: 22,
      });
      await expect(world.client.call(create, { body })).rejects.toMatchObject({
        status: 422,
        code: "duplicate_value",
        details: { fields: [{ path: "code" }] },
      });
    },
  );

  test.runIf(isHub).each([
    ["loinc", "validation_error", { loinc: "718-8" }],
    ["unit", "validation_error", { unit: null, ranges: [] }],
    ["tests", "validation_error", { tests: ["hb-1"] }],
    ["answers", "validation_error", { value_type: "coded", ranges: [] }],
    [
      "answers.1.code",
      "validation_error",
      {
        answers: [
          { code: "a", display: "A" },
          { code: "a", display: "B" },
        ],
      },
    ],
    ["ranges", "validation_error", { value_type: "text" }],
    ["ranges.0.low", "validation_error", { ranges: [{ low: 5, high: 3 }] }],
    ["ranges.0.low", "validation_error", { ranges: [{ critical_low: 5, low: 3 }] }],
    [
      "ranges.0.age_below_days",
      "validation_error",
      { ranges: [{ age_from_days: 9, age_below_days: 9 }] },
    ],
    ["ranges.1.sex", "validation_error", { ranges: [{ low: 1, age_from_days: 10 }, { low: 2 }] }],
    ["plausible.high", "validation_error", { plausible: { low: 9, high: 1 } }],
    ["section", "invalid_enum", { section: "kitchen" }],
    ["name_key", "unknown_field", { name_key: "x" }],
  ])("names %s in what is refused as %s: %j", async (path, code, more: object) => {
    const body = { ...labTestBody(world), ...more };
    await expect(world.client.call(create, { body })).rejects.toMatchObject({
      status: 422,
      code,
      details: { fields: [{ path, code }] },
    });
  });

  test.runIf(isHub)(
    "takes panels of tests and of panels, and none that leads back to itself",
    async () => {
      const [one, two] = [await single(), await single()];
      const inner = await panel("liver", [one.code]);
      const outer = await panel("health-check", [inner.code, two.code]);
      expect(outer.tests).toEqual(["liver", two.code]);
      const change = (id: string, tests: readonly string[]) =>
        world.client.call(update, { params: { id }, body: { tests: [...tests] } });
      const refused = (path: string, code: string) => ({
        status: 422,
        code,
        details: { fields: [{ path, code }] },
      });
      await expect(change(inner.id, [one.code, outer.code])).rejects.toMatchObject(
        refused("tests.1", "validation_error"),
      );
      await expect(change(inner.id, [inner.code])).rejects.toMatchObject(
        refused("tests.0", "validation_error"),
      );
      await expect(change(inner.id, [one.code, "no-such-test"])).rejects.toMatchObject(
        refused("tests.1", "invalid_reference"),
      );
      await expect(change(inner.id, [one.code, one.code])).rejects.toMatchObject(
        refused("tests.1", "validation_error"),
      );
      await expect(change(inner.id, [])).rejects.toMatchObject(
        refused("tests", "validation_error"),
      );
      const query = { code: inner.code };
      expect((await world.client.call(list, { query })).body.data).toEqual([inner]);
      await change(inner.id, [one.code, two.code]);
    },
  );

  test.runIf(isHub)(
    "is read by every role that orders or reports, and changed by the laboratory",
    async () => {
      const { id } = await single();
      const as = (role: string) => clientFor(node, node.tenant, { claims: { roles: [role] } });
      const body = { container: "Citrate, blue" };
      const lab = await as("lab");
      const changed = await lab.call(update, { params: { id }, body });
      expect(changed.body).toMatchObject({ ...body, version: 2 });
      const doctor = await as("doctor");
      await expect(doctor.call(update, { params: { id }, body })).rejects.toMatchObject({
        status: 403,
        code: "forbidden",
      });
      expect((await doctor.call(list, { query: { code: changed.body.code } })).body.data).toEqual([
        changed.body,
      ]);
    },
  );
});
