import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  appointmentsContract,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import {
  waitlistContract,
  waitlistStatuses,
  type WaitlistStatus,
} from "@edgeward/shared/clinical/waitlist/waitlist.contract.ts";
import { waitlistStates } from "@edgeward/shared/clinical/waitlist/waitlist.states.ts";
import { engines } from "#support/engines.ts";
import type { TestNode } from "#support/node.ts";
import { wayTo } from "./state-paths.ts";
import { worldOf, type World } from "./world.ts";

const { book, create, get, list, update } = waitlistContract;

describe.each(engines)("the waiting list on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function add(more: object = {}) {
    const body = {
      patient_id: await world.patient(),
      provider_id: node.tenant.doctorId,
      from_day: "2026-11-24",
      to_day: "2026-12-01",
      ...more,
    };
    return (await world.client.call(create, { body })).body;
  }

  async function change(id: string, body: object) {
    return (await world.client.call(update, { params: { id }, body })).body;
  }

  function bookIn(id: string, slotTime: string, more: object = {}) {
    const body = { provider_id: node.tenant.doctorId, slot_time: slotTime, ...more };
    return world.client.call(book, { params: { id }, body });
  }

  async function appointmentsOf(patientId: string): Promise<readonly Appointment[]> {
    const query = { patient_id: patientId };
    return (await world.client.call(appointmentsContract.list, { query })).body.data;
  }

  async function inState(status: WaitlistStatus): Promise<string> {
    const way = wayTo(waitlistStates, "waiting", status);
    if (way === null) throw new Error(`no way leads to ${status}`);
    const { id } = await add();
    for (const step of way) {
      if (step === "accepted") await bookIn(id, world.freeSlot());
      else await change(id, { status: step });
    }
    return id;
  }

  describe.each(waitlistStatuses)("in the state %s", (from) => {
    const others = waitlistStatuses.filter((to) => to !== "accepted");
    test.each(others)("takes or refuses %s as the table of states says", async (to) => {
      const id = await inState(from);
      const allowed = waitlistStates.transitions[from];
      const asked = await change(id, { status: to }).catch((error: unknown) => error);
      const refused = { status: 409, code: "invalid_transition", details: { from, to, allowed } };
      expect(asked).toMatchObject(from === to || allowed.includes(to) ? { status: to } : refused);
    });

    test("becomes an appointment, or not, as the table of states says", async () => {
      const id = await inState(from);
      const isOpen = waitlistStates.transitions[from].includes("accepted");
      const asked = await bookIn(id, world.freeSlot()).catch((error: unknown) => error);
      const refused = { status: 409, code: "invalid_transition" };
      expect(asked).toMatchObject(isOpen ? { body: { status: "accepted" } } : refused);
    });
  });

  test("becomes an appointment of the patient, for what was asked, in one go", async () => {
    const entry = await add({ encounter_type: "telehealth" });
    const slotTime = world.freeSlot();
    const { body } = await bookIn(entry.id, slotTime, { reason: "Cough" });
    const [made, ...more] = await appointmentsOf(entry.patient_id);
    expect(more).toEqual([]);
    expect(made).toMatchObject({
      id: body.appointment_id,
      slot_time: slotTime,
      status: "booked",
      encounter_type: "telehealth",
      reason: "Cough",
    });
    expect(body.status_history.map(({ status }) => status)).toEqual(["waiting", "accepted"]);
  });

  test("stays as it is where the time is taken, and nothing is booked", async () => {
    const [first, second] = [await add(), await add()];
    const slotTime = world.freeSlot();
    await bookIn(first.id, slotTime);
    await expect(bookIn(second.id, slotTime)).rejects.toMatchObject({
      status: 422,
      code: "slot_unavailable",
    });
    expect((await world.client.call(get, { params: { id: second.id } })).body).toEqual(second);
    expect(await appointmentsOf(second.patient_id)).toEqual([]);
  });

  test("gives one entry one appointment, though two desks book it at once", async () => {
    const { id, patient_id: patientId } = await add();
    const [one, other] = [world.freeSlot(), world.freeSlot()];
    const outcomes = await Promise.allSettled([bookIn(id, one), bookIn(id, other)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await appointmentsOf(patientId)).toHaveLength(1);
  });

  test("is never accepted without an appointment", async () => {
    const { id } = await add();
    await expect(change(id, { status: "accepted" })).rejects.toMatchObject({
      code: "validation_error",
      details: { fields: [{ path: "status" }] },
    });
  });

  test.each([
    ["to_day", "validation_error", { from_day: "2026-12-02", to_day: "2026-12-01" }],
    ["to_day", "validation_error", { from_day: "2026-12-02", to_day: "2028-12-01" }],
    ["provider_id", "validation_error", { provider_id: null }],
    ["provider_id", "invalid_reference", { provider_id: "stf_01jd7x2vry38gapbnk0v8yyk24" }],
    ["patient_id", "invalid_reference", { patient_id: "pat_01jd7x2vry38gapbnk0v8yyk24" }],
  ] as const)("names %s in what is refused as %s: %j", async (path, code, more) => {
    await expect(add(more)).rejects.toMatchObject({
      status: 422,
      code,
      details: { fields: [{ path, code }] },
    });
  });

  test("lists who waits for a day, and leaves out who waits no more", async () => {
    const soon = await add({ from_day: "2027-01-10", to_day: "2027-01-12" });
    const late = await add({
      from_day: "2027-01-12",
      to_day: "2027-01-20",
      provider_id: null,
      department: "cardiology",
    });
    const gone = await add({ from_day: "2027-01-10", to_day: "2027-01-20" });
    await change(gone.id, { status: "removed", status_reason: "Moved away" });
    await change(late.id, { status: "offered" });
    const on = async (day: string) => {
      const query = { date_from: day, date_to: day, open: "true" } as const;
      return (await world.client.call(list, { query })).body.data.map(({ id }) => id);
    };
    expect(await on("2027-01-10")).toEqual([soon.id]);
    expect(await on("2027-01-12")).toEqual([soon.id, late.id]);
    expect(await on("2027-01-20")).toEqual([late.id]);
    expect(await on("2027-01-21")).toEqual([]);
  });
});
