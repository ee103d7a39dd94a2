import * as z from "zod";
import { printedMedicine } from "#clinical/print-jobs/print-document-parts.contract.ts";
import { str, text } from "#contract/fields.ts";

/** What a doctor writes for somebody elsewhere: that somebody cannot work, or can again, or whom to see next. */
export const certificateTypes = ["sick_leave", "fitness", "referral"] as const;

/** One of them. */
export type CertificateType = (typeof certificateTypes)[number];

/** The states of a certificate; the ways between them stand in the state table beside this file. */
export const certificateStatuses = ["issued", "cancelled", "entered_in_error"] as const;

/** One state of a certificate. */
export type CertificateStatus = (typeof certificateStatuses)[number];

/** The longest texts of a summary, by what they say. */
export const longestOfSummary = { complaint: 500, vitals: 300, notes: 20_000, line: 300 } as const;

/** How many allergies, findings and medicines a summary has at the most. */
export const mostOfSummary = { allergies: 30, findings: 60, medicines: 40 } as const;

const line = str(1, longestOfSummary.line);

/** What a visit said as a referral was issued: whatever is written into the visit later, the letter stays. */
export const keptSummary = z.strictObject({
  complaint: str(1, longestOfSummary.complaint).nullable(),
  vitals: str(1, longestOfSummary.vitals).nullable(),
  notes: text(longestOfSummary.notes).nullable(),
  allergies: z.array(line).max(mostOfSummary.allergies),
  findings: z.array(line).max(mostOfSummary.findings),
  medicines: z.array(printedMedicine).max(mostOfSummary.medicines),
});

/** What a visit said as a referral was issued. */
export type CertificateSummary = z.output<typeof keptSummary>;

/** The same, as an answer says it. */
export const summaryShape = z.strictObject({
  complaint: z.string().nullable(),
  vitals: z.string().nullable(),
  notes: z.string().nullable(),
  allergies: z.array(z.string()),
  findings: z.array(z.string()),
  medicines: z.array(
    z.strictObject({
      drug_name: z.string(),
      generic_name: z.string().nullable(),
      strength: z.string().nullable(),
      dose: z.string().nullable(),
      frequency: z.string(),
      frequency_text: z.string().nullable(),
      duration_days: z.int().nullable(),
      quantity: z.number().nullable(),
      instructions: z.string().nullable(),
    }),
  ),
});
