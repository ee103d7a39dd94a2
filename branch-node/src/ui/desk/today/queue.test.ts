import { describe, expect, test } from "vitest";
import {
  appointmentShape,
  appointmentStatuses,
  movedReason,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { firstPart, nextOf, queueOf, queuePart, tokenText, waitingSince } from "./queue.ts";

const idOf = (prefix: string, number: number) => `${prefix}_${String(number).padStart(26, "0")}`;

function appointment(number: number, change: Partial<Appointment>): Appointment {
  return appointmentShape.parse({
    id: idOf("apt", number),
    tenant_id: idOf("ten", 1),
    branch_id: idOf("brn", 1),
    patient_id: idOf("pat", number),
    provider_id: idOf("stf", 1),
    slot_time: "2026-11-21T05:00:00.000Z",
    duration_min: 15,
    end_time: "2026-11-21T05:15:00.000Z",
    service_id: null,
    encounter_type: "OPD",
    channel: "in_person",
    source: "walk_in",
    status: "checked_in",
    queue_no: number,
    queue_code: "opd",
    token_code: null,
    business_date: "2026-11-21",
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
    created_at: "",
    updated_at: "",
    created_by: "",
    updated_by: "",
    version: 1,
    origin: "branch",
    origin_node_id: null,
    hlc: "",
    sync_state: "pending",
    metadata: {},
    ...change,
  });
}

describe("the queue", () => {
  test("calls by turn, and urgent patients before their turn", () => {
    const queue = queueOf(
      [
        appointment(3, {}),
        appointment(1, {}),
        appointment(4, { priority: "urgent" }),
        appointment(2, { priority: "vip" }),
        appointment(5, { priority: "emergency" }),
      ],
      null,
    );
    expect(queue.waiting.map(({ queue_no: number }) => number)).toEqual([5, 4, 1, 2, 3]);
  });

  test("puts who was not there behind the others, and does not call them next", () => {
    const aside = { set_aside_at: "2026-11-22T09:10:00.000Z" };
    const { waiting } = queueOf(
      [
        appointment(1, { ...aside, priority: "urgent" }),
        appointment(2, { called_at: "2026-11-22T09:00:00.000Z" }),
        appointment(3, {}),
      ],
      null,
    );
    expect(waiting.map(({ queue_no: number }) => number)).toEqual([2, 3, 1]);
    expect(nextOf(waiting)?.queue_no).toBe(3);
  });

  test("shows one provider's patients when asked to", () => {
    const other = idOf("stf", 2);
    const all = [appointment(1, {}), appointment(2, { provider_id: other })];
    expect(queueOf(all, other).waiting.map(({ queue_no: number }) => number)).toEqual([2]);
    expect(queueOf(all, null).waiting).toHaveLength(2);
  });

  test("loses no state of an appointment", () => {
    const all = appointmentStatuses.map((status, index) => appointment(index, { status }));
    const queue = queueOf(all, null);
    expect(Object.values(queue).flat()).toHaveLength(appointmentStatuses.length);
    expect(queuePart("confirmed")).toBe("booked");
    expect(queuePart("no_show")).toBe("done");
  });

  test("begins with whom the day expects where nobody waits", () => {
    const booked = appointment(1, { status: "booked" });
    expect(firstPart(queueOf([booked], null))).toBe("booked");
    expect(firstPart(queueOf([booked, appointment(2, {})], null))).toBe("waiting");
    expect(firstPart(queueOf([], null))).toBe("waiting");
  });

  test("counts the wait from when somebody came, also after they were given to another doctor", () => {
    const [came, given] = ["2026-11-22T09:00:00.000Z", "2026-11-22T09:30:00.000Z"] as const;
    const step = { status: "checked_in", by: idOf("stf", 1) } as const;
    const waits = appointment(1, {
      status: "checked_in",
      status_history: [
        { ...step, at: came, reason: null },
        { ...step, at: given, reason: movedReason },
      ],
    });
    expect(waitingSince(waits)).toBe(came);
  });

  test("calls a token by its code, or by its number before it has one", () => {
    expect(tokenText(appointment(7, { token_code: "GEN-07" }))).toBe("GEN-07");
    expect(tokenText(appointment(7, {}))).toBe("7");
    expect(tokenText(appointment(7, { queue_no: null }))).toBe("–");
  });
});
