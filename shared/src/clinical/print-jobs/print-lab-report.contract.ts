import * as z from "zod";
import { resultFlags, specimenTypes } from "#clinical/lab-tests/lab-test-parts.contract.ts";
import { enumOf, str, text, ts } from "#contract/fields.ts";
import { printedPatient, shortLines } from "./print-document-parts.contract.ts";

const optional = (max: number) => str(1, max).nullable().default(null);

const printedValue = z.strictObject({
  name: str(1, 200),
  /** As it is written, without its unit; true and false of what is answered with yes or no. */
  value: z.union([str(1, 2_000), z.boolean()]),
  unit: optional(32),
  /** What is usual. */
  range: optional(250),
  flag: enumOf(resultFlags).nullable().default(null),
});

const printedTest = z.strictObject({
  name: str(1, 200),
  /** Whether it was verified before with something else. */
  is_corrected: z.boolean().default(false),
  values: z.array(printedValue).min(1).max(200),
  conclusion: text(5_000).nullable().default(null),
  verified_by: str(1, 200),
  verified_at: ts,
});

const printedSpecimen = z.strictObject({
  type: enumOf(specimenTypes),
  barcode: str(3, 32),
  collected_at: ts,
});

/** What the report of a laboratory says: what was found and verified, and what is still to come. */
export const labReport = z.strictObject({
  kind: z.literal("lab"),
  order_no: str(1, 32),
  ordered_at: ts.nullable().default(null),
  ordered_by: optional(200),
  patient: printedPatient,
  specimens: z.array(printedSpecimen).max(60).default([]),
  tests: z.array(printedTest).min(1).max(50),
  /** The tests of which nothing is verified yet. */
  pending: shortLines,
  reported_at: ts,
});
