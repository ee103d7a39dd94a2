/** An event that receivers can ask for, and what it says to them. */
export interface EventType {
  readonly type: string;
  readonly meaning: string;
}

/** The events of the clinical surface: the whole list from which an endpoint chooses. */
export const clinicalEventTypes = [
  { type: "patient.created", meaning: "a patient was registered" },
  { type: "patient.updated", meaning: "a patient's particulars were changed" },
  { type: "patient.merged", meaning: "a patient's record was merged into another of the person" },
  { type: "patient.unmerged", meaning: "a merged patient's record was given back" },
  { type: "appointment.booked", meaning: "an appointment was scheduled" },
  { type: "appointment.updated", meaning: "an appointment was changed otherwise" },
  { type: "appointment.cancelled", meaning: "an appointment was cancelled" },
  { type: "appointment.rescheduled", meaning: "an appointment was moved" },
  { type: "appointment.checked_in", meaning: "a patient arrived and got a place in the queue" },
  { type: "appointment.called", meaning: "a patient was called from the queue" },
  { type: "appointment.completed", meaning: "an appointment took place" },
  { type: "appointment.no_show", meaning: "a patient did not come" },
  { type: "encounter.created", meaning: "a visit began" },
  { type: "encounter.updated", meaning: "a visit was changed" },
  { type: "encounter.completed", meaning: "a doctor visit was completed" },
  { type: "encounter.cancelled", meaning: "a visit was called off" },
  { type: "invoice.created", meaning: "an invoice was generated" },
  { type: "payment.received", meaning: "a payment was posted" },
  { type: "lab.result.ready", meaning: "a lab result is available" },
  { type: "prescription.created", meaning: "a prescription was issued" },
  { type: "device.registered", meaning: "a printer, scanner, kiosk or tablet was registered" },
  { type: "device.online", meaning: "a device answers" },
  { type: "device.offline", meaning: "a device does not answer any more" },
  { type: "device.blocked", meaning: "a device was blocked" },
  { type: "sync.conflict_resolved", meaning: "a person resolved two values that were made apart" },
] as const satisfies readonly EventType[];
