import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import {
  triageContract,
  triageStatuses,
  type Triage,
  type TriageStatus,
} from "@edgeward/shared/clinical/triage/triage.contract.ts";
import { triageStates } from "@edgeward/shared/clinical/triage/triage.states.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { refusal } from "./patient-desk.ts";
import { wayTo } from "./state-paths.ts";
import { emergency, newTriage, triageBody } from "./stay-samples.ts";
import { worldOf, type World } from "./world.ts";

const { create, get, list, update } = triageContract;
const minuteMs = 60_000;

describe.each(engines)("triage on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function change(id: string, body: object, client = world.client): Promise<Triage> {
    return (await client.call(update, { params: { id }, body })).body;
  }

  const read = async (id: string) => (await world.client.call(get, { params: { id } })).body;
  const visitOf = async ({ encounter_id: id }: Triage) =>
    (await world.client.call(encountersContract.get, { params: { id } })).body;

  async function inState(status: TriageStatus): Promise<Triage> {
    let current = await newTriage(world);
    for (const step of wayTo(triageStates, "waiting", status) ?? [])
      current = await change(current.id, { status: step });
    return current;
  }

  describe.each(triageStatuses)("in the state %s", (from) => {
    test.each(triageStatuses)("takes or refuses %s as the table of states says", async (to) => {
      const { id } = await inState(from);
      const allowed = triageStates.transitions[from];
      const asked: unknown = await change(id, { status: to }).catch((error: unknown) => error);
      const refused = { status: 409, code: "invalid_transition", details: { from, to, allowed } };
      expect(asked).toMatchObject(from === to || allowed.includes(to) ? { status: to } : refused);
    });
  });

  test("takes its visit along, with what was measured", async () => {
    const triage = await newTriage(world, { level: 2, vitals: { pulse_bpm: 128, spo2_pct: 91 } });
    expect(triage).toMatchObject({
      scale: "ESI",
      status: "waiting",
      target_minutes: 10,
      colour: null,
      breached: false,
      triaged_at: triage.created_at,
    });
    expect(Date.parse(triage.due_at) - Date.parse(triage.triaged_at)).toBe(10 * minuteMs);
    expect(await visitOf(triage)).toMatchObject({
      visit_status: "triaged",
      triage_id: triage.id,
      patient_id: triage.patient_id,
      vitals: { pulse_bpm: 128, spo2_pct: 91 },
    });
  });

  test.each([
    ["ESI", [0, 10, 30, 60, 120], [null, null, null, null, null]],
    ["MTS", [0, 10, 60, 120, 240], ["red", "orange", "yellow", "green", "blue"]],
  ] as const)("gives each level of %s its time", async (scale, minutes, colours) => {
    for (const [index, target] of minutes.entries()) {
      const triage = await newTriage(world, { scale, level: index + 1 });
      expect(triage).toMatchObject({ target_minutes: target, colour: colours[index] });
      expect(Date.parse(triage.due_at) - Date.parse(triage.level_at)).toBe(target * minuteMs);
    }
  });

  test("says whose time has gone by, until they are seen", async () => {
    const triage = await newTriage(world, { level: 2 });
    const late = async () => {
      const { body } = await world.client.call(list, {
        query: { breached: "true", limit: "100" },
      });
      return body.data.some(({ id }) => id === triage.id);
    };
    expect(await late()).toBe(false);
    node.clock.advance(11 * minuteMs);
    expect((await read(triage.id)).breached).toBe(true);
    expect(await late()).toBe(true);
    expect((await change(triage.id, { status: "in_treatment" })).breached).toBe(false);
    expect(await late()).toBe(false);
  });

  test("is given anew, upwards at once and downwards for a reason; the time runs from then", async () => {
    const triage = await newTriage(world, { level: 3 });
    node.clock.advance(minuteMs);
    const up = await change(triage.id, { level: 2 });
    expect(up.retriages).toMatchObject([{ from_level: 3, to_level: 2, reason: null }]);
    expect(Date.parse(up.due_at)).toBe(Date.parse(up.level_at) + 10 * minuteMs);
    expect(up.triaged_at).toBe(triage.triaged_at);
    await expect(change(triage.id, { level: 4 })).rejects.toMatchObject({
      status: 422,
      ...refusal("validation_error", "retriage_reason"),
    });
    const down = await change(triage.id, { level: 4, retriage_reason: "Pain gone after drug" });
    expect(down.retriages.map(({ to_level: to }) => to)).toEqual([2, 4]);
    await change(triage.id, { status: "left_without_being_seen" });
    await expect(change(triage.id, { level: 1 })).rejects.toMatchObject(
      refusal("validation_error", "level"),
    );
  });

  test("lists the most urgent first, and who came first among those", async () => {
    const levels = [4, 1, 3, 1];
    const made: Triage[] = [];
    for (const level of levels) made.push(await newTriage(world, { level }));
    const { body } = await world.client.call(list, { query: { limit: "100", open: "true" } });
    const shown = body.data.filter(({ id }) => made.some((one) => one.id === id));
    expect(shown.map(({ id }) => id)).toEqual(
      [made[1], made[3], made[2], made[0]].map((one) => one?.id),
    );
    const first = await world.client.call(list, { query: { level: "1", limit: "100" } });
    expect(new Set(first.body.data.map(({ level }) => level))).toEqual(new Set([1]));
  });

  test.each([
    ["level", "validation_error", { level: 6 }],
    ["level", "validation_error", { level: "red" }],
    ["level", "validation_error", { level: undefined }],
    ["scale", "invalid_enum", { scale: "CTAS" }],
    ["mode_of_arrival", "invalid_enum", { mode_of_arrival: "helicopter" }],
    ["chief_complaint", "validation_error", { chief_complaint: "" }],
    ["vitals", "validation_error", { vitals: null }],
    ["vitals.sbp", "validation_error", { vitals: { sbp: 900 } }],
    ["vitals.dbp", "validation_error", { vitals: { sbp: 80, dbp: 90 } }],
    ["gcs.e", "validation_error", { gcs: { e: 0, v: 5, m: 6 } }],
    ["avpu", "invalid_enum", { avpu: "sleepy" }],
    ["pain", "validation_error", { pain: 11 }],
    [
      "esi",
      "conflicting_fields",
      {
        scale: "MTS",
        esi: { life_saving: true, high_risk: false, resources: 0, danger_zone_vitals: false },
      },
    ],
    ["discriminators", "conflicting_fields", { discriminators: ["Chest pain"] }],
    [
      "override_reason",
      "validation_error",
      {
        level: 3,
        esi: { life_saving: true, high_risk: false, resources: 3, danger_zone_vitals: false },
      },
    ],
    [
      "override_reason",
      "validation_error",
      {
        level: 3,
        esi: { life_saving: false, high_risk: true, resources: 3, danger_zone_vitals: false },
      },
    ],
    [
      "override_reason",
      "validation_error",
      {
        level: 3,
        esi: { life_saving: false, high_risk: false, resources: 1, danger_zone_vitals: false },
      },
    ],
    [
      "override_reason",
      "validation_error",
      {
        level: 4,
        esi: { life_saving: false, high_risk: false, resources: 0, danger_zone_vitals: false },
      },
    ],
    ["encounter_id", "invalid_reference", { encounter_id: "enc_00000000000000000000000000" }],
    ["status", "unknown_field", { status: "waiting" }],
  ])("names %s in what is refused as %s: %j", async (path, code, more) => {
    const visit = await emergency(world);
    const asked: object = { encounter_id: visit, ...more };
    await expect(newTriage(world, asked)).rejects.toMatchObject({
      status: 422,
      ...refusal(code, path),
    });
    const { body } = await world.client.call(list, { query: { encounter_id: visit } });
    expect(body.data).toEqual([]);
  });

  test("takes a level that the scale's questions do not lead to for a reason", async () => {
    const esi = { life_saving: false, high_risk: false, resources: 0, danger_zone_vitals: false };
    const triage = await newTriage(world, {
      level: 3,
      esi,
      override_reason: "Frail and alone at home",
    });
    expect(triage.override_reason).toBe("Frail and alone at home");
  });

  test("needs no vitals for somebody who cannot wait", async () => {
    expect((await newTriage(world, { level: 1, vitals: null })).vitals).toBeNull();
  });

  test("is of emergencies alone, one at a time", async () => {
    const outpatient = await world.encounter();
    await expect(newTriage(world, { encounter_id: outpatient })).rejects.toMatchObject(
      refusal("invalid_reference", "encounter_id"),
    );
    const triage = await newTriage(world);
    await expect(newTriage(world, { encounter_id: triage.encounter_id })).rejects.toMatchObject(
      refusal("duplicate_value", "encounter_id"),
    );
  });

  test("lets the visit begin without a reason to leave it out, and end only when it is over", async () => {
    const triage = await newTriage(world);
    const visit = (body: object) =>
      world.client.call(encountersContract.update, { params: { id: triage.encounter_id }, body });
    await visit({ visit_status: "in_progress", doctor_id: node.tenant.doctorId });
    const completion = { visit_status: "completed", disposition: "home", diagnosis_code: "S93.4" };
    await expect(visit(completion)).rejects.toMatchObject(
      refusal("validation_error", "visit_status"),
    );
    await change(triage.id, { status: "in_treatment" });
    await change(triage.id, { status: "completed" });
    expect((await visit(completion)).body.visit_status).toBe("completed");
  });

  test("stands in the timeline of its visit", async () => {
    const triage = await newTriage(world, { level: 3 });
    await change(triage.id, { level: 2 });
    await change(triage.id, { status: "in_treatment" });
    const shown = async (client: Client) => {
      const { body } = await client.call(encountersContract.timeline, {
        params: { id: triage.encounter_id },
        query: { limit: "100" },
      });
      return body.data.filter(({ kind }) => kind === "triage").map(({ summary }) => summary);
    };
    expect(await shown(world.client)).toEqual([
      "Triage waiting, ESI level 3",
      "Triaged again, from level 3 to 2",
      "Triage in treatment",
    ]);
    const pharmacist = await clientFor(node, node.tenant, { claims: { roles: ["pharmacist"] } });
    expect(await shown(pharmacist)).toEqual([]);
  });

  test("is changed by nurses and doctors alone", async () => {
    const triage = await newTriage(world);
    const as = (role: string) => clientFor(node, node.tenant, { claims: { roles: [role] } });
    for (const role of ["front_desk", "branch_admin"])
      await expect(change(triage.id, { level: 2 }, await as(role))).rejects.toMatchObject({
        status: 403,
      });
    expect((await change(triage.id, { level: 2 }, await as("nurse"))).level).toBe(2);
    const body = { ...triageBody(), encounter_id: await emergency(world) };
    await expect((await as("pharmacist")).call(create, { body })).rejects.toMatchObject({
      status: 403,
    });
  });
});
