import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  appointmentsContract,
  appointmentStatuses,
  type Appointment,
  type AppointmentStatus,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { appointmentStates } from "@edgeward/shared/clinical/appointments/appointments.states.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { wayTo } from "./state-paths.ts";
import { worldOf, type World } from "./world.ts";

const { cancel, create, get, list, slots, update } = appointmentsContract;

describe.each(engines)("appointments on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function change({ id }: Pick<Appointment, "id">, body: object) {
    return (await world.client.call(update, { params: { id }, body })).body;
  }

  async function read({ id }: Pick<Appointment, "id">) {
    return (await world.client.call(get, { params: { id } })).body;
  }

  async function inState(status: AppointmentStatus): Promise<Appointment> {
    const way = wayTo(appointmentStates, "booked", status);
    if (way === null) throw new Error(`no way leads to ${status}`);
    let appointment = await world.appointment();
    for (const step of way) appointment = await change(appointment, { status: step });
    return appointment;
  }

  describe.each(appointmentStatuses)("in the state %s", (from) => {
    test.each(appointmentStatuses)(
      "takes or refuses %s as the table of states says",
      async (to) => {
        const appointment = await inState(from);
        const allowed = appointmentStates.transitions[from];
        const asked = await change(appointment, { status: to }).catch((error: unknown) => error);
        const refused = { status: 409, code: "invalid_transition", details: { from, to, allowed } };
        const passed = { status: to, version: appointment.version + (from === to ? 0 : 1) };
        expect(asked).toMatchObject(from === to || allowed.includes(to) ? passed : refused);
        expect((await read(appointment)).status).toBe(allowed.includes(to) ? to : from);
      },
    );
  });

  test("keeps every state it was in, with who and when", async () => {
    const appointment = await inState("completed");
    const steps = ["booked", "checked_in", "in_consultation", "completed"];
    expect(appointment.status_history.map(({ status }) => status)).toEqual(steps);
    expect(
      appointment.status_history.every(({ by, at }) => by.startsWith("cli_") && at.endsWith("Z")),
    ).toBe(true);
  });

  test("says when each of some patients comes next, and of nobody who is not expected", async () => {
    const [first, later, other] = [
      await world.appointment(),
      await world.appointment(),
      await world.appointment(),
    ];
    const body = { patient_id: first.patient_id } as const;
    const slot_time = world.freeSlot();
    const provider_id = node.tenant.doctorId;
    await world.client.call(create, { body: { ...body, provider_id, slot_time } });
    await change(other, { status: "cancelled" });
    const foreign = await worldOf(node, node.other);
    const asked = [first, later, other].map((each) => each.patient_id).join(",");
    const ask = async (of: World, ids: string) =>
      (await of.client.call(appointmentsContract.next, { query: { patient_id: ids } })).body.data;
    expect(await ask(world, asked)).toEqual(
      [first, later].map((each) => ({
        patient_id: each.patient_id,
        appointment_id: each.id,
        branch_id: each.branch_id,
        provider_id: each.provider_id,
        slot_time: each.slot_time,
      })),
    );
    expect(await ask(foreign, asked)).toEqual([]);
    await expect(ask(world, "nobody")).rejects.toMatchObject({
      status: 422,
      details: { fields: [{ path: "patient_id.0" }] },
    });
    await change(first, { status: "checked_in" });
    expect((await ask(world, first.patient_id)).map((each) => each.slot_time)).toEqual([slot_time]);
  });

  function resolvedCodes(results: readonly PromiseSettledResult<unknown>[]): readonly string[] {
    return results.map((result) => {
      if (result.status === "fulfilled") return "done";
      const reason: unknown = result.reason;
      return typeof reason === "object" && reason !== null && "code" in reason
        ? String(reason.code)
        : "fault";
    });
  }

  function refusedTimes(count: number): readonly string[] {
    return ["done", ...Array.from({ length: count }, () => "slot_unavailable")];
  }

  test("gives one slot to one of twenty who ask at once", async () => {
    const patients = await Promise.all(Array.from({ length: 20 }, () => world.patient()));
    const slotTime = world.freeSlot();
    const asked = patients.map((patient) =>
      world.client.call(create, {
        body: { patient_id: patient, provider_id: node.tenant.doctorId, slot_time: slotTime },
      }),
    );
    const codes = resolvedCodes(await Promise.allSettled(asked));
    expect(codes.toSorted()).toEqual(refusedTimes(19));
    const day = slotTime.slice(0, 10);
    const listed = await world.client.call(list, {
      query: { date_from: day, date_to: day, limit: "100" },
    });
    expect(listed.body.data.filter((row) => row.slot_time === slotTime)).toHaveLength(1);
  });

  test("gives one slot to one of ten who are moved there at once, and frees theirs", async () => {
    const moved = [];
    for (let count = 0; count < 10; count += 1) moved.push(await world.appointment());
    const goal = world.freeSlot();
    const codes = resolvedCodes(
      await Promise.allSettled(
        moved.map((appointment) => change(appointment, { slot_time: goal })),
      ),
    );
    expect(codes.toSorted()).toEqual(refusedTimes(9));
    const free = moved[codes.indexOf("done")]?.slot_time;
    const { body } = await world.client.call(create, {
      body: {
        patient_id: await world.patient(),
        provider_id: node.tenant.doctorId,
        slot_time: free,
      },
    });
    expect(body.slot_time).toBe(free);
  });

  test("books two overlapping lengths of one provider only once", async () => {
    const [first, second] = [world.freeSlot(), world.freeSlot()];
    const patient = await world.patient();
    const book = (slotTime: string, minutes: number) =>
      world.client.call(create, {
        body: {
          patient_id: patient,
          provider_id: node.tenant.secondDoctorId,
          slot_time: slotTime,
          duration_min: minutes,
        },
      });
    const codes = resolvedCodes(await Promise.allSettled([book(first, 30), book(second, 15)]));
    const isNextDay = Date.parse(second) - Date.parse(first) > 15 * 60_000;
    expect(codes.toSorted()).toEqual(isNextDay ? ["done", "slot_unavailable"] : refusedTimes(1));
  });

  test("numbers fifty who walk in at once from 1 to 50", async () => {
    const patient = await world.patient();
    const asked = Array.from({ length: 50 }, () =>
      world.client.call(create, {
        body: {
          patient_id: patient,
          provider_id: node.tenant.doctorId,
          source: "walk_in",
          queue_code: "rush",
        },
      }),
    );
    const numbers = (await Promise.all(asked)).map(({ body }) => body.queue_no ?? 0);
    expect(numbers.toSorted((one, next) => one - next)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    const last = await world.client.call(create, {
      body: {
        patient_id: patient,
        provider_id: node.tenant.doctorId,
        source: "walk_in",
        queue_code: "rush",
      },
    });
    expect(last.body).toMatchObject({
      queue_no: 51,
      token_code: "RUS-051",
      business_date: "2026-11-23",
      status: "checked_in",
    });
  });

  test("leaves no hole in the queue where a walk-in was refused", async () => {
    const body = {
      provider_id: node.tenant.doctorId,
      source: "walk_in",
      queue_code: "holes",
    } as const;
    const patient = await world.patient();
    const one = await world.client.call(create, { body: { ...body, patient_id: patient } });
    const nobody = patient.replace(/.{6}$/, "zzzzzz");
    await expect(
      world.client.call(create, { body: { ...body, patient_id: nobody } }),
    ).rejects.toMatchObject({
      status: 422,
      code: "invalid_reference",
    });
    const two = await world.client.call(create, { body: { ...body, patient_id: patient } });
    expect([one.body.queue_no, two.body.queue_no]).toEqual([1, 2]);
  });

  test("shows as free what can be booked, and as booked what cannot", async () => {
    const slotTime = world.freeSlot();
    const query = { provider_id: node.tenant.doctorId, date: slotTime.slice(0, 10) };
    const stateOf = async () =>
      (await world.client.call(slots, { query })).body.data.find(
        (slot) => slot.start_at === slotTime,
      );
    expect(await stateOf()).toMatchObject({ available: true, remaining: 1, reason: null });
    const body = {
      patient_id: await world.patient(),
      provider_id: query.provider_id,
      slot_time: slotTime,
    };
    const { id } = (await world.client.call(create, { body })).body;
    expect(await stateOf()).toMatchObject({ available: false, remaining: 0, reason: "booked" });
    await world.client.call(cancel, { params: { id }, query: { reason: "patient_request" } });
    expect(await stateOf()).toMatchObject({ available: true, reason: null });
  });

  test("names the booking in the way and at least three other times", async () => {
    const first = await world.appointment();
    const body = {
      patient_id: first.patient_id,
      provider_id: first.provider_id,
      slot_time: first.slot_time,
    };
    const failed: unknown = await world.client
      .call(create, { body })
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({
      status: 422,
      code: "slot_unavailable",
      details: {
        conflicts: [{ type: "existing_booking", id: first.id }],
        suggestions: expect.arrayContaining([{ start_at: expect.any(String), available: true }]),
      },
    });
    expect(JSON.stringify(failed).match(/start_at/g)?.length).toBeGreaterThanOrEqual(3);
  });

  test.each([
    [
      "a patient of another tenant",
      async () => ({ patient_id: await (await worldOf(node, node.other)).patient() }),
    ],
    ["a doctor of another tenant", async () => ({ provider_id: node.other.doctorId })],
    ["a clerk", async () => ({ provider_id: node.tenant.clerkId })],
    ["a doctor of another branch", async () => ({ provider_id: node.tenant.elsewhereDoctorId })],
  ])("refuses %s, and does not say whether there is one", async (_, wrong) => {
    const given = await wrong();
    const body = {
      patient_id: await world.patient(),
      provider_id: node.tenant.doctorId,
      slot_time: world.freeSlot(),
      ...given,
    };
    const [path] = Object.keys(given);
    const failed: unknown = await world.client
      .call(create, { body })
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({
      status: 422,
      code: "invalid_reference",
      details: { fields: [{ path }] },
    });
    expect(JSON.stringify(failed)).not.toContain(Object.values(given)[0]);
  });

  test("lets a kiosk check a patient in and nothing else", async () => {
    const kiosk = await clientFor(node, node.tenant, {
      claims: { sub: node.runtime.newId("dev"), roles: ["device"] },
    });
    const { id } = await world.appointment();
    const notify = (body: object) => kiosk.call(update, { params: { id }, body });
    await expect(notify({ status: "cancelled" })).rejects.toMatchObject({
      status: 403,
      code: "forbidden",
    });
    await expect(notify({ status: "checked_in", reason: "x" })).rejects.toMatchObject({
      status: 403,
    });
    expect((await notify({ status: "checked_in" })).body.queue_no).toBeGreaterThan(0);
  });
});
