import * as z from "zod";
import { code, date, enumOf, idOf, int, str, ts } from "#contract/fields.ts";
import { recordForms, statusHistoryForm } from "#contract/record.ts";
import { patternField } from "#contract/text-field.ts";
import {
  appointmentFields,
  appointmentSources,
  appointmentStatuses,
  cancelReasons,
  reminderStatuses,
} from "./appointments.contract.ts";

/** The form in which an appointment's fields are kept. */
export const appointmentForms = {
  ...recordForms("apt"),
  ...appointmentFields,
  patient_id: idOf("pat"),
  provider_id: idOf("stf"),
  slot_time: ts,
  end_time: ts,
  source: enumOf(appointmentSources),
  status: enumOf(appointmentStatuses),
  queue_no: int(1, 1_000_000),
  queue_code: code,
  token_code: patternField(/^[A-Z]{1,3}-\d{3,7}$/u, "must be a token such as GEN-012"),
  business_date: date,
  reminder_status: enumOf(reminderStatuses),
  booking_id: str(1, 64),
  rescheduled_count: int(0, 1_000_000),
  cancel_reason: enumOf(cancelReasons),
  cancel_note: str(0, 500),
  video_url: z.url({ protocol: /^https$/u }).max(2048),
  is_overbook: z.boolean(),
  status_history: statusHistoryForm(appointmentStatuses),
  called_at: ts,
} as const;
