import * as z from "zod";
import { date, enumOf, int, str, text } from "#contract/fields.ts";
import { num } from "#contract/code-fields.ts";
import { isGs1NumberValid } from "#kernel/gs1-number.ts";
import { invalid, textField } from "#contract/text-field.ts";

/** A patient as documents name one. */
export const printedPatient = z.strictObject({
  name: str(1, 200),
  uhid: str(1, 32),
  gender: enumOf(["male", "female", "other", "unknown"]).default("unknown"),
  dob: date.nullable().default(null),
  phone: str(3, 32).nullable().default(null),
});

/** A patient as documents name one. */
export type PrintedPatient = z.output<typeof printedPatient>;

/** A doctor as documents name one. */
export const printedDoctor = z.strictObject({
  name: str(1, 200),
  qualification: str(1, 200).nullable().default(null),
  registration_no: str(1, 64).nullable().default(null),
  department: str(1, 100).nullable().default(null),
});

/** A doctor as documents name one. */
export type PrintedDoctor = z.output<typeof printedDoctor>;

/** How often a medicine is taken. */
const frequencies = [
  "od",
  "bd",
  "tds",
  "qid",
  "q4h",
  "q6h",
  "q8h",
  "q12h",
  "hs",
  "stat",
  "sos",
  "weekly",
  "alternate_days",
  "custom",
] as const;

/** A medicine on a prescription or a discharge summary. */
export const printedMedicine = z.strictObject({
  drug_name: str(1, 200),
  generic_name: str(1, 200).nullable().default(null),
  strength: str(1, 64).nullable().default(null),
  dose: str(1, 64).nullable().default(null),
  frequency: enumOf(frequencies),
  /** How often, in words: printed in place of a `custom` frequency. */
  frequency_text: str(1, 200).nullable().default(null),
  duration_days: int(1, 365).nullable().default(null),
  quantity: num(0, 100_000, 3).nullable().default(null),
  instructions: str(1, 500).nullable().default(null),
});

/** A medicine on a prescription or a discharge summary. */
export type PrintedMedicine = z.output<typeof printedMedicine>;

/** A GS1 number of so many digits with its check digit. */
export function gs1Number(digits: number): z.ZodString {
  return textField(
    (sent) =>
      isGs1NumberValid(sent, digits)
        ? sent
        : invalid(`must be a GS1 number of ${digits} digits with its check digit`),
    { pattern: `^\\d{${digits}}$` },
  );
}

/** A section of several lines under a heading. */
export const section = text(10_000).nullable().default(null);

/** Short lines, one below the other. */
export const shortLines = z.array(str(1, 300)).max(30).default([]);

/** An amount in minor units that may be negative, such as what rounding takes away. */
export const signedMoney = int(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
