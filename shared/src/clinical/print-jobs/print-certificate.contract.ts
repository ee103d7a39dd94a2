import * as z from "zod";
import { date, str, text, ts } from "#contract/fields.ts";
import {
  printedDoctor,
  printedMedicine,
  printedPatient,
  section,
  shortLines,
} from "./print-document-parts.contract.ts";

const optional = (max: number) => str(1, max).nullable().default(null);

const certified = {
  certificate_no: str(1, 32),
  issued_at: ts,
  patient: printedPatient,
  doctor: printedDoctor,
  /** Only where the doctor wants it to be read by whoever gets the paper. */
  diagnosis: optional(500),
  remarks: text(1000).nullable().default(null),
} as const;

const sickLeave = z.strictObject({
  ...certified,
  kind: z.literal("sick_leave"),
  rest_from: date,
  rest_to: date,
});

const fitness = z.strictObject({
  ...certified,
  kind: z.literal("fitness"),
  fit_from: date,
  fit_for: optional(200),
});

const referral = z.strictObject({
  ...certified,
  kind: z.literal("referral"),
  referred_to: str(1, 200),
  referred_place: optional(200),
  reason: section,
  complaints: section,
  vitals: optional(300),
  allergies: shortLines,
  // As long as what is written in a visit.
  findings: text(20_000).nullable().default(null),
  investigations: text(20_000).nullable().default(null),
  medicines: z.array(printedMedicine).max(40).default([]),
});

/** What a doctor writes for somebody elsewhere: a sick leave, fitness, or a referral. */
export const certificateData = z.discriminatedUnion("kind", [sickLeave, fitness, referral]);
