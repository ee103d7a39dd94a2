import * as z from "zod";
import { num } from "#contract/code-fields.ts";
import { int, str, text, ts } from "#contract/fields.ts";
import { actorIdForm, readOnlyFields } from "#contract/record.ts";

/** The states of a study; the ways between them stand in the state table beside this file. */
export const radiologyStatuses = [
  "draft",
  "ordered",
  "scheduled",
  "in_progress",
  "acquired",
  "preliminary",
  "final",
  "amended",
  "cancelled",
  "entered_in_error",
] as const;

/** One state of a study. */
export type RadiologyStatus = (typeof radiologyStatuses)[number];

/** With what images are taken, by DICOM's codes. */
export const modalities = [
  "CR",
  "DX",
  "CT",
  "MR",
  "US",
  "MG",
  "NM",
  "PT",
  "XA",
  "RF",
  "BMD",
  "ES",
  "OT",
] as const;

/** One of them. */
export type Modality = (typeof modalities)[number];

/** Which of two sides, or that there is but one. */
export const lateralities = ["left", "right", "bilateral", "na"] as const;

/** What is known of a pregnancy before somebody is exposed. */
export const pregnancyStatuses = [
  "not_applicable",
  "not_pregnant",
  "possibly",
  "pregnant",
] as const;

/** One of them. */
export type PregnancyStatus = (typeof pregnancyStatuses)[number];

/** How the kidneys of somebody work who is given contrast medium, as far as that is known. */
export const renalFunctions = ["normal", "reduced", "unknown"] as const;

/** One of them. */
export type RenalFunction = (typeof renalFunctions)[number];

const dose = num(0, 1_000_000, 3).nullable().optional();

/** How much radiation the patient had: what the machine says, each in its unit. */
export const radiationDose = z.strictObject({
  dap_gycm2: dose,
  ctdi_mgy: dose,
  dlp_mgycm: dose,
});

const number = z.number().nullable().optional();

/** The same, as the wire writes it. */
export const radiationDoseShape = z.strictObject({
  dap_gycm2: number,
  ctdi_mgy: number,
  dlp_mgycm: number,
});

const findings = text(20_000);
const impression = text(5_000);
const birads = int(0, 6).nullable();

/** What the server says of a report. */
export const reportComputed = ["reported_by", "reported_at", "verified_by", "verified_at"] as const;

/** What the images show, as a body says it. */
export const givenReport = z.strictObject({
  ...readOnlyFields(reportComputed),
  findings,
  impression,
  birads: birads.optional(),
  /** Whether somebody has to be told of it at once. */
  critical: z.boolean().optional(),
});

/** What the images show, as a body says it. */
export type GivenReport = z.output<typeof givenReport>;

/** What the images show, as it is kept. */
export const keptReport = z.strictObject({
  findings,
  impression,
  birads,
  critical: z.boolean(),
  reported_by: actorIdForm,
  reported_at: ts,
  verified_by: actorIdForm.nullable(),
  verified_at: ts.nullable(),
});

/** What the images show. */
export type RadiologyReport = z.output<typeof keptReport>;

const reason = str(0, 500).nullable();

/** Reports that others stand in place of, as they are kept: each as it was verified, with when, by whom and why it was amended. */
export const pastReports = z
  .array(z.strictObject({ at: ts, by: actorIdForm, reason, report: keptReport }))
  .max(1_000);

/** What the images show, as the wire writes it. */
export const reportShape = z.strictObject({
  findings: z.string(),
  impression: z.string(),
  birads: z.int().nullable(),
  critical: z.boolean(),
  reported_by: z.string(),
  reported_at: z.string(),
  verified_by: z.string().nullable(),
  verified_at: z.string().nullable(),
});

/** Reports that others stand in place of, as the wire writes them. */
export const pastReportsShape = z.array(
  z.strictObject({
    at: z.string(),
    by: z.string(),
    reason: z.string().nullable(),
    report: reportShape,
  }),
);
