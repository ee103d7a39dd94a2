import * as z from "zod";
import { resultFlags, valueTypes } from "#clinical/lab-tests/lab-test-parts.contract.ts";
import { loinc, num } from "#contract/code-fields.ts";
import { code, enumOf, idOf, str, ts } from "#contract/fields.ts";
import { actorIdForm, readOnlyFields } from "#contract/record.ts";
import { invalid, refuse } from "#contract/text-field.ts";

/** The states of a result. Each of them is a version of its own, which names the one before. */
export const labResultStatuses = [
  "preliminary",
  "final",
  "corrected",
  "amended",
  "appended",
  "cancelled",
  "entered_in_error",
] as const;

/** One state of a result. */
export type LabResultStatus = (typeof labResultStatuses)[number];

/** That a number is below or above what can be measured. */
const comparators = ["lt", "le", "ge", "gt"] as const;

const measure = num(-1e9, 1e9, 6);

/** What the server works out of an observation. */
export const observationComputed = ["ref_low", "ref_high", "ref_text", "delta"] as const;

/** The member that holds a value of a type. */
function valueMember(type: string): "value_num" | "value_bool" | "value_code" | "value_text" {
  if (type === "numeric") return "value_num";
  if (type === "boolean") return "value_bool";
  return type === "coded" ? "value_code" : "value_text";
}

const valueMembers = ["value_num", "value_text", "value_code", "value_bool"] as const;
const textForms: Readonly<Record<string, readonly [RegExp, string]>> = {
  titre: [/^1:[1-9]\d{0,6}$/u, "must be a titre, such as 1:80"],
  ratio: [/^\d{1,9}(\.\d+)?:\d{1,9}(\.\d+)?$/u, "must be a ratio, such as 2:1"],
};

const common = {
  loinc: loinc.nullable().optional(),
  name: str(1, 200),
  value_type: enumOf(valueTypes),
  value_num: measure.nullable().optional(),
  comparator: enumOf(comparators).nullable().optional(),
  value_text: str(0, 2000).nullable().optional(),
  value_code: code.nullable().optional(),
  value_bool: z.boolean().nullable().optional(),
  unit: str(1, 32).nullable().optional(),
  method: str(0, 120).nullable().optional(),
  instrument_id: idOf("dev").nullable().optional(),
} as const;

interface Valued {
  readonly value_type: string;
  readonly value_num?: unknown;
  readonly value_text?: unknown;
  readonly value_code?: unknown;
  readonly value_bool?: unknown;
  readonly comparator?: unknown;
}

interface ValueFault {
  readonly member: string;
  readonly message: string;
}

/** What is wrong with the value of an observation, by its member. */
export function valueFaults(value: Valued): readonly ValueFault[] {
  const own = valueMember(value.value_type);
  const isEmpty = (member: (typeof valueMembers)[number]) => (value[member] ?? "") === "";
  if (isEmpty(own)) return [{ member: own, message: "is required" }];
  const foreign = valueMembers.find((member) => member !== own && !isEmpty(member));
  if (foreign !== undefined)
    return [{ member: foreign, message: `goes with another value_type than ${value.value_type}` }];
  if (own !== "value_num" && (value.comparator ?? null) !== null)
    return [{ member: "comparator", message: "goes with a number" }];
  const [form, message] = textForms[value.value_type] ?? [];
  if (form === undefined || message === undefined || form.test(String(value.value_text))) return [];
  return [{ member: "value_text", message }];
}

/** One thing that was found, as a body says it. */
const givenObservation = z
  .strictObject({
    ...readOnlyFields(observationComputed),
    ...common,
    name: common.name.optional(),
    value_type: common.value_type.optional(),
    /** Of a coded answer that the catalogue does not know. All others are flagged by the server. */
    flag: enumOf(resultFlags).nullable().optional(),
  })
  .check((payload) => {
    const { value_type: type } = payload.value;
    if (type === undefined) return;
    for (const { member, message } of valueFaults({ ...payload.value, value_type: type }))
      refuse(payload, invalid(message), [member]);
  });

/** What was found, as a body says it. */
export const givenObservations = z.array(givenObservation).min(1).max(200);

/** One thing that was found, as a body says it. */
export type GivenObservation = z.output<typeof givenObservation>;

const limit = measure.nullable();
const delta = z
  .strictObject({ prev_value: measure, pct: z.number().nullable(), prev_result_id: idOf("lrs") })
  .nullable();

const keptObservation = z.strictObject({
  loinc: loinc.nullable(),
  name: common.name,
  value_type: common.value_type,
  value_num: limit,
  comparator: enumOf(comparators).nullable(),
  value_text: str(0, 2000).nullable(),
  value_code: code.nullable(),
  value_bool: z.boolean().nullable(),
  unit: str(1, 32).nullable(),
  method: str(0, 120).nullable(),
  instrument_id: idOf("dev").nullable(),
  ref_low: limit,
  ref_high: limit,
  ref_text: str(0, 200).nullable(),
  flag: enumOf(resultFlags).nullable(),
  delta,
});

/** What was found, as it is kept. */
export const keptObservations = z.array(keptObservation).max(200);

/** One thing that was found, as it is kept. */
export type Observation = z.output<typeof keptObservation>;

const number = z.number().nullable();

/** What was found, as the wire writes it. */
export const observationsShape = z.array(
  z.strictObject({
    loinc: z.string().nullable(),
    name: z.string(),
    value_type: z.enum(valueTypes),
    value_num: number,
    comparator: z.enum(comparators).nullable(),
    value_text: z.string().nullable(),
    value_code: z.string().nullable(),
    value_bool: z.boolean().nullable(),
    unit: z.string().nullable(),
    method: z.string().nullable(),
    instrument_id: z.string().nullable(),
    ref_low: number,
    ref_high: number,
    ref_text: z.string().nullable(),
    flag: z.enum(resultFlags).nullable(),
    delta: z
      .strictObject({ prev_value: z.number(), pct: number, prev_result_id: z.string() })
      .nullable(),
  }),
);

/** That somebody was told of a critical value and has read it back, as a body says it. */
export const givenAcknowledgement = z.strictObject({
  ...readOnlyFields(["by", "at"]),
  notified_to: str(1, 120),
  read_back: z.literal(true, { error: "must be true: the value was read back" }),
});

/** That somebody was told of a critical value, as it is kept. */
export const keptAcknowledgement = z.strictObject({
  by: actorIdForm,
  at: ts,
  notified_to: str(1, 120),
  read_back: z.literal(true),
});

/** The same, as the wire writes it. */
export const acknowledgementShape = z.strictObject({
  by: z.string(),
  at: z.string(),
  notified_to: z.string(),
  read_back: z.boolean(),
});
