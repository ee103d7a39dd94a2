import * as z from "zod";
import { letterhead } from "./print-jobs.letterhead.ts";

/** What the slip of a queue token says, as it was when the job was made. */
export const tokenSlipData = z.object({
  facility_name: z.string(),
  branch_name: z.string(),
  department: z.string(),
  queue_no: z.int(),
  token_code: z.string(),
  patient_name: z.string(),
  uhid: z.string(),
  provider_name: z.string().nullable(),
  /** The instant at which the place in the queue was given. */
  issued_at: z.iso.datetime(),
  /** IANA name of the branch's zone. */
  time_zone: z.string(),
  appointment_id: z.string(),
  /** Absent from slips that were queued before there were templates. */
  letterhead: letterhead.optional(),
});

/** What the slip of a queue token says. */
export type TokenSlipData = z.output<typeof tokenSlipData>;

/** The name of the slip's template in a job. */
export const tokenTemplate = "queue_token";
