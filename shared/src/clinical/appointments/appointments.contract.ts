import * as z from "zod";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { patternField } from "#contract/text-field.ts";
import { code, date, enumOf, idListOf, idOf, int, str, ts } from "#contract/fields.ts";
import { integerParameter, pageOf, pageQuery, recordFilters } from "#contract/paging.ts";
import { answerShape, field, patchShape, sentShape } from "#contract/record-fields.ts";
import {
  actorIdForm,
  metadataField,
  readOnlyFields,
  recordReadOnly,
  recordShape,
  statusHistoryForm,
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
const appointmentChannels = ["in_person", "video", "phone", "chat", "home_visit"] as const;

/** Who brought an appointment. */
const appointmentSources = [
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
const reminderStatuses = [
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
const cancelReasons = [
  "patient_request",
  "provider_unavailable",
  "duplicate",
  "no_consent",
  "facility_closed",
  "other",
] as const;

/** The reason of a step of the history in which an appointment was given another time or provider and no other state. */
export const movedReason = "rescheduled";

/** Why a slot cannot be taken. */
const slotReasons = ["booked", "on_leave", "closed", "blocked", "past"] as const;

const reminderChannels = ["sms", "email", "whatsapp"] as const;

/** A token that was given, as it stands on its slip. */
const tokenCode = patternField(/^[A-Z]{1,3}-\d{3,7}$/u, "must be a token such as GEN-012");

const formerToken = z.strictObject({
  queue_no: int(1, 1_000_000),
  queue_code: code,
  token_code: tokenCode,
  business_date: date,
  at: ts,
  by: actorIdForm,
});

/** An appointment's own fields. */
export const appointmentFields = {
  patient_id: field.id("pat", { given: "once", filter: true }),
  provider_id: field.id("stf", { filter: true }),
  slot_time: field.text(ts, {}),
  duration_min: field.int(int(5, 480), {}),
  end_time: field.text(ts, { given: "never" }),
  service_id: field.text(idOf("svc"), { optional: true }),
  encounter_type: field.word(encounterTypes, { initial: "OPD" }),
  channel: field.word(appointmentChannels, { initial: "in_person", filter: true }),
  source: field.word(appointmentSources, { given: "once", filter: true }),
  status: field.word(appointmentStatuses, { given: "later", filter: true }),
  queue_no: field.int(int(1, 1_000_000), { optional: true, given: "never" }),
  queue_code: field.text(code, { optional: true, filter: true }),
  token_code: field.text(tokenCode, { optional: true, given: "never" }),
  business_date: field.text(date, { optional: true, given: "never" }),
  /** The tokens held before the patient was moved to another queue, the earliest first; null for who never was. */
  former_tokens: field.json(z.array(formerToken).max(100), z.array(formerToken), {
    optional: true,
    given: "never",
  }),
  reminder_status: field.word(reminderStatuses, { given: "never" }),
  reminder_channels: field.json(z.array(enumOf(reminderChannels)).max(3), z.array(z.string()), {
    initial: [],
  }),
  reason: field.text(str(0, 500), { optional: true }),
  referred_by: field.text(str(0, 200), { optional: true }),
  priority: field.word(appointmentPriorities, { initial: "routine" }),
  priority_reason: field.text(str(0, 200), { optional: true }),
  booking_id: field.text(str(1, 64), { optional: true, given: "never" }),
  rescheduled_count: field.int(int(0, 1_000_000), { given: "never" }),
  cancel_reason: field.text(enumOf(cancelReasons), { optional: true, given: "later" }),
  cancel_note: field.text(str(0, 500), { optional: true, given: "later" }),
  video_url: field.text(z.url({ protocol: /^https$/u }).max(2048), {
    optional: true,
    given: "never",
  }),
  is_overbook: field.bool({ given: "never" }),
  status_history: field.json(statusHistoryForm(appointmentStatuses), statusHistoryShape, {
    given: "never",
  }),
  called_at: field.text(ts, { optional: true, given: "never" }),
  set_aside_at: field.text(ts, { optional: true, given: "never" }),
  /** Where the provider works when the patient is called, before that at the appointment's time; by the provider's hours. */
  room: field.computed(z.string().nullable()),
  /** The holiday or schedule exception for which somebody who is booked has to be moved. */
  displaced_by: field.computed(z.string().nullable()),
} as const;

const sent = sentShape(appointmentFields);
const alsoGiven = {
  overbook: z.boolean().optional(),
  /** Why a time that is kept for online booking is given away here, by whoever may; kept in the history of states. */
  online_reason: str(3, 200).optional(),
  metadata: metadataField,
} as const;

/** What a booking says. `slot_time` is left out only by a walk-in, who is there now. */
export const createAppointmentBody = z.strictObject({
  ...sent,
  ...alsoGiven,
  tenant_id: idOf("ten").optional(),
  branch_id: idOf("brn").optional(),
  slot_time: sent.slot_time.optional(),
  duration_min: sent.duration_min.optional(),
  queue_code: code.optional(),
  source: sent.source.optional(),
});

/** What a change says: another time or provider, another state or queue, other details, or that the patient is called now. */
export const updateAppointmentBody = z.strictObject({
  ...readOnlyFields([...recordReadOnly, "branch_id"]),
  ...patchShape(appointmentFields),
  ...alsoGiven,
  /** Kept in the history of states beside a new state. */
  status_reason: str(0, 500).optional(),
  /** Calls the patient: the display board shows the token. */
  called: z.literal(true).optional(),
  /** Sets somebody aside who waits and does not answer; false, or the next call, takes them back into their turn. */
  set_aside: z.boolean().optional(),
});

/** An appointment, as the wire writes it. */
export const appointmentShape = z.strictObject({
  id: idOf("apt"),
  branch_id: idOf("brn").nullable(),
  ...answerShape(appointmentFields),
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

/** When somebody comes next: the first appointment ahead of now that is booked or confirmed. */
const nextAppointmentShape = z.strictObject({
  patient_id: idOf("pat"),
  appointment_id: idOf("apt"),
  branch_id: idOf("brn").nullable(),
  provider_id: idOf("stf"),
  slot_time: z.string(),
});

/** When somebody comes next. */
export type NextAppointment = z.output<typeof nextAppointmentShape>;

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
      /** Those that an exception of the usual hours stands in the way of. */
      schedule_exception_id: idOf("scx").optional(),
      /** Those that have to be moved: booked for a time at which nobody is, today or later. */
      displaced: enumOf(["true"]).optional(),
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
  next: readEndpoint({
    path: "/v1/appointments/next",
    summary: "When each of up to 100 patients comes next, in the branches the caller may see",
    tag,
    access: read,
    params: noParams,
    query: z.strictObject({ patient_id: idListOf("pat") }),
    response: z.strictObject({ data: z.array(nextAppointmentShape) }),
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
    summary:
      "Reschedule an appointment, move it to another state or who waits to another queue, or change its details",
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
      "forbidden",
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
