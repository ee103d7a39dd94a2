import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  appointmentsContract,
  movedReason,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import {
  at,
  engines,
  mondayMorning,
  openDesk,
  refusal,
  type Acting,
  type Desk,
} from "./visit-desk.ts";

const { create, update, cancel, list, get, slots } = appointmentsContract;
let desk: Desk;

// Each test books in a week of its own, so that none stands in another's way.
let week = 0;
function nextWeek(): (time: string) => string {
  week += 1;
  const days = week * 7;
  return (time) => at(time, days);
}

function booking(slotTime: string | undefined, rest: object = {}) {
  const { patient, doctor } = desk.ids;
  return { body: { patient_id: patient, provider_id: doctor, slot_time: slotTime, ...rest } };
}

function book(slotTime: string, rest: object = {}, acting: Partial<Acting> = {}) {
  return desk.notify(create, booking(slotTime, rest), acting);
}

function change(appointment: Pick<Appointment, "id">, body: object, acting: Partial<Acting> = {}) {
  return desk.notify(update, { params: { id: appointment.id }, body }, acting);
}

function walkIn(rest: object = {}) {
  return desk.notify(create, booking(undefined, { source: "walk_in", ...rest }));
}

const eventTypes = () => desk.events.map((event) => event.type);

describe.each(engines)("on %s", (engine) => {
  beforeAll(async () => {
    desk = await openDesk(engine);
  });
  beforeEach(() => {
    desk.now = mondayMorning;
    desk.events.length = 0;
  });
  afterAll(() => desk.close());

  describe("booking", () => {
    test("takes a slot of the provider's hours, reports it, and can be read again", async () => {
      const time = nextWeek();
      const appointment = await book(time("09:30"));
      expect(appointment).toMatchObject({
        status: "booked",
        slot_time: time("09:30"),
        end_time: time("10:00"),
        duration_min: 30,
        source: "front_desk",
        queue_no: null,
        version: 1,
      });
      expect(eventTypes()).toEqual(["appointment.booked"]);
      expect(JSON.stringify(desk.events)).not.toContain("Lakshmi");
      expect(await desk.ask(get, { params: { id: appointment.id } })).toEqual(appointment);
    });

    test("refuses a second booking of the same slot, and names other times", async () => {
      const time = nextWeek();
      const first = await book(time("09:30"));
      const error = await refusal(book(time("09:30")));
      expect(error.code).toBe("slot_unavailable");
      expect(error.details["conflicts"]).toEqual([{ type: "existing_booking", id: first.id }]);
      expect(error.details["suggestions"]).toEqual(
        expect.arrayContaining([
          { start_at: time("09:00"), available: true },
          { start_at: time("10:00"), available: true },
        ]),
      );
    });

    test("lets one of twenty have a slot that all ask for at once", async () => {
      const time = nextWeek();
      const asked = Array.from({ length: 20 }, () => book(time("10:00")));
      const resolved = await Promise.allSettled(asked);
      expect(resolved.filter((result) => result.status === "fulfilled")).toHaveLength(1);
      const refused = resolved.filter((result) => result.status === "rejected");
      expect(refused).toHaveLength(19);
      for (const { reason } of refused) expect(reason).toHaveProperty("code", "slot_unavailable");
    });

    test.each([
      ["between two slots", "09:40", "not_on_grid"],
      ["outside the hours", "15:00", "not_on_grid"],
      ["in a slot that is kept for online booking", "10:30", "blocked"],
    ])("refuses a time %s", async (_where, clock, reason) => {
      const error = await refusal(book(nextWeek()(clock)));
      expect(error.code).toBe("slot_unavailable");
      expect(error.details["conflicts"]).toEqual([{ type: "outside_working_hours", reason }]);
    });

    test("refuses a provider on leave, and one who is no provider", async () => {
      const time = nextWeek();
      const onLeave = await refusal(book(time("09:00"), { provider_id: desk.ids.doctorOnLeave }));
      expect(onLeave.details["conflicts"]).toEqual([
        { type: "outside_working_hours", reason: "provider_on_leave" },
      ]);
      const clerk = await refusal(book(time("09:00"), { provider_id: desk.ids.clerk }));
      expect(clerk.code).toBe("invalid_reference");
    });

    test("refuses the past, five minutes of grace aside", async () => {
      desk.now = Date.parse(at("09:34"));
      const appointment = await book(at("09:30"));
      expect(appointment.status).toBe("booked");
      desk.now = Date.parse(at("09:36"));
      expect((await refusal(book(at("09:30")))).message).toBe("slot_time: is in the past");
    });

    test("refuses a time after whose end no year could be written", async () => {
      const late = book("9999-12-31T23:59:59.999Z", { overbook: true }, { roles: ["doctor"] });
      const { code, message } = await refusal(late);
      expect([code, message]).toEqual([
        "validation_error",
        "slot_time: is too late: it would end after the year 9999",
      ]);
    });

    test("overbooks for those who may, and for nobody else", async () => {
      const time = nextWeek();
      await book(time("09:00"));
      expect((await refusal(book(time("09:00"), { overbook: true }))).code).toBe("forbidden");
      const extra = await book(time("09:00"), { overbook: true }, { roles: ["doctor"] });
      expect(extra.is_overbook).toBe(true);
    });

    test("gives away what is kept for online booking for a reason, by those who may, and says so", async () => {
      const time = nextWeek();
      const reason = "Came from far, asked for by the doctor";
      const blocked = await refusal(book(time("10:30"), {}, { roles: ["doctor"] }));
      expect(blocked.details["conflicts"]).toEqual([
        { type: "outside_working_hours", reason: "blocked" },
      ]);
      const given = { online_reason: reason };
      expect((await refusal(book(time("10:30"), given))).code).toBe("forbidden");
      const kept = await book(time("10:30"), given, { roles: ["doctor"] });
      expect(kept.status_history).toMatchObject([{ status: "booked", reason }]);
      const audited = await desk.audited(kept.id);
      const overridden = audited.filter(({ action }) => action === "override");
      expect(overridden).toEqual([{ action: "override", patient_id: kept.patient_id }]);
    });

    test("moves somebody there alike, and keeps why beside the state", async () => {
      const time = nextWeek();
      const booked = await book(time("09:00"));
      const reason = "Only free time of the week";
      const moving = { slot_time: time("10:30"), online_reason: reason };
      expect((await refusal(change(booked, moving))).code).toBe("forbidden");
      const moved = await change(booked, moving, { roles: ["doctor"] });
      expect(moved.slot_time).toBe(time("10:30"));
      const steps = moved.status_history.slice(1).map((step) => [step.status, step.reason]);
      expect(steps).toEqual([
        ["booked", movedReason],
        ["booked", reason],
      ]);
    });
  });

  describe("the hub", () => {
    const hub = { nodeKind: "hub" } as const;

    test("sells only the online slots of a branch with a node", async () => {
      const time = nextWeek();
      const error = await refusal(book(time("09:00"), {}, hub));
      expect(error.code).toBe("owned_by_branch");
      expect(error.details).toEqual({ branch_id: desk.ids.branch });
      expect((await book(time("10:30"), {}, hub)).status).toBe("booked");
      expect((await refusal(book(time("10:30"), {}, hub))).code).toBe("slot_unavailable");
      const queued = desk.notify(create, booking(undefined, { source: "walk_in" }), hub);
      expect((await refusal(queued)).code).toBe("owned_by_branch");
    });
  });

  describe("slots", () => {
    test("say which can be had, and why the others cannot", async () => {
      const time = nextWeek();
      await book(time("09:30"));
      const day = { provider_id: desk.ids.doctor, date: time("09:00").slice(0, 10) };
      const { data } = await desk.ask(slots, { query: day });
      expect(data.map((slot) => [slot.start_at, slot.reason])).toEqual([
        [time("09:00"), null],
        [time("09:30"), "booked"],
        [time("10:00"), null],
        [time("10:30"), "blocked"],
      ]);
    });

    test("are asked for by one day or by a range of at most 31 days", async () => {
      const provider_id = desk.ids.doctor;
      const range = (from: string, to: string) =>
        desk.ask(slots, { query: { provider_id, date_from: from, date_to: to } });
      expect((await range("2026-05-01", "2026-05-31")).data.length).toBeGreaterThan(40);
      expect((await refusal(range("2026-05-01", "2026-06-01"))).code).toBe("validation_error");
      expect((await refusal(range("2026-05-02", "2026-05-01"))).code).toBe("validation_error");
      expect((await refusal(desk.ask(slots, { query: { provider_id } }))).code).toBe(
        "validation_error",
      );
    });
  });

  describe("the queue", () => {
    test("gives walk-ins and those who check in dense numbers of one series", async () => {
      const [first, second] = [await walkIn(), await walkIn()];
      expect(first).toMatchObject({
        status: "checked_in",
        queue_no: 1,
        queue_code: "cardiology",
        token_code: "CAR-001",
        business_date: "2026-03-02",
        slot_time: at("08:30"),
      });
      expect(second.queue_no).toBe(2);
      expect(eventTypes()).toEqual([
        "appointment.booked",
        "appointment.checked_in",
        "appointment.booked",
        "appointment.checked_in",
      ]);
      const booked = await book(nextWeek()("09:00"));
      const here = await change(booked, { status: "checked_in" });
      expect(here).toMatchObject({
        queue_no: 3,
        token_code: "CAR-003",
        business_date: "2026-03-02",
      });
      const event = desk.events.findLast((reported) => reported.type === "appointment.checked_in");
      expect(event?.payload).toMatchObject({
        queue_no: 3,
        queue_code: "cardiology",
        token_code: "CAR-003",
      });
    });

    test("gives no number to a check-in that is refused", async () => {
      const before = await walkIn();
      const gone = await book(nextWeek()("09:00"));
      await change(gone, { status: "cancelled" });
      expect((await refusal(change(gone, { status: "checked_in" }))).code).toBe(
        "invalid_transition",
      );
      expect((await walkIn()).queue_no).toBe((before.queue_no ?? 0) + 1);
    });

    test("begins again at one on the next day of the branch, and per queue", async () => {
      desk.now = Date.parse(at("00:30", 1));
      expect(await walkIn()).toMatchObject({ queue_no: 1, business_date: "2026-03-03" });
      expect(await walkIn({ queue_code: "ecg" })).toMatchObject({
        queue_no: 1,
        token_code: "ECG-001",
      });
    });

    test("calls who is there, again if need be, and nobody else", async () => {
      const waiting = await walkIn();
      desk.events.length = 0;
      desk.now += 60_000;
      const called = await change(waiting, { called: true });
      expect(called).toMatchObject({ status: "checked_in", called_at: at("08:31") });
      expect(eventTypes()).toEqual(["appointment.called"]);
      desk.now += 60_000;
      expect((await change(called, { called: true })).called_at).toBe(at("08:32"));
      const booked = await book(nextWeek()("09:00"));
      expect((await refusal(change(booked, { called: true }))).code).toBe("invalid_transition");
    });

    test("says in which room the provider works, in lists, answers and after a call", async () => {
      const time = nextWeek();
      const booked = await book(time("09:00"));
      expect(booked.room).toBe("Room 4");
      const listed = await desk.ask(list, {
        query: { patient_id: desk.ids.patient, limit: "100" },
      });
      expect(listed.data.find(({ id }) => id === booked.id)?.room).toBe("Room 4");
      const waiting = await walkIn();
      expect(await change(waiting, { called: true })).toMatchObject({ room: "Room 4" });
      const sent = await refusal(change(waiting, { room: "Room 5" }));
      expect(sent.code).toBe("read_only_field");
      expect(await change(waiting, { room: "Room 4" })).toMatchObject({ room: "Room 4" });
    });

    test("sets aside who waits and does not answer, until they turn up or are called", async () => {
      const waiting = await walkIn();
      desk.now = Date.parse(at("08:40"));
      const aside = await change(waiting, { set_aside: true });
      expect(aside).toMatchObject({ status: "checked_in", set_aside_at: at("08:40") });
      expect(await change(aside, { set_aside: true })).toMatchObject({ version: aside.version });
      expect((await change(aside, { set_aside: false })).set_aside_at).toBeNull();
      await change(waiting, { set_aside: true });
      const called = await change(waiting, { called: true });
      expect(called).toMatchObject({ set_aside_at: null, called_at: at("08:40") });
      await change(waiting, { set_aside: true });
      expect(await change(waiting, { status: "in_consultation" })).toMatchObject({
        set_aside_at: null,
      });
      const booked = await book(nextWeek()("09:00"));
      expect((await refusal(change(booked, { set_aside: true }))).code).toBe("invalid_transition");
    });

    test("keeps why somebody goes before others", async () => {
      const waiting = await walkIn({ priority: "urgent", priority_reason: "chest pain" });
      expect(waiting).toMatchObject({ priority: "urgent", priority_reason: "chest pain" });
      const routine = await change(waiting, { priority: "routine", priority_reason: null });
      expect(routine).toMatchObject({ priority: "routine", priority_reason: null });
    });

    test("lets another provider take over who was booked and waits, and frees the booked time", async () => {
      const slot = nextWeek()("09:00");
      const booked = await book(slot);
      desk.now = Date.parse(slot);
      const waiting = await change(booked, { status: "checked_in" });
      const taken = await change(waiting, { provider_id: desk.ids.doctorOnLeave });
      expect(taken).toMatchObject({
        provider_id: desk.ids.doctorOnLeave,
        status: "checked_in",
        token_code: waiting.token_code,
        slot_time: slot,
      });
      expect(await book(slot)).toMatchObject({ slot_time: slot });
      const other = await refusal(change(taken, { slot_time: nextWeek()("10:00") }));
      expect(other.details).toMatchObject({ fields: [{ path: "slot_time" }] });
    });

    test("lets another provider take a waiting walk-in over", async () => {
      const waiting = await walkIn();
      const provider_id = desk.ids.doctorOnLeave;
      expect(await change(waiting, { provider_id })).toMatchObject({
        provider_id,
        queue_no: waiting.queue_no,
        rescheduled_count: 0,
      });
    });
  });

  describe("changing", () => {
    test("moves to a free slot, keeps the id, and frees the old one", async () => {
      const time = nextWeek();
      const appointment = await book(time("09:00"));
      const moved = await change(appointment, { slot_time: time("09:30") });
      expect(moved).toMatchObject({
        id: appointment.id,
        slot_time: time("09:30"),
        end_time: time("10:00"),
        rescheduled_count: 1,
        version: 2,
      });
      expect(eventTypes()).toEqual(["appointment.booked", "appointment.rescheduled"]);
      expect((await book(time("09:00"))).status).toBe("booked");
      expect((await refusal(change(moved, { slot_time: time("09:00") }))).code).toBe(
        "slot_unavailable",
      );
    });

    test("does nothing for a body that repeats what is stored", async () => {
      const appointment = await book(nextWeek()("09:00"), {
        reason: "cough",
        metadata: { a: 1, b: 2 },
      });
      desk.events.length = 0;
      expect(await change(appointment, appointment)).toEqual(appointment);
      expect(await change(appointment, { status: "booked" })).toEqual(appointment);
      expect(eventTypes()).toEqual([]);
    });

    test("keeps every state with who and when, and who gave it another time", async () => {
      const time = nextWeek();
      const appointment = await book(time("09:00"));
      await change(appointment, { status: "confirmed", status_reason: "by phone" });
      await change(appointment, { slot_time: time("09:30") });
      const here = await change(appointment, { status: "checked_in" });
      expect(here.status_history.map((step) => [step.status, step.by, step.reason])).toEqual([
        ["booked", desk.ids.clerk, null],
        ["confirmed", desk.ids.clerk, "by phone"],
        ["confirmed", desk.ids.clerk, movedReason],
        ["checked_in", desk.ids.clerk, null],
      ]);
    });

    test("brings a missed appointment back by a new time within a day", async () => {
      const time = nextWeek();
      const appointment = await book(time("09:00"));
      const missed = await change(appointment, { status: "no_show" });
      expect((await refusal(change(missed, { status: "booked" }))).code).toBe("invalid_transition");
      const back = await change(missed, { ...missed, slot_time: time("09:30") });
      expect(back).toMatchObject({ status: "booked", slot_time: time("09:30") });
      const again = await change(back, { status: "no_show" });
      desk.now += 25 * 3_600_000;
      expect((await refusal(change(again, { slot_time: time("10:00") }))).code).toBe(
        "invalid_transition",
      );
    });

    test("refuses what the server sets, a stale version, and another branch's acting", async () => {
      const appointment = await book(nextWeek()("09:00"));
      expect((await refusal(change(appointment, { queue_no: 7 }))).code).toBe("read_only_field");
      const stale = change(appointment, { reason: "x" }, { ifMatch: 9 });
      expect((await refusal(stale)).code).toBe("version_conflict");
      const { branch, otherBranch } = desk.ids;
      const elsewhere = { id: otherBranch, code: "MYS", name: "MYS", timeZone: "Asia/Kolkata" };
      const acting = { branch: { ...elsewhere, country: "IN", hasNode: true } };
      const foreign = change(appointment, { reason: "x" }, { ...acting, branchIds: [otherBranch] });
      expect((await refusal(foreign)).code).toBe("not_found");
      const both = { ...acting, branchIds: [branch, otherBranch] };
      expect((await refusal(change(appointment, { reason: "x" }, both))).code).toBe(
        "branch_mismatch",
      );
      const read = desk.ask(get, { params: { id: appointment.id } }, { branchIds: [otherBranch] });
      expect((await refusal(read)).code).toBe("not_found");
    });

    test("lets a kiosk check in and nothing else", async () => {
      const appointment = await book(nextWeek()("09:00"));
      const kiosk = { roles: ["device"] };
      expect((await refusal(change(appointment, { reason: "x" }, kiosk))).code).toBe("forbidden");
      const gone = desk.notify(cancel, { params: { id: appointment.id } }, kiosk);
      expect((await refusal(gone)).code).toBe("forbidden");
      expect((await change(appointment, { status: "checked_in" }, kiosk)).status).toBe(
        "checked_in",
      );
    });
  });

  describe("cancelling", () => {
    test("frees the slot at once, and does nothing the second time", async () => {
      const time = nextWeek();
      const appointment = await book(time("09:00"));
      const params = { id: appointment.id };
      const cancelled = await desk.notify(cancel, { params, query: { note: "has a fever" } });
      expect(cancelled).toMatchObject({
        status: "cancelled",
        cancel_reason: "patient_request",
        cancel_note: "has a fever",
      });
      expect(await desk.notify(cancel, { params })).toEqual(cancelled);
      expect(eventTypes()).toEqual(["appointment.booked", "appointment.cancelled"]);
      expect(JSON.stringify(desk.events)).not.toContain("fever");
      expect((await book(time("09:00"))).status).toBe("booked");
    });

    test("is refused once the appointment was missed", async () => {
      const appointment = await book(nextWeek()("09:00"));
      await change(appointment, { status: "no_show" });
      const error = await refusal(desk.notify(cancel, { params: { id: appointment.id } }));
      expect(error.details).toEqual({ from: "no_show", to: "cancelled", allowed: [] });
    });
  });

  describe("the list", () => {
    test("is of the branch's local days, in the order of time, page by page", async () => {
      const time = nextWeek();
      const early = await book(time("09:00"));
      const late = await book(time("10:00"));
      const day = time("09:00").slice(0, 10);
      const query = { date_from: day, date_to: day, provider_id: desk.ids.doctor, limit: "1" };
      const first = await desk.ask(list, { query });
      expect(first.data.map((row) => row.id)).toEqual([early.id]);
      const second = await desk.ask(list, { query: { ...query, cursor: first.next_cursor } });
      expect(second.data.map((row) => row.id)).toEqual([late.id]);
      expect(second.next_cursor).toBeNull();
    });

    test("shows nothing of a branch that the caller may not see", async () => {
      const query = { branch_id: desk.ids.otherBranch };
      expect((await desk.ask(list, { query })).data).toEqual([]);
      const all = await desk.ask(list, { query }, { branchIds: "*" });
      expect(all.data).toEqual([]);
      expect((await desk.ask(list, { query: {} })).data.length).toBeGreaterThan(0);
    });
  });
});
