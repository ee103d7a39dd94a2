import { expect, test } from "vitest";
import { appointmentStatuses } from "./appointments.contract.ts";
import { appointmentsTable, type AppointmentRow } from "./appointments.table.ts";

const row: AppointmentRow = {
  id: "apt_1",
  tenant_id: "ten_1",
  branch_id: "brn_1",
  created_at: "2026-03-01T00:00:00.000Z",
  updated_at: "2026-03-01T00:00:00.000Z",
  created_by: "stf_1",
  updated_by: "stf_1",
  version: 1,
  origin: "branch",
  origin_node_id: "nod_1",
  hlc: "",
  stamps: {},
  unknown_fields: {},
  metadata: {},
  patient_id: "pat_1",
  provider_id: "stf_2",
  slot_time: "2026-03-02T03:30:00.000Z",
  duration_min: 30,
  end_time: "2026-03-02T04:00:00.000Z",
  service_id: null,
  encounter_type: "OPD",
  channel: "in_person",
  source: "front_desk",
  status: "booked",
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
  priority_reason: null,
  referred_by: null,
};

test("an appointment takes its provider's time from its beginning to its end", () => {
  expect(appointmentsTable.reservation?.(row)).toEqual({
    field: "slot_time",
    resourceId: "stf_2",
    startMs: Date.UTC(2026, 2, 2, 3, 30),
    endMs: Date.UTC(2026, 2, 2, 4, 0),
  });
});

test("only a cancelled or a missed appointment gives its time back", () => {
  const freeing = appointmentStatuses.filter(
    (status) => appointmentsTable.reservation?.({ ...row, status }) === null,
  );
  expect(freeing).toEqual(["cancelled", "no_show"]);
});

test("an overbooked appointment and a walk-in take nobody's time", () => {
  expect(appointmentsTable.reservation?.({ ...row, is_overbook: true })).toBeNull();
  expect(appointmentsTable.reservation?.({ ...row, source: "walk_in" })).toBeNull();
});
