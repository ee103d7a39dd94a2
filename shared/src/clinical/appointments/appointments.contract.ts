import * as z from "zod";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { code, date, enumOf, idOf, int, str, ts } from "#contract/fields.ts";
import { integerParameter, pageOf, pageQuery, recordFilters } from "#contract/paging.ts";
import {
  metadataField,
  readOnlyFields,
  recordReadOnly,
  recordShape,
  statusHistoryShape,
} from "#contract/record.ts";

/** The states of an appointment; the ways between them stand in the state table beside this file. */
export const appointmentStatuses = [
  "booked",
  "confirmed",
  "checked_in",
  "in_consultation",
  "completed",
  "cancelled",
  "no_show",
] as const;

/** One state of an appointment. */
export type AppointmentStatus = (typeof appointmentStatuses)[number];

/** The kinds of visit an appointment or an encounter can be. */
export const encounterTypes = ["OPD", "IPD", "emergency", "telehealth"] as const;

/** How an appointment is held. */
export const appointmentChannels = ["in_person", "video", "phone", "chat", "home_visit"] as const;

/** Who brought an appointment. */
export const appointmentSources = [
  "front_desk",
  "phone",
  "web",
  "app",
  "kiosk",
  "integrator",
  "referral",
  "walk_in",
] as const;

/** How far the reminder of an appointment has come. */
export const reminderStatuses = [
  "not_scheduled",
  "scheduled",
  "sent",
  "delivered",
  "failed",
  "acknowledged",
  "opted_out",
] as const;

/** How urgent an appointment is. */
export const appointmentPriorities = ["routine", "urgent", "emergency", "vip"] as const;

/** Why an appointment was cancelled. */
export const cancelReasons = [
  "patient_request",
  "provider_unavailable",
  "duplicate",
  "no_consent",
  "facility_closed",
  "other",
] as const;

/** Why a slot cannot be taken. */
const slotReasons = ["booked", "on_leave", "blocked", "past"] as const;

const reminderChannels = ["sms", "email", "whatsapp"] as const;

/** What both booking and changing may say. */
export const appointmentFields = z
  .strictObject({
    duration_min: int(5, 480),
    service_id: idOf("svc").nullable(),
    encounter_type: enumOf(encounterTypes),
    channel: enumOf(appointmentChannels),
    reminder_channels: z.array(enumOf(reminderChannels)).max(3),
    reason: str(0, 500).nullable(),
    priority: enumOf(appointmentPriorities),
    queue_code: code,
    overbook: z.boolean(),
  })
  .partial().shape;

/** What a booking says. `slot_time` is left out only by a walk-in, who is there now. */
export const createAppointmentBody = z.strictObject({
  ...appointmentFields,
  tenant_id: idOf("ten").optional(),
  branch_id: idOf("brn").optional(),
  patient_id: idOf("pat"),
  provider_id: idOf("stf"),
  slot_time: ts.optional(),
  source: enumOf(appointmentSources).optional(),
  metadata: metadataField,
});

/** What only the server sets on an appointment, or what never changes. */
export const appointmentReadOnly = [
  ...recordReadOnly,
  "branch_id",
  "patient_id",
  "end_time",
  "source",
  "queue_no",
  "token_code",
  "business_date",
  "reminder_status",
  "booking_id",
  "rescheduled_count",
  "video_url",
  "is_overbook",
  "status_history",
  "called_at",
] as const;

/** What a change says: another time or provider, another state, other details, or that the patient is called now. */
export const updateAppointmentBody = z.strictObject({
  ...readOnlyFields(appointmentReadOnly),
  ...appointmentFields,
  provider_id: idOf("stf").optional(),
  slot_time: ts.optional(),
  queue_code: code.nullable().optional(),
  status: enumOf(appointmentStatuses).optional(),
  /** Kept in the history of states beside a new state. */
  status_reason: str(0, 500).optional(),
  cancel_reason: enumOf(cancelReasons).nullable().optional(),
  cancel_note: str(0, 500).nullable().optional(),
  /** Calls the patient: the display board shows the token. */
  called: z.literal(true).optional(),
  metadata: metadataField,
});

/** An appointment, as the wire writes it. */
export const appointmentShape = z.strictObject({
  id: idOf("apt"),
  branch_id: idOf("brn").nullable(),
  patient_id: idOf("pat"),
  provider_id: idOf("stf"),
  slot_time: z.string(),
  duration_min: z.int(),
  end_time: z.string(),
  service_id: z.string().nullable(),
  encounter_type: z.enum(encounterTypes),
  channel: z.enum(appointmentChannels),
  source: z.enum(appointmentSources),
  status: z.enum(appointmentStatuses),
  queue_no: z.int().nullable(),
  queue_code: z.string().nullable(),
  token_code: z.string().nullable(),
  business_date: z.string().nullable(),
  reminder_status: z.enum(reminderStatuses),
  reminder_channels: z.array(z.string()),
  reason: z.string().nullable(),
  priority: z.enum(appointmentPriorities),
  booking_id: z.string().nullable(),
  rescheduled_count: z.int(),
  cancel_reason: z.string().nullable(),
  cancel_note: z.string().nullable(),
  video_url: z.string().nullable(),
  is_overbook: z.boolean(),
  status_history: statusHistoryShape,
  called_at: z.string().nullable(),
  ...recordShape,
});

/** An appointment. */
export type Appointment = z.output<typeof appointmentShape>;

/** One place of a provider's grid. */
export const slotShape = z.strictObject({
  start_at: z.string(),
  end_at: z.string(),
  available: z.boolean(),
  remaining: z.int(),
  reason: z.enum(slotReasons).nullable(),
});

/** One place of a provider's grid. */
export type Slot = z.output<typeof slotShape>;

const idParams = z.strictObject({ id: idOf("apt") });
const read = { resource: "appointments", action: "read" } as const;
const update = { resource: "appointments", action: "update" } as const;
const tag = "Appointments";

/** The endpoints of appointments. */
export const appointmentsContract = {
  list: readEndpoint({
    path: "/v1/appointments",
    summary: "List appointments of the acting branch, by time",
    tag,
    access: read,
    params: noParams,
    query: z.strictObject({
      ...pageQuery,
      ...recordFilters,
      date_from: date.optional(),
      date_to: date.optional(),
      provider_id: idOf("stf").optional(),
      patient_id: idOf("pat").optional(),
      status: enumOf(appointmentStatuses).optional(),
      channel: enumOf(appointmentChannels).optional(),
      source: enumOf(appointmentSources).optional(),
      queue_code: code.optional(),
      branch_id: idOf("brn").optional(),
      sort: enumOf(["slot_time", "-slot_time", "created_at", "-created_at"]).optional(),
    }),
    response: pageOf(appointmentShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
  slots: readEndpoint({
    path: "/v1/appointments/slots",
    summary: "A provider's slots at the acting branch, free and taken",
    tag,
    access: read,
    params: noParams,
    query: z.strictObject({
      provider_id: idOf("stf"),
      date: date.optional(),
      date_from: date.optional(),
      date_to: date.optional(),
      duration_min: integerParameter(5, 480).optional(),
      service_id: idOf("svc").optional(),
    }),
    response: z.strictObject({ data: z.array(slotShape) }),
    errors: ["invalid_reference", "conflicting_fields"],
  }),
  get: readEndpoint({
    path: "/v1/appointments/{id}",
    summary: "Get one appointment",
    tag,
    access: read,
    params: idParams,
    query: noQuery,
    response: appointmentShape,
  }),
  create: writeEndpoint({
    method: "POST",
    path: "/v1/appointments",
    summary: "Book an appointment, or give a walk-in a place in the queue",
    tag,
    access: { resource: "appointments", action: "create" },
    operation: "appointment.create",
    // The hub may sell the slots that a branch has left to it; the handler states which.
    home: "any",
    params: noParams,
    query: noQuery,
    body: createAppointmentBody,
    response: appointmentShape,
    status: 201,
    errors: [
      "slot_unavailable",
      "invalid_reference",
      "patient_merged",
      "owned_by_branch",
      "forbidden",
    ],
  }),
  update: writeEndpoint({
    method: "PUT",
    path: "/v1/appointments/{id}",
    summary: "Reschedule an appointment, move it to another state, or change its details",
    tag,
    access: update,
    operation: "appointment.update",
    home: "branch",
    params: idParams,
    query: noQuery,
    body: updateAppointmentBody,
    response: appointmentShape,
    status: 200,
    errors: [
      "slot_unavailable",
      "invalid_transition",
      "invalid_reference",
      "version_conflict",
      "owned_by_branch",
    ],
  }),
  cancel: writeEndpoint({
    method: "DELETE",
    path: "/v1/appointments/{id}",
    summary: "Cancel an appointment; its slot is free at once",
    tag,
    access: update,
    operation: "appointment.cancel",
    home: "branch",
    params: idParams,
    query: z.strictObject({
      reason: enumOf(cancelReasons).optional(),
      note: str(0, 500).optional(),
    }),
    body: null,
    response: appointmentShape,
    status: 200,
    errors: ["invalid_transition", "version_conflict", "owned_by_branch"],
  }),
} as const;
