import * as z from "zod";
import { encounterTypes } from "#clinical/appointments/appointments.contract.ts";
import { date, enumOf, icd10, int, str } from "#contract/fields.ts";
import { isVerhoeffValid } from "#kernel/check-digits.ts";

/** The vocabularies a diagnosis code can come from. */
export const diagnosisSystems = ["icd10", "icd11", "snomed"] as const;

/** One of the vocabularies. */
export type DiagnosisSystem = (typeof diagnosisSystems)[number];

const codeForms: Readonly<Record<DiagnosisSystem, (code: string) => boolean>> = {
  icd10: (code) => icd10.safeParse(code).success,
  // A stem code, and codes joined to it: 1A00, MG30.51, 2C25.Z&XS9R.
  icd11: (code) =>
    /^[0-9A-Z][A-Z]\d[0-9A-Z]{1,3}(\.[0-9A-Z]{1,3})?([&/][0-9A-Z.]{4,})*$/.test(code),
  snomed: (code) => /^[1-9]\d{5,17}$/.test(code) && isVerhoeffValid(code),
};

/** Whether a code has the form of its vocabulary's. */
export function isCodeOf(system: DiagnosisSystem, code: string): boolean {
  return codeForms[system](code);
}

/** What a diagnosis is to the encounter. */
export const diagnosisUses = [
  "admission",
  "provisional",
  "final",
  "comorbidity",
  "complication",
] as const;

/** The kind of visit: the words of the contract, and two other names in use. */
export const encounterTypeField: z.ZodType<(typeof encounterTypes)[number], string> = enumOf(
  encounterTypes,
  {
    telemedicine: "telehealth",
    ER: "emergency",
  },
);

/** A code of any vocabulary. Not a `str`: one SNOMED code in ten would pass for a payment card number. */
export const diagnosisCode = z
  .string()
  .regex(/^[0-9A-Z][0-9A-Z.&/]{2,63}$/, "must be a diagnosis code");

/** One diagnosis as a body says it. */
export const diagnosis = z.strictObject({
  code: diagnosisCode,
  system: enumOf(diagnosisSystems),
  display: str(0, 200).nullable().optional(),
  use: enumOf(diagnosisUses),
  rank: int(1, 50),
  onset: date.nullable().optional(),
});

/** One diagnosis; rank 1 is the primary one. */
export type Diagnosis = z.output<typeof diagnosis>;

function decimal(minimum: number, maximum: number) {
  return z.number().min(minimum).max(maximum).multipleOf(0.1).nullable().optional();
}

function whole(minimum: number, maximum: number) {
  return int(minimum, maximum).nullable().optional();
}

/** What a living body can measure; a value beyond is a slip of the hand or of the device, and refused. */
export const possibleVitals = {
  temp_c: [25, 45],
  pulse_bpm: [0, 300],
  resp_rate: [0, 120],
  sbp: [20, 320],
  dbp: [10, 220],
  spo2_pct: [0, 100],
  glucose_mgdl: [5, 2000],
  weight_kg: [0.2, 500],
  height_cm: [20, 272],
  pain: [0, 10],
  gcs: [3, 15],
} as const;

const possible = possibleVitals;

/** One set of measurements as a body says it; null takes a value back. */
export const vitals = z.strictObject({
  temp_c: decimal(...possible.temp_c),
  pulse_bpm: whole(...possible.pulse_bpm),
  resp_rate: whole(...possible.resp_rate),
  sbp: whole(...possible.sbp),
  dbp: whole(...possible.dbp),
  spo2_pct: whole(...possible.spo2_pct),
  glucose_mgdl: whole(...possible.glucose_mgdl),
  weight_kg: decimal(...possible.weight_kg),
  height_cm: decimal(...possible.height_cm),
  pain: whole(...possible.pain),
  gcs: whole(...possible.gcs),
});

/** One set of measurements; null takes a value back. */
export type Vitals = z.output<typeof vitals>;

/** How a visit is held at a distance, and that the patient agrees to it. */
export const telehealth = z.strictObject({
  platform: str(0, 100).nullable().optional(),
  join_url: z
    .url({ protocol: /^https$/ })
    .max(2048)
    .nullable()
    .optional(),
  patient_consented: z.boolean(),
});

/** Where in the house the patient is. */
export const location = z.strictObject({
  ward: str(0, 100).nullable().optional(),
  room: str(0, 100).nullable().optional(),
  bed: str(0, 100).nullable().optional(),
});

const measured = z.number().nullable().optional();
/** The newest measurements, as the wire writes them. */
export const vitalsShape = z.strictObject({
  temp_c: measured,
  pulse_bpm: measured,
  resp_rate: measured,
  sbp: measured,
  dbp: measured,
  spo2_pct: measured,
  glucose_mgdl: measured,
  weight_kg: measured,
  height_cm: measured,
  pain: measured,
  gcs: measured,
});
/** A text that may be null or absent. */
export const optionalText = z.string().nullable().optional();
