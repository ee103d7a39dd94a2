import * as z from "zod";
import { specimenTypes } from "#clinical/lab-tests/lab-test-parts.contract.ts";
import { mostTests } from "#clinical/lab-tests/lab-tests.contract.ts";
import { loinc } from "#contract/code-fields.ts";
import { code, enumOf, idOf, int, money, str, ts } from "#contract/fields.ts";
import { actorIdForm, readOnlyFields } from "#contract/record.ts";
import { patternField } from "#contract/text-field.ts";

/** The states of an order; the ways between them stand in the state table beside this file. */
export const labOrderStatuses = [
  "draft",
  "ordered",
  "collected",
  "received",
  "in_process",
  "partially_resulted",
  "completed",
  "recollect_required",
  "cancelled",
  "entered_in_error",
] as const;

/** One state of an order. */
export type LabOrderStatus = (typeof labOrderStatuses)[number];

/** How soon an answer is needed, the most urgent last. */
export const labPriorities = ["routine", "urgent", "asap", "stat"] as const;

/** How far the answer to one test of an order has come. */
const orderedTestStatuses = ["pending", "preliminary", "final"] as const;

/** Why a specimen is of no use. */
export const rejectReasons = [
  "haemolysed",
  "clotted",
  "insufficient",
  "wrong_container",
  "mislabelled",
  "leaked",
  "delayed",
  "other",
] as const;

/** One of them. */
export type RejectReason = (typeof rejectReasons)[number];

/** What stands on a specimen's label. */
export const specimenBarcode = patternField(
  /^[A-Z0-9][A-Z0-9/-]{5,31}$/u,
  "must be 6 to 32 of A-Z, 0-9, / and -",
);

/** The tests that a body asks for: single ones and panels. */
export const orderedTests = z
  .array(z.strictObject({ test_code: code }))
  .min(1)
  .max(mostTests);

/** One test of an order as it is kept: as the catalogue said it when it was ordered. */
const keptTest = z.strictObject({
  id: idOf("lot"),
  test_code: code,
  name: str(1, 200),
  loinc: loinc.nullable(),
  specimen_type: enumOf(specimenTypes).nullable(),
  container: str(0, 80).nullable(),
  fasting: z.boolean(),
  price_minor: money.nullable(),
  turnaround_minutes: int(1, 525_600).nullable(),
  status: enumOf(orderedTestStatuses),
  /** Whether a critical value of it waits to be acknowledged. */
  is_critical_open: z.boolean(),
});

/** The tests of an order, as they are kept. */
export const keptTests = z.array(keptTest).max(mostTests);

/** One test of an order. */
export type OrderedTest = z.output<typeof keptTest>;

/** The tests of an order, as the wire writes them. */
export const orderedTestsShape = z.array(
  z.strictObject({
    id: idOf("lot"),
    test_code: z.string(),
    name: z.string(),
    loinc: z.string().nullable(),
    specimen_type: z.enum(specimenTypes).nullable(),
    container: z.string().nullable(),
    fasting: z.boolean(),
    price_minor: z.int().nullable(),
    turnaround_minutes: z.int().nullable(),
    status: z.enum(orderedTestStatuses),
    is_critical_open: z.boolean(),
  }),
);

const mostSpecimens = 60;
const note = str(0, 200).nullable();

/** The specimens that a body adds, or of which it says that they are of no use; what it leaves out stays. */
export const givenSpecimens = z
  .array(
    z.strictObject({
      ...readOnlyFields([
        "collected_by",
        "received_at",
        "received_by",
        "rejected_at",
        "rejected_by",
      ]),
      id: idOf("spc").optional(),
      type: enumOf(specimenTypes),
      barcode: specimenBarcode.optional(),
      collected_at: ts.optional(),
      rejected: z.boolean().optional(),
      reject_reason: enumOf(rejectReasons).nullable().optional(),
      reject_note: note.optional(),
    }),
  )
  .max(mostSpecimens);

/** A specimen as a body says it. */
export type GivenSpecimen = z.output<typeof givenSpecimens>[number];

const keptSpecimen = z.strictObject({
  id: idOf("spc"),
  type: enumOf(specimenTypes),
  barcode: specimenBarcode,
  collected_at: ts,
  collected_by: actorIdForm,
  received_at: ts.nullable(),
  received_by: actorIdForm.nullable(),
  rejected: z.boolean(),
  reject_reason: enumOf(rejectReasons).nullable(),
  reject_note: note,
  rejected_at: ts.nullable(),
  rejected_by: actorIdForm.nullable(),
});

/** The specimens of an order, as they are kept. */
export const keptSpecimens = z.array(keptSpecimen).max(mostSpecimens);

/** One specimen. */
export type Specimen = z.output<typeof keptSpecimen>;

/** The specimens of an order, as the wire writes them. */
export const specimensShape = z.array(
  z.strictObject({
    id: idOf("spc"),
    type: z.enum(specimenTypes),
    barcode: z.string(),
    collected_at: z.string(),
    collected_by: z.string(),
    received_at: z.string().nullable(),
    received_by: z.string().nullable(),
    rejected: z.boolean(),
    reject_reason: z.enum(rejectReasons).nullable(),
    reject_note: z.string().nullable(),
    rejected_at: z.string().nullable(),
    rejected_by: z.string().nullable(),
  }),
);

/** Another laboratory that does the tests, and the number under which it knows the order. */
export const externalLab = z.strictObject({
  name: str(1, 120),
  ref: str(0, 64).nullable().optional(),
});

/** That laboratory, as the wire writes it. */
export const externalLabShape = z.strictObject({
  name: z.string(),
  ref: z.string().nullable().optional(),
});
