import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import {
  administrationsContract,
  administrationStatuses,
  type AdministrationStatus,
  type DueDose,
} from "@edgeward/shared/clinical/medication-administrations/medication-administrations.contract.ts";
import { administrationStates } from "@edgeward/shared/clinical/medication-administrations/medication-administrations.states.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { prescriptionsContract } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { engines } from "#support/engines.ts";
import { keptEvents } from "#support/kept-events.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { addDays, instantOf, localDate } from "@edgeward/shared/kernel/zones.ts";
import { administrationBody, prescribedOnWard } from "./rx-samples.ts";
import { worldOf, type World } from "./world.ts";

const { create, due, get, list, update } = administrationsContract;
type Body = z.input<typeof create.body>;
type Change = z.input<typeof update.body>;
type Prescribed = Awaited<ReturnType<typeof prescribedOnWard>>;

const minuteMs = 60_000;
const zone = "Asia/Kolkata";

describe.each(engines)("medicines that are given on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function note(body: Body, client: Client = world.client) {
    return (await client.call(create, { body })).body;
  }

  async function give(more: Partial<Body> = {}) {
    return note(await administrationBody(world, more));
  }

  async function change(id: string, body: Change, client: Client = world.client) {
    return (await client.call(update, { params: { id }, body })).body;
  }

  async function dosesOf(patient_id: string): Promise<readonly DueDose[]> {
    return (await world.client.call(due, { query: { patient_id } })).body.data;
  }

  const as = (role: string) => clientFor(node, node.tenant, { claims: { roles: [role] } });
  const refusal = (path: string, code = "validation_error") => ({
    status: 422,
    code,
    details: { fields: [{ path, code }] },
  });
  const ofFirst = ({ id, patient_id, items: [item] }: Prescribed, due_at: string | null) => ({
    patient_id,
    prescription_id: id,
    prescribed_item_id: item?.id ?? "",
    due_at,
  });

  async function publishedOf(entityId: string): Promise<readonly string[]> {
    const rows = await keptEvents(node, ({ entity_id: id }) => id === entityId);
    return rows.map((row) => row.event_type);
  }

  test("are noted with dose, route and time by the prescription, and with who gave them", async () => {
    const made = await give();
    expect(made).toMatchObject({
      status: "given",
      dose: 1,
      dose_unit: "tablet",
      route: "oral",
      given_at: made.created_at,
      performed_by: made.created_by,
      reason: null,
      follows_id: null,
      superseded_by_id: null,
    });
    expect(made.admission_id).toMatch(/^adm_/);
    expect(await publishedOf(made.id)).toEqual(["medication.given"]);
  });

  test("are not given with a reason alone, and then say no dose", async () => {
    for (const status of ["refused", "held"] as const) {
      await expect(give({ status })).rejects.toMatchObject(refusal("reason"));
      await expect(give({ status, reason: "Nauseous", dose: 1 })).rejects.toMatchObject(
        refusal("dose", "conflicting_fields"),
      );
      const made = await give({ status, reason: "Nauseous" });
      expect(made).toMatchObject({ status, dose: null, given_at: null, reason: "Nauseous" });
      expect(await publishedOf(made.id)).toEqual([`medication.${status}`]);
    }
    await expect(give({ status: "entered_in_error", reason: "Nauseous" })).rejects.toMatchObject(
      refusal("status"),
    );
  });

  test("are those of the patient's own prescription that stands, at this branch", async () => {
    const body = await administrationBody(world);
    const stranger = { ...body, patient_id: await world.patient() };
    await expect(note(stranger)).rejects.toMatchObject(refusal("patient_id", "invalid_reference"));
    const other = await prescribedOnWard(world);
    await expect(
      note({ ...body, prescribed_item_id: other.items[0]?.id ?? "" }),
    ).rejects.toMatchObject(refusal("prescribed_item_id", "invalid_reference"));
    const headers = { "x-branch-id": node.tenant.secondBranchId };
    const elsewhere = await clientFor(node, node.tenant, { headers });
    // A branch's node acts for no other branch at all.
    const code = engine.engine === "hub" ? "invalid_reference" : "branch_forbidden";
    await expect(note(body, elsewhere)).rejects.toMatchObject({ code });
    const params = { id: body.prescription_id };
    // The prescription may be stopped within the millisecond that it is now.
    const before = isoInstant(node.clock.now() - 1);
    await world.client.call(prescriptionsContract.update, {
      params,
      body: { status: "stopped", status_reason: "Rash" },
    });
    await expect(note(body)).rejects.toMatchObject(refusal("prescription_id", "invalid_reference"));
    // What was given before it was stopped is still noted.
    expect((await note({ ...body, given_at: before })).given_at).toBe(before);
  });

  test("are no more than is prescribed, in its unit and by its route, without a reason", async () => {
    await expect(give({ dose: 2 })).rejects.toMatchObject(refusal("reason"));
    await expect(give({ dose_unit: "ml" })).rejects.toMatchObject(
      refusal("dose_unit", "conflicting_fields"),
    );
    await expect(give({ route: "rectal" })).rejects.toMatchObject(refusal("reason"));
    await expect(
      give({ given_at: isoInstant(node.clock.now() + 6 * minuteMs) }),
    ).rejects.toMatchObject(refusal("given_at"));
    expect((await give({ dose: 0.5 })).dose).toBe(0.5);
    const reason = "The doctor asked for more by telephone";
    expect(await give({ dose: 2, reason })).toMatchObject({ dose: 2, reason });
    const byWeight = await prescribedOnWard(world, {
      frequency: "stat",
      duration_days: null,
      quantity: 1,
      dose: 15,
      dose_unit: "mg_per_kg",
    }).catch((error: unknown) => error);
    expect(byWeight).toMatchObject(refusal("weight_kg"));
  });

  test("are given at their times, which the prescription says", async () => {
    const made = await prescribedOnWard(world, { frequency: "bd", duration_days: 3 });
    const body = { ...ofFirst(made, null), status: "given" } as const;
    await expect(note(body)).rejects.toMatchObject(refusal("due_at"));
    const odd = isoInstant(node.clock.now());
    await expect(note({ ...body, due_at: odd })).rejects.toMatchObject(refusal("due_at"));
    const day = addDays(localDate(node.clock.now(), zone), 2);
    const later = isoInstant(instantOf(day, "08:00", zone));
    await expect(note({ ...body, due_at: later })).rejects.toMatchObject(refusal("due_at"));
    const needed = await prescribedOnWard(world, { frequency: "sos", quantity: 5 });
    const asNeeded = { ...ofFirst(needed, null), status: "given" } as const;
    await expect(note({ ...asNeeded, due_at: odd })).rejects.toMatchObject(refusal("due_at"));
    expect((await note(asNeeded)).due_at).toBeNull();
  });

  test("are given once for one time, and again with a reason alone; after a refusal without", async () => {
    const body = await administrationBody(world);
    const refused = await note({ ...body, status: "refused", reason: "Nauseous" });
    const first = await note(body);
    expect(first.follows_id).toBe(refused.id);
    await expect(note(body)).rejects.toMatchObject(refusal("due_at", "duplicate_value"));
    await expect(note({ ...body, status: "held", reason: "Asleep" })).rejects.toMatchObject(
      refusal("due_at", "duplicate_value"),
    );
    const again = await note({ ...body, reason: "Vomited at once" });
    expect(again.follows_id).toBe(first.id);
    // One that never was leaves its time free.
    const taken = { status: "entered_in_error", amend_reason: "Noted at the wrong bed" } as const;
    await change(first.id, taken);
    await change(again.id, taken);
    expect((await note(body)).follows_id).toBe(again.id);
  });

  test("are noted once by two at the same moment", async () => {
    const body = await administrationBody(world);
    const both = await Promise.allSettled([note(body), note(body)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const query = { prescription_id: body.prescription_id };
    expect((await world.client.call(list, { query })).body.data).toHaveLength(1);
  });

  test("are noted once for one intent, however often it is sent", async () => {
    const body = await administrationBody(world);
    const options = { idempotencyKey: "one-press-of-give" };
    const [one, same] = [
      await world.client.call(create, { body }, options),
      await world.client.call(create, { body }, options),
    ];
    expect(same.body).toEqual(one.body);
  });

  async function inState(status: AdministrationStatus) {
    if (status !== "entered_in_error")
      return give({ status, ...(status === "given" ? {} : { reason: "Nauseous" }) });
    const { id } = await give();
    return change(id, { status, amend_reason: "Noted at the wrong bed" });
  }

  describe.each(administrationStatuses)("in the state %s", (from) => {
    test.each(administrationStatuses)("are corrected to %s, or not", async (to) => {
      const { id } = await inState(from);
      const body = { status: to, amend_reason: "Noted at the wrong bed" };
      const reason = to === "refused" || to === "held" ? { reason: "Nauseous" } : {};
      const asked = await change(id, { ...body, ...reason }).catch((error: unknown) => error);
      const allowed = administrationStates.transitions[from];
      const refused = { status: 409, code: "invalid_transition", details: { from, to, allowed } };
      const isTaken = from === to || allowed.includes(to);
      expect(asked).toMatchObject(isTaken ? { status: to } : refused);
    });
  });

  test("are corrected by another version, with why; the one before stays as it was", async () => {
    const made = await give();
    await expect(change(made.id, { dose: 0.5 })).rejects.toMatchObject(refusal("amend_reason"));
    await expect(
      change(made.id, { status: "entered_in_error", amend_reason: "Oops" }),
    ).rejects.toMatchObject(refusal("amend_reason"));
    const amend_reason = "Half of it was spilt";
    const next = await change(made.id, { dose: 0.5, amend_reason });
    expect(next).toMatchObject({
      dose: 0.5,
      amends_id: made.id,
      amend_reason,
      performed_by: made.performed_by,
      given_at: made.given_at,
    });
    expect(await publishedOf(next.id)).toEqual(["medication.corrected"]);
    const before = (await world.client.call(get, { params: { id: made.id } })).body;
    expect(before).toEqual({ ...made, superseded_by_id: next.id });
    await expect(change(made.id, { dose: 0.25, amend_reason })).rejects.toMatchObject({
      status: 412,
      details: { superseded_by_id: next.id },
    });
    const query = { prescription_id: made.prescription_id };
    const ids = async (more: object) =>
      (await world.client.call(list, { query: { ...query, ...more } })).body.data.map(
        ({ id }) => id,
      );
    expect(await ids({})).toEqual([next.id]);
    expect(await ids({ history: "true" })).toEqual([next.id, made.id]);
  });

  test("are due to nobody who has gone home, or whose prescription was stopped", async () => {
    const made = await prescribedOnWard(world, {
      frequency: "stat",
      duration_days: null,
      quantity: 1,
    });
    expect(await dosesOf(made.patient_id)).toHaveLength(1);
    await world.client.call(prescriptionsContract.update, {
      params: { id: made.id },
      body: { status: "stopped", status_reason: "Rash" },
    });
    expect(await dosesOf(made.patient_id)).toEqual([]);
    const atHome = await world.patient();
    const visit = { id: await world.encounter(atHome), patient_id: atHome };
    await prescribedOnWard(world, {}, visit);
    expect(await dosesOf(atHome)).toEqual([]);
  });

  test("are noted by those who give them, and seen by those who prescribe and dispense", async () => {
    const body = await administrationBody(world);
    for (const role of ["front_desk", "billing", "lab"])
      await expect(note(body, await as(role))).rejects.toMatchObject({ status: 403 });
    await expect(note(body, await as("pharmacist"))).rejects.toMatchObject({ status: 403 });
    const made = await note(body, await as("nurse"));
    const seen = (role: string) => as(role).then((client) => client.call(get, { params: made }));
    await expect(seen("front_desk")).rejects.toMatchObject({ status: 403 });
    expect((await seen("pharmacist")).body.id).toBe(made.id);
    const stranger = await clientFor(node, node.other);
    await expect(stranger.call(get, { params: { id: made.id } })).rejects.toMatchObject({
      status: 404,
    });
    const { body: none } = await stranger.call(due, { query: { patient_id: made.patient_id } });
    expect(none.data).toEqual([]);
  });

  test("are given to the person, whichever of two records was prescribed for", async () => {
    const body = await administrationBody(world);
    const survivor_id = await world.patient();
    const params = { id: body.patient_id };
    const reason = "Registered twice, identity card seen";
    await world.client.call(patientsContract.merge, { params, body: { survivor_id, reason } });
    await expect(note(body)).rejects.toMatchObject(refusal("patient_id", "patient_merged"));
    expect(await dosesOf(survivor_id)).toMatchObject([{ state: "due" }]);
    const made = await note({ ...body, patient_id: survivor_id });
    expect(made.patient_id).toBe(body.patient_id);
    const query = { patient_id: survivor_id };
    expect((await world.client.call(list, { query })).body.data).toMatchObject([{ id: made.id }]);
  });

  test("stand in the timeline of their visit for those who may read them", async () => {
    const made = await give();
    await change(made.id, { dose: 0.5, amend_reason: "Half of it was spilt" });
    const ofVisit = async (role: string) => {
      const asked = { params: { id: made.encounter_id }, query: { limit: "100" } } as const;
      const { body } = await (await as(role)).call(encountersContract.timeline, asked);
      return body.data.filter(({ kind }) => kind === "medication").map(({ summary }) => summary);
    };
    expect(await ofVisit("nurse")).toEqual([
      "Calpol 1 tablet given",
      "Corrected: Calpol 0.5 tablet given: Half of it was spilt",
    ]);
    expect(await ofVisit("billing")).toEqual([]);
  });

  test("are listed as they are due: late, due and to come, with what became of each, page by page", async () => {
    const start_date = addDays(localDate(node.clock.now(), zone), 1);
    const made = await prescribedOnWard(world, { frequency: "bd", duration_days: 3, start_date });
    const visit = { id: made.encounter_id, patient_id: made.patient_id };
    await prescribedOnWard(world, { frequency: "sos", quantity: 5, drug_name: "Emeset" }, visit);
    const morning = isoInstant(instantOf(start_date, "08:00", zone));
    const evening = isoInstant(instantOf(start_date, "20:00", zone));
    const putTo = async (instant: string, ms: number) => {
      node.clock.advance(Date.parse(instant) + ms - node.clock.now());
      world = await worldOf(node, node.tenant);
    };
    const stateOf = async (due_at: string | null) =>
      (await dosesOf(made.patient_id)).find((one) => one.due_at === due_at)?.state;
    await putTo(morning, -61 * minuteMs);
    expect(await stateOf(morning)).toBe("upcoming");
    await putTo(morning, -59 * minuteMs);
    expect([await stateOf(morning), await stateOf(evening)]).toEqual(["due", "upcoming"]);
    expect(await stateOf(null)).toBe("as_needed");
    await putTo(morning, 61 * minuteMs);
    expect(await stateOf(morning)).toBe("late");
    const body = { ...ofFirst(made, morning), status: "given" } as const;
    const early = note({ ...ofFirst(made, evening), status: "given" });
    await expect(early).rejects.toMatchObject(refusal("reason"));
    const given = await note(body);
    const doses = await dosesOf(made.patient_id);
    expect(doses.map(({ state, drug_name }) => [state, drug_name])).toEqual([
      ["given", "Calpol"],
      ["upcoming", "Calpol"],
      ["as_needed", "Emeset"],
    ]);
    expect(doses[0]?.administration).toMatchObject({ id: given.id });
    const query = { patient_id: made.patient_id, limit: "2" };
    const first = (await world.client.call(due, { query })).body;
    expect([first.data.length, first.has_more]).toEqual([2, true]);
    const cursor = first.next_cursor ?? "";
    const rest = (await world.client.call(due, { query: { ...query, cursor } })).body;
    expect(rest.data).toMatchObject([{ state: "as_needed", due_at: null, dose: 1 }]);
    // After midnight, where the evening's dose is still to be given.
    await putTo(evening, 257 * minuteMs);
    expect([await stateOf(morning), await stateOf(evening)]).toEqual([undefined, "late"]);
    await note({ ...ofFirst(made, evening), status: "given" });
    expect(await stateOf(evening)).toBe("given");
  });
});
