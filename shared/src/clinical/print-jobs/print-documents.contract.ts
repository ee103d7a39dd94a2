import * as z from "zod";
import { date, enumOf, str, text, ts } from "#contract/fields.ts";
import { encounterTypes } from "#clinical/appointments/appointments.contract.ts";
import { certificateData } from "./print-certificate.contract.ts";
import { labReport } from "./print-lab-report.contract.ts";
import { billData, receiptData, shiftReport } from "./print-money.contract.ts";
import {
  gs1Number,
  printedDoctor,
  printedMedicine,
  printedPatient,
  section,
  shortLines,
} from "./print-document-parts.contract.ts";

const optional = (max: number) => str(1, max).nullable().default(null);

/** What a prescription says. */
const prescriptionData = z.strictObject({
  rx_no: str(1, 32),
  issued_at: ts,
  patient: printedPatient,
  doctor: printedDoctor,
  diagnosis: optional(500),
  allergies: shortLines,
  vitals: z
    .array(z.strictObject({ name: str(1, 40), value: str(1, 40) }))
    .max(12)
    .default([]),
  items: z.array(printedMedicine).min(1).max(40),
  advice: shortLines,
  follow_up_on: date.nullable().default(null),
  /** What the QR code holds; the prescription's number when absent. */
  code: optional(1_000),
});

const medicineLabel = z.strictObject({
  kind: z.literal("medicine"),
  patient_name: str(1, 200),
  uhid: optional(32),
  medicine: printedMedicine,
  batch_no: optional(32),
  expires_on: date.nullable().default(null),
  gtin: gs1Number(14).nullable().default(null),
  dispensed_at: ts,
});

const patientLabel = z.strictObject({
  kind: z.literal("patient"),
  patient: printedPatient,
  printed_at: ts,
});

/** What a label says: of a medicine that is handed over, or of a patient's folder. */
const labelData = z.discriminatedUnion("kind", [medicineLabel, patientLabel]);

/** What a discharge summary says. */
const dischargeData = z.strictObject({
  admission_no: str(1, 32),
  patient: printedPatient,
  doctor: printedDoctor,
  ward: optional(100),
  admitted_at: ts,
  discharged_at: ts,
  discharge_type: enumOf([
    "routine",
    "lama",
    "transfer",
    "absconded",
    "expired",
    "discharge_on_request",
  ]),
  condition: enumOf(["cured", "improved", "unchanged", "worse", "expired"]),
  diagnoses: z
    .array(z.strictObject({ code: optional(10), text: str(1, 300) }))
    .min(1)
    .max(20),
  complaints: section,
  history: section,
  findings: section,
  investigations: section,
  procedures: section,
  // As long as what a stay is closed with.
  course: text(20_000).nullable().default(null),
  medicines: z.array(printedMedicine).max(40).default([]),
  advice: shortLines,
  follow_up_on: date.nullable().default(null),
  emergency_phone: optional(32),
});

/** What a patient's wristband says. */
const wristbandData = z.strictObject({
  size: enumOf(["adult", "infant"]).default("adult"),
  patient: printedPatient,
  /** The patient's GSRN, where the facility numbers its recipients of care with GS1; printed as (8018). */
  gsrn: gs1Number(18).nullable().default(null),
  blood_group: optional(8),
  allergies: shortLines,
  /** Of an infant. */
  mother_name: optional(200),
  born_at: ts.nullable().default(null),
});

/** What the label of a specimen's tube says. */
const labLabelData = z.strictObject({
  specimen_code: str(3, 32),
  specimen_type: str(1, 32),
  patient: printedPatient,
  tests: z.array(str(1, 32)).min(1).max(20),
  collected_at: ts.nullable().default(null),
  is_urgent: z.boolean().default(false),
  printed_at: ts,
});

/** What the slip of a booking says: nothing of its patient but the name and the number. */
const appointmentSlipData = z.strictObject({
  /** What its code leads to when the patient comes. */
  appointment_id: str(1, 64),
  patient: z.strictObject({ name: str(1, 200), uhid: str(1, 32) }),
  starts_at: ts,
  encounter_type: enumOf(encounterTypes).default("OPD"),
  provider_name: optional(200),
  /** Its code, as staff have it, or its name in the languages of the slip. */
  department: optional(200),
  /** Where to come: what of it the letterhead does not say is printed. */
  place: shortLines,
});

const testPage = z.strictObject({
  kind: z.literal("test_page"),
  device_name: str(1, 100),
  printed_at: ts,
  details: z
    .array(z.strictObject({ name: str(1, 40), value: str(1, 100) }))
    .max(20)
    .default([]),
});

/** What a report says: a cashier's shift, what the laboratory found, or a page that shows what a printer can do. */
const reportData = z.discriminatedUnion("kind", [shiftReport, labReport, testPage]);

/** The shape of what each type of document says that a caller may hand over. A token's slip comes of its appointment alone. */
export const documentShapes = {
  prescription: prescriptionData,
  certificate: certificateData,
  label: labelData,
  bill: billData,
  receipt: receiptData,
  discharge: dischargeData,
  wristband: wristbandData,
  lab_label: labLabelData,
  appointment_slip: appointmentSlipData,
  report: reportData,
} as const;

/** What a document of a type says. */
export type DocumentData<Type extends keyof typeof documentShapes> = z.output<
  (typeof documentShapes)[Type]
>;
