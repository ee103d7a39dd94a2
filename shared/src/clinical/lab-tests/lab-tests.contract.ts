import * as z from "zod";
import { loinc } from "#contract/code-fields.ts";
import { crud, recordAnswer, type CrudOptions } from "#contract/crud.ts";
import { code, enumOf, int, money, str } from "#contract/fields.ts";
import { usageStatuses } from "#contract/local-names.ts";
import { field } from "#contract/record-fields.ts";
import {
  codedAnswers,
  codedAnswersShape,
  plausibleLimits,
  plausibleLimitsShape,
  referenceRanges,
  referenceRangesShape,
  specimenTypes,
  valueTypes,
} from "./lab-test-parts.contract.ts";

/** Where in a laboratory a test is done. */
const labSections = [
  "haematology",
  "coagulation",
  "biochemistry",
  "endocrinology",
  "immunology",
  "serology",
  "microbiology",
  "urinalysis",
  "cytology",
  "histopathology",
  "molecular",
  "blood_bank",
] as const;

/** Most tests that one order may ask for, its panels expanded. */
export const mostTests = 50;

/** What is ordered in one: a test by itself, or several that belong together. */
export const labTestKinds = ["test", "panel"] as const;

/** The fields of a test of the catalogue. */
export const labTestFields = {
  code: field.text(code, { given: "once", unique: "duplicate_value", sort: true, filter: true }),
  name: field.text(str(1, 200), { search: "words", sort: true }),
  kind: field.word(labTestKinds, { given: "once", initial: "test", filter: true }),
  section: field.word(labSections, { filter: true }),
  loinc: field.text(loinc, { optional: true, filter: true }),
  specimen_type: field.text(enumOf(specimenTypes), { optional: true, filter: true }),
  /** In what it is drawn: "EDTA, lavender". */
  container: field.text(str(0, 80), { optional: true }),
  fasting: field.bool({ initial: false }),
  value_type: field.word(valueTypes, { initial: "numeric" }),
  /** UCUM: `g/dL`, `10*3/uL`. */
  unit: field.text(str(1, 32), { optional: true }),
  ranges: field.json(referenceRanges, referenceRangesShape, { initial: [] }),
  plausible: field.json(plausibleLimits, plausibleLimitsShape, { optional: true }),
  /** What can be answered where answers are codes. */
  answers: field.json(codedAnswers, codedAnswersShape, { initial: [] }),
  /** Of a panel: the codes of its tests and panels, in the order of the report. */
  tests: field.json(z.array(code).max(mostTests), z.array(z.string()), { initial: [] }),
  price_minor: field.int(money, { optional: true }),
  /** In so many minutes from the order it should be answered. */
  turnaround_minutes: field.int(int(1, 525_600), { optional: true }),
  status: field.word(usageStatuses, { initial: "active", filter: true }),
} as const;

/** Where tests are served, and to whom. */
export const labTestCrud = {
  path: "/v1/lab/tests",
  resource: "lab_tests",
  noun: ["lab test", "lab tests"],
  prefix: "lbt",
  home: "hub",
  sort: "name",
} as const satisfies CrudOptions;

const labTestShape = recordAnswer(labTestFields, labTestCrud);

/** A test of the catalogue. */
export type LabTest = z.output<typeof labTestShape>;

const { list, get, create, update } = crud(labTestFields, labTestCrud);

/** The endpoints of the catalogue of laboratory tests. */
export const labTestsContract = {
  list,
  get,
  create: { ...create, errors: [...create.errors, "invalid_reference", "hub_only"] },
  update: { ...update, errors: [...update.errors, "invalid_reference", "hub_only"] },
} as const;
