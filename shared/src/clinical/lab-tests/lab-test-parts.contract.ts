import * as z from "zod";
import { num } from "#contract/code-fields.ts";
import { code, enumOf, int, str } from "#contract/fields.ts";
import { invalid, refuse } from "#contract/text-field.ts";

/** In what a specimen is drawn or taken. */
export const specimenTypes = [
  "blood",
  "serum",
  "plasma",
  "urine",
  "stool",
  "csf",
  "swab",
  "sputum",
  "tissue",
  "fluid",
  "other",
] as const;

/** One of them. */
export type SpecimenType = (typeof specimenTypes)[number];

/** How an observation says what was found. */
export const valueTypes = ["numeric", "text", "coded", "titre", "ratio", "boolean"] as const;

/** Whether a value is usual: low, high, critically so, or abnormal where it is no number. */
export const resultFlags = ["N", "L", "H", "LL", "HH", "A", "AA"] as const;

/** One of them. */
export type ResultFlag = (typeof resultFlags)[number];

const measure = num(-1e9, 1e9, 6);
const limit = measure.nullable().optional();
const sexes = ["any", "male", "female"] as const;
// 150 years.
const oldestDays = 54_787;

/** The usual values of one sex and age, and those at which somebody has to be called at once. */
const referenceRange = z.strictObject({
  sex: enumOf(sexes).default("any"),
  /** From this age on, in days, and below that one; up to any age where none is given. */
  age_from_days: int(0, oldestDays).default(0),
  age_below_days: int(1, oldestDays).nullable().optional(),
  low: limit,
  high: limit,
  critical_low: limit,
  critical_high: limit,
  text: str(0, 200).nullable().optional(),
});

/** The usual values of one sex and age. */
export type ReferenceRange = z.output<typeof referenceRange>;

const oldest = Number.POSITIVE_INFINITY;

function endOf({ age_below_days: below }: ReferenceRange): number {
  return below ?? oldest;
}

function areOfOnePerson(one: ReferenceRange, other: ReferenceRange): boolean {
  const isOfAge = one.age_from_days < endOf(other) && other.age_from_days < endOf(one);
  return one.sex === other.sex && isOfAge;
}

function isAscending(...limits: readonly (number | null | undefined)[]): boolean {
  const given = limits.filter((one) => typeof one === "number");
  return given.every((one, index) => index === 0 || one >= (given[index - 1] ?? one));
}

/** The ranges of a test. No person has two of one sex. */
export const referenceRanges = z
  .array(referenceRange)
  .max(40)
  .check((payload) => {
    for (const [index, one] of payload.value.entries()) {
      const wrong = (name: string, message: string) =>
        refuse(payload, invalid(message), [String(index), name]);
      if (one.age_from_days >= endOf(one)) wrong("age_below_days", "is not above age_from_days");
      if (!isAscending(one.critical_low, one.low, one.high, one.critical_high))
        wrong("low", "critical_low, low, high and critical_high must ascend");
      if (payload.value.slice(0, index).some((other) => areOfOnePerson(one, other)))
        wrong("sex", "is of an age that another range of the same sex covers");
    }
  });

const keptLimit = z.number().nullable().optional();

/** The ranges of a test, as the wire writes them. */
export const referenceRangesShape = z.array(
  z.strictObject({
    sex: z.enum(sexes),
    age_from_days: z.int(),
    age_below_days: keptLimit,
    low: keptLimit,
    high: keptLimit,
    critical_low: keptLimit,
    critical_high: keptLimit,
    text: z.string().nullable().optional(),
  }),
);

/** Values beyond which nobody lives: a slip of the hand or of the instrument. */
export const plausibleLimits = z.strictObject({ low: limit, high: limit }).check((payload) => {
  const { low, high } = payload.value;
  if (!isAscending(low, high)) refuse(payload, invalid("must be above low"), ["high"]);
});

/** Those limits, as the wire writes them. */
export const plausibleLimitsShape = z.strictObject({ low: keptLimit, high: keptLimit });

/** One of the answers of a test whose answers are codes, and what it says of the patient. */
export const codedAnswers = z
  .array(
    z.strictObject({ code, display: str(1, 120), flag: enumOf(["N", "A", "AA"]).default("N") }),
  )
  .max(60)
  .check((payload) => {
    const codes = payload.value.map((one) => one.code);
    for (const [index, one] of codes.entries())
      if (codes.indexOf(one) !== index)
        refuse(payload, invalid("is there twice"), [String(index), "code"]);
  });

/** Those answers, as the wire writes them. */
export const codedAnswersShape = z.array(
  z.strictObject({ code: z.string(), display: z.string(), flag: z.enum(["N", "A", "AA"]) }),
);
