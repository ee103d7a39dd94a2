import type * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { holidaysContract } from "@edgeward/shared/clinical/holidays/holidays.contract.ts";
import { scheduleExceptionsContract } from "@edgeward/shared/clinical/schedule-exceptions/schedule-exceptions.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { addDays, instantOf, localDate } from "@edgeward/shared/kernel/zones.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { holidayBody, seedHoliday } from "./schedule-samples.ts";
import { worldOf, type World } from "./world.ts";

const zone = "Asia/Kolkata";
const { create, list, update } = scheduleExceptionsContract;
const { create: book, list: listAppointments, get, slots, update: change } = appointmentsContract;

describe.each(engines)("exceptions of the usual hours on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  let client: Client;
  let ahead = 0;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    ({ client } = world);
  });
  afterAll(() => node.stop());

  /** A day on which nothing has happened, further ahead with each call. */
  function freshDay(): string {
    ahead += 1;
    return addDays(localDate(node.clock.now(), zone), 20 + ahead);
  }

  function at(day: string, time: string): string {
    return isoInstant(instantOf(day, time, zone));
  }

  function wholeDay(day: string) {
    return { starts_at: at(day, "00:00"), ends_at: at(addDays(day, 1), "00:00") };
  }

  async function except(body: z.input<typeof create.body>) {
    return (await client.call(create, { body })).body;
  }

  async function reasons(day: string, providerId = node.tenant.doctorId) {
    const query = { provider_id: providerId, date: day };
    return (await client.call(slots, { query })).body.data.map(({ reason }) => reason);
  }

  async function bookAt(slotTime: string, more: object = {}) {
    const { doctorId } = node.tenant;
    const body = { patient_id: await world.patient(), provider_id: doctorId, slot_time: slotTime };
    return (await client.call(book, { body: { ...body, ...more } })).body;
  }

  async function listed(query: object) {
    const { body } = await client.call(listAppointments, { query: { limit: "100", ...query } });
    return body.data.map(({ id }) => id);
  }

  function doctorClient(id: string): Promise<Client> {
    return clientFor(node, node.tenant, { claims: { sub: id, roles: ["doctor"] } });
  }

  test("close a doctor's slots for as long as the doctor is away, and nobody else's", async () => {
    const day = freshDay();
    const { doctorId, secondDoctorId } = node.tenant;
    await except({
      kind: "leave",
      provider_id: doctorId,
      starts_at: at(day, "13:00"),
      ends_at: at(day, "23:59"),
      reason: "Conference",
    });
    const own = await reasons(day);
    expect([own.slice(0, 16), own.slice(16)].map((part) => [...new Set(part)])).toEqual([
      [null],
      ["on_leave"],
    ]);
    expect(new Set(await reasons(day, secondDoctorId))).toEqual(new Set([null]));
  });

  test("refuse a booking then, with the field and what stands in the way, and name other times", async () => {
    const day = freshDay();
    const { doctorId } = node.tenant;
    const leave = { kind: "leave", provider_id: doctorId, ...wholeDay(day) } as const;
    const { id } = await except(leave);
    const refused = {
      status: 422,
      code: "slot_unavailable",
      details: {
        fields: [{ path: "slot_time", code: "slot_unavailable" }],
        conflicts: [{ type: "outside_working_hours", reason: "provider_on_leave", id }],
      },
    };
    const failure = await bookAt(at(day, "10:00")).catch((error: unknown) => error);
    expect(failure).toMatchObject(refused);
    const offered = await client
      .call(slots, { query: { provider_id: doctorId, date: addDays(day, 1) } })
      .then(({ body }) => body.data[0]?.start_at);
    expect(JSON.stringify(failure)).toContain(offered);
    // Also for those who may overbook.
    await expect(bookAt(at(day, "10:00"), { overbook: true })).rejects.toMatchObject(refused);
  });

  test("refuse to move somebody there", async () => {
    const day = freshDay();
    await except({ kind: "closed", ...wholeDay(day) });
    const { id } = await bookAt(world.freeSlot());
    await expect(
      client.call(change, { params: { id }, body: { slot_time: at(day, "09:00") } }),
    ).rejects.toMatchObject({
      code: "slot_unavailable",
      details: { conflicts: [{ reason: "closed" }] },
    });
  });

  test("close everybody's slots where nobody is named", async () => {
    const day = freshDay();
    await except({ kind: "closed", ...wholeDay(day), reason: "Flood" });
    for (const id of [node.tenant.doctorId, node.tenant.secondDoctorId])
      expect(new Set(await reasons(day, id))).toEqual(new Set(["closed"]));
  });

  test("list whom they stand in the way of, when they are made and later, until those are moved", async () => {
    const day = freshDay();
    const early = await bookAt(at(day, "09:00"));
    const late = await bookAt(at(day, "12:00"));
    const others = await bookAt(at(day, "09:00"), { provider_id: node.tenant.secondDoctorId });
    const gone = await bookAt(at(day, "09:15"));
    await client.call(change, { params: { id: gone.id }, body: { status: "cancelled" } });
    const leave = await except({
      kind: "leave",
      provider_id: node.tenant.doctorId,
      ...wholeDay(day),
    });
    expect([leave.affected_count, leave.affected_ids]).toEqual([2, [early.id, late.id]]);
    expect(await listed({ schedule_exception_id: leave.id })).toEqual([early.id, late.id]);
    const displaced = await listed({ displaced: "true", date_from: day, date_to: day });
    expect(displaced).toEqual([early.id, late.id]);
    const read = async (id: string) => (await client.call(get, { params: { id } })).body;
    expect((await read(early.id)).displaced_by).toBe(leave.id);
    expect((await read(others.id)).displaced_by).toBeNull();

    await client.call(change, { params: { id: early.id }, body: { slot_time: world.freeSlot() } });
    expect((await read(early.id)).displaced_by).toBeNull();
    const again = await client.call(scheduleExceptionsContract.get, { params: { id: leave.id } });
    expect(again.body.affected_ids).toEqual([late.id]);

    await client.call(update, { params: { id: leave.id }, body: { status: "withdrawn" } });
    expect((await read(late.id)).displaced_by).toBeNull();
    expect(await listed({ schedule_exception_id: leave.id })).toEqual([]);
    expect(await listed({ displaced: "true", date_from: day, date_to: day })).toEqual([]);
  });

  test("withdrawn ones free the time again, keep who withdrew them and why, and stay withdrawn", async () => {
    const day = freshDay();
    const { id } = await except({ kind: "closed", ...wholeDay(day) });
    const withdrawn = await client.call(update, {
      params: { id },
      body: { status: "withdrawn", status_reason: "The road is open again" },
    });
    expect(withdrawn.body.status_history.map(({ status, reason }) => [status, reason])).toEqual([
      ["active", null],
      ["withdrawn", "The road is open again"],
    ]);
    expect(new Set(await reasons(day))).toEqual(new Set([null]));
    const patch = (body: object) => client.call(update, { params: { id }, body });
    await expect(patch({ status: "active" })).rejects.toMatchObject({
      status: 409,
      code: "invalid_transition",
      details: { from: "withdrawn", to: "active", allowed: [] },
    });
    await expect(patch({ ends_at: at(day, "18:00") })).rejects.toMatchObject({
      code: "validation_error",
      details: { fields: [{ path: "ends_at" }] },
    });
  });

  test.each([
    ["ends_at", "validation_error", { kind: "closed", starts_at: 2, ends_at: 2 }],
    ["ends_at", "validation_error", { kind: "closed", starts_at: 0, ends_at: 400 }],
    ["provider_id", "validation_error", { kind: "leave", starts_at: 0, ends_at: 1 }],
    [
      "provider_id",
      "invalid_reference",
      { kind: "leave", provider_id: "stf_01jd7x2vry38gapbnk0v8yyk24", starts_at: 0, ends_at: 1 },
    ],
  ] as const)("name %s in what is refused as %s: %j", async (path, code, plan) => {
    const day = (count: number) => at(addDays("2033-01-01", count), "00:00");
    const body = { ...plan, starts_at: day(plan.starts_at), ends_at: day(plan.ends_at) };
    await expect(client.call(create, { body })).rejects.toMatchObject({
      status: 422,
      code,
      details: { fields: [{ path, code }] },
    });
  });

  test("let a doctor say when the doctor is away, and nothing of others", async () => {
    const day = freshDay();
    const { doctorId, secondDoctorId } = node.tenant;
    const doctor = await doctorClient(doctorId);
    const leave = { kind: "leave", ...wholeDay(day) } as const;
    const { body } = await doctor.call(create, { body: { ...leave, provider_id: doctorId } });
    expect(body.created_by).toBe(doctorId);
    const forbidden = { status: 403, code: "forbidden" };
    const others = { ...leave, provider_id: secondDoctorId };
    await expect(doctor.call(create, { body: others })).rejects.toMatchObject(forbidden);
    const closed = { ...leave, kind: "closed" } as const;
    await expect(doctor.call(create, { body: closed })).rejects.toMatchObject(forbidden);
    const other = await doctorClient(secondDoctorId);
    await expect(
      other.call(update, { params: { id: body.id }, body: { status: "withdrawn" } }),
    ).rejects.toMatchObject(forbidden);
  });

  test("are listed by time, of the days that are asked for", async () => {
    const [first, , , last] = [freshDay(), freshDay(), freshDay(), freshDay()];
    const over = await except({
      kind: "closed",
      starts_at: at(addDays(first, 1), "12:00"),
      ends_at: at(addDays(first, 2), "12:00"),
    });
    const idsOf = async (from: string, to: string) => {
      const { body } = await client.call(list, { query: { date_from: from, date_to: to } });
      return body.data.map(({ id }) => id);
    };
    expect(await idsOf(first, last)).toEqual([over.id]);
    expect(await idsOf(addDays(first, 2), addDays(first, 2))).toEqual([over.id]);
    expect(await idsOf(first, first)).toEqual([]);
    expect(await idsOf(last, last)).toEqual([]);
  });

  describe("holidays", () => {
    test("close everybody's slots on the branch's local day, and list whom they stand in the way of", async () => {
      const day = freshDay();
      const booked = await bookAt(at(day, "09:00"));
      await seedHoliday(world, { date: day, name: "Holi" });
      expect(new Set(await reasons(day))).toEqual(new Set(["closed"]));
      for (const near of [addDays(day, -1), addDays(day, 1)])
        expect(new Set(await reasons(near))).not.toContain("closed");
      await expect(bookAt(at(day, "10:00"))).rejects.toMatchObject({
        code: "slot_unavailable",
        details: { conflicts: [{ reason: "holiday" }] },
      });
      expect(await listed({ displaced: "true", date_from: day, date_to: day })).toEqual([
        booked.id,
      ]);
    });

    test("are worked where an exception says so, by whom it names", async () => {
      const day = freshDay();
      const booked = await bookAt(at(day, "09:00"));
      await seedHoliday(world, { date: day, name: "Diwali" });
      await except({
        kind: "open",
        provider_id: node.tenant.doctorId,
        starts_at: at(day, "09:00"),
        ends_at: at(day, "11:00"),
      });
      const own = await reasons(day);
      expect([new Set(own.slice(1, 8)), new Set(own.slice(8))]).toEqual([
        new Set([null]),
        new Set(["closed"]),
      ]);
      expect(new Set(await reasons(day, node.tenant.secondDoctorId))).toEqual(new Set(["closed"]));
      expect(await listed({ displaced: "true", date_from: day, date_to: day })).not.toContain(
        booked.id,
      );
    });

    test.each([
      ["that close nothing", { closes: false }],
      ["of other branches", { branches: ["brn_01jd7x2vry38gapbnk0v8yyk24"] }],
      ["that were withdrawn", { status: "withdrawn" }],
    ])("%s leave the slots as they are", async (_, more) => {
      const day = freshDay();
      const id = await seedHoliday(world, { date: day, name: "Bank holiday", ...more });
      expect(new Set(await reasons(day))).toEqual(new Set([null]));
      const query = { date_from: day, date_to: day };
      const { body } = await client.call(holidaysContract.list, { query });
      expect(body.data.map((holiday) => holiday.id)).toEqual([id]);
    });
  });
});

describe("a calendar of holidays at the hub", () => {
  const [, hub] = engines;
  let node: TestNode;
  let world: World;
  beforeAll(async () => {
    if (hub === undefined) throw new Error("there is no hub");
    node = await hub.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  test("takes a day's holiday once, and a second of another name on that day", async () => {
    const body = { ...holidayBody(world), name: "Gandhi Jayanti", kind: "public" } as const;
    const add = (name: string) =>
      world.client.call(holidaysContract.create, { body: { ...body, name } });
    const { body: first } = await add("Gandhi Jayanti");
    await expect(add("gandhi  jayanti")).rejects.toMatchObject({
      status: 422,
      code: "duplicate_value",
      details: { fields: [{ path: "name" }] },
    });
    await add("Dussehra");
    const params = { id: first.id };
    await world.client.call(holidaysContract.update, { params, body: { status: "withdrawn" } });
    expect((await add("Gandhi Jayanti")).status).toBe(201);
  });
});
