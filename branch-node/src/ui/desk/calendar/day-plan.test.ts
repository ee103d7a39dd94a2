import { describe, expect, test } from "vitest";
import type {
  Appointment,
  Slot,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import {
  groupedBy,
  inTheirPlaces,
  planOf,
  rowsByTime,
  weekOf,
  type PlanEntry,
} from "./day-plan.ts";

const at = (time: string) => `2026-11-24T${time}:00.000Z`;
const now = Date.parse(at("04:00"));

function slot(from: string, to: string, reason: Slot["reason"] = null): Slot {
  const available = reason === null;
  return {
    start_at: at(from),
    end_at: at(to),
    available,
    remaining: available ? 1 : 0,
    reason,
  };
}

function appointment(
  id: string,
  from: string,
  to: string,
  status: Appointment["status"] = "booked",
): Appointment {
  return {
    id,
    tenant_id: "ten_1",
    branch_id: "brn_1",
    patient_id: "pat_1",
    provider_id: "stf_1",
    slot_time: at(from),
    end_time: at(to),
    duration_min: 15,
    service_id: null,
    encounter_type: "OPD",
    channel: "in_person",
    source: "front_desk",
    status,
    queue_no: null,
    queue_code: null,
    token_code: null,
    business_date: null,
    reminder_status: "not_scheduled",
    reminder_channels: [],
    reason: null,
    priority: "routine",
    booking_id: null,
    rescheduled_count: 0,
    cancel_reason: null,
    cancel_note: null,
    video_url: null,
    is_overbook: false,
    status_history: [],
    called_at: null,
    former_tokens: null,
    set_aside_at: null,
    room: null,
    displaced_by: null,
    priority_reason: null,
    referred_by: null,
    metadata: {},
    version: 1,
    created_at: at("00:00"),
    created_by: "stf_1",
    updated_at: at("00:00"),
    updated_by: "stf_1",
    origin: "branch",
    origin_node_id: null,
    hlc: "",
    sync_state: "synced",
  };
}

const lines = (plan: ReturnType<typeof planOf>) =>
  plan.entries.map(({ kind, startAt }) => `${kind} ${startAt.slice(11, 16)}`);

describe("a doctor's day", () => {
  test("says that the hours are over once their last time has begun, and not where there were none", () => {
    const early = slot("03:00", "03:15", "past");
    expect(planOf([early, slot("04:00", "04:15", "past")], [], now, true).isOver).toBe(true);
    expect(planOf([early, slot("04:15", "04:30", "booked")], [], now, true).isOver).toBe(false);
    expect(planOf([], [], now, true).isOver).toBe(false);
  });

  test("has each appointment in its place among the free times", () => {
    const slots = [slot("05:00", "05:15"), slot("05:15", "05:30", "booked")];
    const plan = planOf(slots, [appointment("apt_1", "05:15", "05:30")], now, true);
    expect(lines(plan)).toEqual(["free 05:00", "booked 05:15"]);
    expect(plan).toMatchObject({ taken: 1, places: 2 });
  });

  test("has one line for an appointment of two times, and one without a time of the grid", () => {
    const slots = [slot("05:00", "05:15", "booked"), slot("05:15", "05:30", "booked")];
    const two = appointment("apt_1", "05:00", "05:30");
    const between = appointment("apt_2", "05:07", "05:20", "checked_in");
    expect(lines(planOf(slots, [between, two], now, true))).toEqual([
      "booked 05:00",
      "booked 05:07",
    ]);
  });

  test("leaves out what was cancelled, and frees the time of who did not come", () => {
    const slots = [slot("05:00", "05:15")];
    const cancelled = appointment("apt_1", "05:00", "05:15", "cancelled");
    const missed = appointment("apt_2", "05:00", "05:15", "no_show");
    const plan = planOf(slots, [cancelled, missed], now, true);
    expect(lines(plan)).toEqual(["booked 05:00", "free 05:00"]);
    expect(plan.taken).toBe(0);
  });

  test("joins closed times in a row, of one reason only", () => {
    const slots = [
      slot("05:00", "05:15", "blocked"),
      slot("05:15", "05:30", "blocked"),
      slot("05:30", "05:45", "on_leave"),
      slot("06:00", "06:15", "on_leave"),
    ];
    const { entries } = planOf(slots, [], now, true);
    expect(entries).toMatchObject([
      { reason: "blocked", startAt: at("05:00"), endAt: at("05:30") },
      { reason: "on_leave", startAt: at("05:30"), endAt: at("05:45") },
      { reason: "on_leave", startAt: at("06:00"), endAt: at("06:15") },
    ]);
  });

  test("has each time that is kept for online booking by itself, for whoever may give it away", () => {
    const slots = [slot("05:00", "05:15", "blocked"), slot("05:15", "05:30", "blocked")];
    expect(lines(planOf(slots, [], now, true, true))).toEqual(["kept 05:00", "kept 05:15"]);
    expect(lines(planOf(slots, [], now, true))).toEqual(["closed 05:00"]);
  });

  test("folds what is past and done; whoever was booked and has not come stays in sight", () => {
    const slots = [slot("03:00", "03:15", "past"), slot("03:30", "03:45", "past")];
    const done = appointment("apt_1", "03:00", "03:15", "completed");
    const late = appointment("apt_2", "03:30", "03:45");
    const plan = planOf(slots, [done, late], now, true);
    expect(lines(plan)).toEqual(["booked 03:30"]);
    expect(plan.over.map(({ id }) => id)).toEqual(["apt_1"]);
    expect(lines(planOf(slots, [done, late], now, false))).toHaveLength(2);
  });
});

test("a week begins on Monday, also over the end of a year", () => {
  expect(weekOf("2026-11-29")[0]).toBe("2026-11-23");
  expect(weekOf("2027-01-01")).toEqual([
    "2026-12-28",
    "2026-12-29",
    "2026-12-30",
    "2026-12-31",
    "2027-01-01",
    "2027-01-02",
    "2027-01-03",
  ]);
});

test("groups keep the order of their things", () => {
  const groups = groupedBy(["b1", "a1", "b2"], (text) => text.slice(0, 1));
  expect(groups.get("b")).toEqual(["b1", "b2"]);
  expect(groups.get("c")).toBeUndefined();
});

const doctors = ["Dr. Omkar Kale", "Prof. Zeenat Ansari", "Dr. Dattatray Sonawane"].map((name) => ({
  name,
}));
const names = (some: readonly { readonly name: string }[]) => some.map(({ name }) => name);

test("keeps each doctor's place on every day, as long as all stand side by side", () => {
  const isKale = ({ name }: { readonly name: string }) => name.includes("Kale");
  const order = ["Dr. Dattatray Sonawane", "Dr. Omkar Kale", "Prof. Zeenat Ansari"];
  const everyday = () => true;
  expect(names(inTheirPlaces(doctors, isKale, everyday))).toEqual(order);
  expect(names(inTheirPlaces(doctors.toReversed(), everyday, everyday))).toEqual(order);
  // Who has no hours at the branch stands there only where somebody is booked with them.
  const noZeenat = ({ name }: { readonly name: string }) => !name.includes("Zeenat");
  expect(names(inTheirPlaces(doctors, isKale, noZeenat))).toEqual(order.slice(0, 2));
  const many = Array.from({ length: 5 }, (_, place) => ({ name: `Dr. ${place}` }));
  const isOdd = ({ name }: { readonly name: string }) => Number(name.slice(4)) % 2 === 1;
  expect(names(inTheirPlaces(many, isOdd, everyday))).toEqual(["Dr. 1", "Dr. 3"]);
});

describe("the days of a week beside each other", () => {
  const free = (startAt: string): PlanEntry => ({ kind: "free", id: `free:${startAt}`, startAt });
  const booked = (id: string, startAt: string): PlanEntry => ({
    kind: "booked",
    id,
    startAt,
    appointment: appointment(id, "05:00", "05:15"),
  });
  const timeOf = (instant: string) => instant.slice(11, 16);

  test("have what is at one time in one row, also where earlier times are over or two are booked at once", () => {
    const friday = [free("2026-11-27T18:45:00.000Z")];
    const saturday = [
      free("2026-11-28T08:00:00.000Z"),
      booked("apt_1", "2026-11-28T08:15:00.000Z"),
      booked("apt_2", "2026-11-28T08:15:00.000Z"),
      free("2026-11-28T18:45:00.000Z"),
    ];
    expect(Object.fromEntries(rowsByTime([friday, saturday], timeOf))).toEqual({
      "free:2026-11-27T18:45:00.000Z": { from: 4, to: 5 },
      "free:2026-11-28T08:00:00.000Z": { from: 1, to: 2 },
      apt_1: { from: 2, to: 3 },
      apt_2: { from: 3, to: 4 },
      "free:2026-11-28T18:45:00.000Z": { from: 4, to: 5 },
    });
  });

  test("show time that is closed as long as it is, to the end of the day where it ends at midnight", () => {
    const closed = (startAt: string, endAt: string): PlanEntry => ({
      kind: "closed",
      id: startAt,
      startAt,
      endAt,
      reason: "closed",
    });
    const open = ["08:00", "08:15", "08:30"].map((time) => free(`2026-11-28T${time}:00.000Z`));
    const shut = [
      closed("2026-11-27T08:00:00.000Z", "2026-11-27T08:30:00.000Z"),
      closed("2026-11-27T08:30:00.000Z", "2026-11-28T00:00:00.000Z"),
    ];
    const rows = rowsByTime([shut, open], timeOf);
    expect(rows.get("2026-11-27T08:00:00.000Z")).toEqual({ from: 1, to: 3 });
    expect(rows.get("2026-11-27T08:30:00.000Z")).toEqual({ from: 3, to: 4 });
  });
});
