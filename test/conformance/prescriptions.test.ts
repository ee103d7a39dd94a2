import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { itemsContract } from "@edgeward/shared/clinical/items/items.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import {
  keptStatuses,
  type KeptStatus,
} from "@edgeward/shared/clinical/prescriptions/prescription-parts.contract.ts";
import { prescriptionsContract } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import {
  dispensedStatuses,
  prescriptionStates,
} from "@edgeward/shared/clinical/prescriptions/prescriptions.states.ts";
import { prescriptionsTable } from "@edgeward/shared/clinical/prescriptions/prescriptions.table.ts";
import { staffTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import { engines } from "#support/engines.ts";
import { keptEvents } from "#support/kept-events.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { writeAsSystem } from "#support/seed.ts";
import { prescriptionBody } from "./rx-samples.ts";
import { wayTo } from "./state-paths.ts";
import { worldOf, type World } from "./world.ts";

const { create, get, list, update } = prescriptionsContract;

type Body = z.input<typeof create.body>;
type Change = z.input<typeof update.body>;

const dayMs = 24 * 3_600_000;

describe.each(engines)("prescriptions on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function prescribe(more: Partial<Body> = {}) {
    const body = await prescriptionBody(world, more);
    return (await world.client.call(create, { body })).body;
  }

  async function change(id: string, body: Change, client = world.client) {
    return (await client.call(update, { params: { id }, body })).body;
  }

  async function read(id: string) {
    return (await world.client.call(get, { params: { id } })).body;
  }

  async function patientWith(allergies: readonly string[], more: object = {}) {
    const body = {
      name: "Meena Rao",
      gender: "female",
      dob: "1980-01-01",
      allergies: allergies.map((substance) => ({ substance, criticality: "high" as const })),
      ...more,
    } as const;
    return (await world.client.call(patientsContract.create, { body })).body.id;
  }

  async function published(type: string, entityId: string): Promise<number> {
    const events = await keptEvents(node, (event) => event.entity_id === entityId);
    return events.filter(({ event_type: kept }) => kept === type).length;
  }

  function refusal(path: string, code: string) {
    return { status: 422, code, details: { fields: [{ path, code }] } };
  }

  async function medicine(more: object): Promise<Partial<Body>> {
    const { items } = await prescriptionBody(world);
    return { items: items.map((one) => ({ ...one, ...more })) };
  }

  const reason = { status_reason: "Not taken by the patient" };

  /** A prescription in a state; what follows from dispensing is put there. */
  async function inState(goal: KeptStatus): Promise<string> {
    const [direct = goal] = dispensedStatuses.includes(goal) ? (["issued"] as const) : [];
    const way = wayTo(prescriptionStates, "draft", direct);
    if (way === null) throw new Error(`no way leads to ${goal}`);
    const { id } = await prescribe({ draft: true });
    for (const status of way) await change(id, { status, ...reason });
    if (direct === goal) return id;
    await writeAsSystem(node, node.tenant.id, async (write) => {
      const row = await write.load(prescriptionsTable, id);
      if (row !== null) write.update(prescriptionsTable, row, { status: goal });
    });
    return id;
  }

  describe.each(keptStatuses)("in the state %s", (from) => {
    test.each(keptStatuses)("take or refuse %s as the table of states says", async (to) => {
      const id = await inState(from);
      const asked = await change(id, { status: to, ...reason }).catch((error: unknown) => error);
      const allowed = prescriptionStates.transitions[from];
      const refused = { status: 409, code: "invalid_transition", details: { from, to, allowed } };
      const way = dispensedStatuses.includes(to)
        ? refusal("status", "validation_error")
        : { status: to };
      const taken = from === to ? { status: to } : way;
      const isTaken = from === to || allowed.includes(to);
      expect(asked).toMatchObject(isTaken ? taken : refused);
    });
  });

  test("are issued with a number, a quantity for each medicine and a last day", async () => {
    const made = await prescribe();
    expect(made.rx_no).toMatch(/^[A-Z0-9]+-R\d{7}$/);
    expect(made).toMatchObject({
      status: "issued",
      valid_until: "2026-12-23",
      expires_at: "2026-12-23T18:30:00.000Z",
      interaction_alerts: [],
      items: [{ quantity: 15, quantity_unit: "tablet", refills: 0, substitution_allowed: true }],
    });
    expect(await published("prescription.created", made.id)).toBe(1);
    const draft = await prescribe({ draft: true });
    expect([draft.status, draft.issued_at]).toEqual(["draft", null]);
    expect(await published("prescription.created", draft.id)).toBe(0);
    await change(draft.id, { status: "issued" });
    await change(draft.id, { status: "issued" });
    expect(await published("prescription.created", draft.id)).toBe(1);
  });

  test("never change once they are issued, and are repeated by whoever reads them first", async () => {
    const made = await prescribe({ override: { reason: "Given before without harm" } });
    const { items, weight_kg, override, allergies_checked } = made;
    const same: Change = { items, weight_kg, override, allergies_checked };
    expect((await change(made.id, same)).version).toBe(made.version);
    const altered = items.map((one) => ({ ...one, dose: 2 }));
    await expect(change(made.id, { items: altered })).rejects.toMatchObject(
      refusal("items", "read_only_field"),
    );
    await expect(change(made.id, { weight_kg: 60 })).rejects.toMatchObject(
      refusal("weight_kg", "read_only_field"),
    );
    await change(made.id, { status: "stopped", ...reason });
    expect((await read(made.id)).items).toEqual(items);
  });

  test("are replaced by new ones, both or neither", async () => {
    const first = await prescribe();
    const replaces = { patient_id: first.patient_id, replaces_id: first.id };
    await expect(prescribe({ ...replaces, allergies_checked: false })).rejects.toMatchObject(
      refusal("allergies_checked", "validation_error"),
    );
    expect((await read(first.id)).status).toBe("issued");
    const next = await prescribe(replaces);
    const stopped = await read(first.id);
    expect(stopped.status).toBe("stopped");
    expect(stopped.status_history.at(-1)?.reason).toBe(`Replaced by ${next.rx_no}`);
    expect(await published("prescription.stopped", first.id)).toBe(1);
    await expect(prescribe(replaces)).rejects.toMatchObject({ code: "invalid_transition" });
    const strangers = { replaces_id: (await prescribe()).id };
    await expect(prescribe(strangers)).rejects.toMatchObject(
      refusal("replaces_id", "invalid_reference"),
    );
  });

  test("against an allergy need a reason, by whom and when", async () => {
    const patient_id = await patientWith(["Penicillin", "Peanuts"]);
    const said = {
      patient_id,
      ...(await medicine({ drug_name: "Mox", generic_name: "Amoxicillin" })),
    };
    await expect(prescribe(said)).rejects.toMatchObject({
      ...refusal("override", "validation_error"),
      details: { alerts: [{ severity: "major", source: "allergy" }] },
    });
    await expect(prescribe({ ...said, override: { reason: "short" } })).rejects.toMatchObject(
      refusal("override.reason", "validation_error"),
    );
    const given = { reason: "Tolerated twice, skin test negative" };
    const made = await prescribe({ ...said, override: given });
    expect(made.override).toMatchObject({ ...given, by: made.created_by });
    expect(made.interaction_alerts).toHaveLength(1);
    const draft = await prescribe({ ...said, draft: true });
    await expect(change(draft.id, { status: "issued" })).rejects.toMatchObject(
      refusal("override", "validation_error"),
    );
    const { items } = await medicine({ drug_name: "Azee", generic_name: "Azithromycin" });
    const changed = await change(draft.id, { status: "issued", items });
    expect(changed).toMatchObject({ status: "issued", interaction_alerts: [], override: null });
  });

  test("against what is prescribed with them or taken already need a reason, for as long as that lasts", async () => {
    const patient_id = await patientWith([]);
    const simvastatin = await medicine({
      drug_name: "Zocor",
      generic_name: "Simvastatin",
      frequency: "hs",
      duration_days: 30,
    });
    const taken = await prescribe({ patient_id, ...simvastatin });
    const clarithromycin = await medicine({
      drug_name: "Claribid",
      generic_name: "Clarithromycin",
    });
    const against = {
      severity: "contraindicated",
      source: "interaction",
      effect: "muscle_damage",
      pair: `Zocor (Simvastatin) (${taken.rx_no}) / Claribid (Clarithromycin)`,
    };
    const said = { patient_id, ...clarithromycin };
    await expect(prescribe(said)).rejects.toMatchObject({
      ...refusal("override", "validation_error"),
      details: { alerts: [against] },
    });
    const override = { reason: "Statin is paused for these five days" };
    const made = await prescribe({ ...said, override });
    expect(made).toMatchObject({ interaction_alerts: [against], override });
    // Somebody else takes neither.
    expect((await prescribe(clarithromycin)).interaction_alerts).toEqual([]);
    const both = { items: [...(simvastatin.items ?? []), ...(clarithromycin.items ?? [])] };
    await expect(prescribe(both)).rejects.toMatchObject(refusal("override", "validation_error"));
    // What was stopped is not taken any more, and neither is what a new one replaces.
    const other = await patientWith([]);
    const first = await prescribe({ patient_id: other, ...simvastatin });
    const replacing = await prescribe({
      patient_id: other,
      ...clarithromycin,
      replaces_id: first.id,
    });
    expect(replacing.interaction_alerts).toEqual([]);
    const again = await prescribe({ patient_id: other, ...clarithromycin });
    expect(again.interaction_alerts).toMatchObject([{ source: "duplicate" }]);
    expect(again.override).toBeNull();
  });

  test("keep a reason only against the warnings that it was given against", async () => {
    const patient_id = await patientWith(["Penicillin", "Ibuprofen"]);
    const given = { reason: "Tolerated twice, skin test negative" };
    const amoxicillin = await medicine({ drug_name: "Mox", generic_name: "Amoxicillin" });
    const draft = await prescribe({ patient_id, ...amoxicillin, draft: true, override: given });
    expect(await change(draft.id, { allergies_checked: true })).toMatchObject({ override: given });
    const { items } = await medicine({ drug_name: "Brufen", generic_name: "Ibuprofen" });
    await expect(change(draft.id, { status: "issued", items })).rejects.toMatchObject(
      refusal("override", "validation_error"),
    );
  });

  test("of a child, and by weight, need the weight", async () => {
    const child = await patientWith([], {
      dob: "2020-05-01",
      emergency_contact: { name: "Asha Rao", relationship: "parent", phone: "+919830012345" },
    });
    await expect(prescribe({ patient_id: child })).rejects.toMatchObject(
      refusal("weight_kg", "validation_error"),
    );
    const syrup = await medicine({
      form: "syrup",
      strength: "120 mg/5 ml",
      dose: 15,
      dose_unit: "mg_per_kg",
    });
    await expect(prescribe(syrup)).rejects.toMatchObject(refusal("weight_kg", "validation_error"));
    const made = await prescribe({ ...syrup, patient_id: child, weight_kg: 16.5 });
    expect(made).toMatchObject({
      weight_kg: 16.5,
      items: [{ quantity: 155, quantity_unit: "ml" }],
    });
  });

  test("name what is wrong with them, and leave nothing behind", async () => {
    const patientId = await world.patient();
    const strangers = await world.encounter();
    const drug = { code: `amox-${world.serial()}`, name: "Amoxil 500", unit: "capsule" } as const;
    const gloves = { ...drug, code: `gloves-${world.serial()}`, kind: "consumable" } as const;
    const glovesId = (await world.client.call(itemsContract.create, { body: gloves })).body.id;
    const ofItem = { drug_name: undefined, item_id: glovesId };
    const cases: readonly (readonly [string, string, Partial<Body>])[] = [
      [
        "patient_id",
        "invalid_reference",
        { patient_id: "pat_01jd7x2vry38gapbnk0v8yyk24", encounter_id: strangers },
      ],
      ["encounter_id", "invalid_reference", { encounter_id: strangers }],
      ["prescriber_id", "invalid_reference", { prescriber_id: node.tenant.nurseId }],
      ["allergies_checked", "validation_error", { allergies_checked: false }],
      ["items", "validation_error", { items: [] }],
      ["items.0.duration_days", "validation_error", await medicine({ duration_days: null })],
      ["items.0.quantity", "validation_error", await medicine({ frequency: "sos" })],
      ["items.0.custom_text", "validation_error", await medicine({ frequency: "custom" })],
      ["items.0.drug_name", "validation_error", await medicine({ drug_name: undefined })],
      ["items.0.item_id", "invalid_reference", await medicine(ofItem)],
      ["items.0.id", "read_only_field", await medicine({ id: "rxi_01jd7x2vry38gapbnk0v8yyk24" })],
      ["items.0.route", "invalid_enum", await medicine({ route: "by owl" })],
    ];
    for (const [path, code, more] of cases)
      await expect(prescribe({ patient_id: patientId, ...more }), path).rejects.toMatchObject(
        refusal(path, code),
      );
    for (const name of ["rx_no", "valid_until", "status", "interaction_alerts"]) {
      const body = { ...(await prescriptionBody(world)), [name]: "x" };
      await expect(world.client.call(create, { body }), name).rejects.toMatchObject(
        refusal(name, "read_only_field"),
      );
    }
    const query = { patient_id: patientId };
    expect((await world.client.call(list, { query })).body.data).toEqual([]);
    const itemId = (
      await world.client.call(itemsContract.create, { body: { ...drug, kind: "drug" } })
    ).body.id;
    const made = await prescribe(await medicine({ drug_name: undefined, item_id: itemId }));
    expect(made.items[0]).toMatchObject({ drug_name: "Amoxil 500", item_id: itemId });
  });

  test("are refused for a patient who was merged, and for a visit that was over long ago", async () => {
    const [id, survivor] = [await world.patient(), await world.patient()];
    const visit = await world.encounter(id);
    const body = { survivor_id: survivor, reason: "Registered twice" };
    await world.client.call(patientsContract.merge, { params: { id }, body });
    await expect(prescribe({ patient_id: id, encounter_id: visit })).rejects.toMatchObject(
      refusal("patient_id", "patient_merged"),
    );
    // A visit of the merged record is one of the same person.
    expect((await prescribe({ patient_id: survivor, encounter_id: visit })).status).toBe("issued");
  });

  test("are issued by a registered doctor, in the doctor's own name", async () => {
    const { doctorId, secondDoctorId, id: tenantId } = node.tenant;
    const as = (sub: string) =>
      clientFor(node, node.tenant, { claims: { sub, roles: ["doctor"] } });
    const body = await prescriptionBody(world);
    const other = await as(secondDoctorId);
    await expect(other.call(create, { body })).rejects.toMatchObject({
      status: 403,
      code: "forbidden",
    });
    const draft = (await other.call(create, { body: { ...body, draft: true } })).body;
    await expect(change(draft.id, { status: "issued" }, other)).rejects.toMatchObject({
      status: 403,
    });
    const own = await as(doctorId);
    expect((await change(draft.id, { status: "issued" }, own)).status).toBe("issued");
    const register = (registration: { council: string; no: string; valid_until: string } | null) =>
      writeAsSystem(node, tenantId, async (write) => {
        const row = await write.load(staffTable, secondDoctorId);
        if (row !== null) write.update(staffTable, row, { registration });
      });
    const ofOther = { prescriber_id: secondDoctorId };
    for (const registration of [null, { council: "MMC", no: "1", valid_until: "2026-11-22" }]) {
      await register(registration);
      await expect(prescribe(ofOther)).rejects.toMatchObject(
        refusal("prescriber_id", "prescriber_unregistered"),
      );
    }
    await register({ council: "MMC", no: "1", valid_until: "2026-11-23" });
    expect((await prescribe(ofOther)).prescriber_id).toBe(secondDoctorId);
  });

  test("stand in the timeline of their visit for those who may read them", async () => {
    const made = await prescribe();
    const params = { id: made.encounter_id };
    const entries = async (role: string) => {
      const client = await clientFor(node, node.tenant, { claims: { roles: [role] } });
      const query = { limit: "100" } as const;
      const { body } = await client.call(encountersContract.timeline, { params, query });
      return body.data.filter(({ kind }) => kind === "prescription").map((one) => one.summary);
    };
    expect(await entries("pharmacist")).toEqual([`Prescription ${made.rx_no} issued: Calpol`]);
    expect(await entries("lab")).toEqual([]);
  });

  // The last one: it takes the clock along.
  test("expire at the end of their last day, and are listed so", async () => {
    const patient_id = await world.patient();
    const made = await prescribe({ patient_id });
    const statuses = async (status: "issued" | "expired") => {
      const client = await clientFor(node, node.tenant);
      const { data } = (await client.call(list, { query: { patient_id, status } })).body;
      return data.map((one) => [one.id, one.status]);
    };
    expect(await statuses("issued")).toEqual([[made.id, "issued"]]);
    node.clock.advance(31 * dayMs);
    expect(await statuses("issued")).toEqual([]);
    expect(await statuses("expired")).toEqual([[made.id, "expired"]]);
    const client = await clientFor(node, node.tenant);
    const repeated = await change(made.id, { status: "expired" }, client);
    expect(repeated).toMatchObject({ status: "expired", version: made.version });
    const stopped = await change(made.id, { status: "stopped", ...reason }, client);
    expect(stopped.status).toBe("stopped");
  });
});
