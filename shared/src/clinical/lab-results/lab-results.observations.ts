import { enumValueOf } from "#contract/enum-value.ts";
import { valueTypes, type ResultFlag } from "#clinical/lab-tests/lab-test-parts.contract.ts";
import type { LabTestRow } from "#clinical/lab-tests/lab-tests.table.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { fieldError, type FieldIssue } from "#kernel/errors.ts";
import {
  changeInPercent,
  flagOf,
  rangeFor,
  type TestedPerson,
} from "./lab-result-flags.contract.ts";
import {
  observationComputed,
  valueFaults,
  type GivenObservation,
  type Observation,
} from "./lab-result-parts.contract.ts";

/** What an observation is held against. */
export interface Measure {
  /** The test of the catalogue that the order asks for; undefined where it is gone. */
  readonly test: LabTestRow | undefined;
  /** Other tests of the catalogue, by their LOINC codes. */
  readonly byLoinc: ReadonlyMap<string, LabTestRow>;
  readonly person: TestedPerson;
  /** What was found of this person the last time, and by which result. */
  readonly before: { readonly id: string; readonly observations: readonly Observation[] } | null;
  /** Whether values beyond what is plausible were measured all the same. */
  readonly isConfirmed: boolean;
}

function wrong(path: string, code: FieldIssue["code"], message: string) {
  return fieldError({ path, code, message });
}

function testOf(given: GivenObservation, { test, byLoinc }: Measure): LabTestRow | undefined {
  const code = given.loinc ?? null;
  return code === null || code === test?.loinc ? test : byLoinc.get(code);
}

/** The type of an observation's value: that of the catalogue's test, or words in place of it. */
function typeOf(path: string, given: GivenObservation, test: LabTestRow | undefined) {
  const usual = test === undefined ? "text" : enumValueOf(valueTypes, test.value_type);
  const type = given.value_type ?? usual;
  if (test !== undefined && type !== usual && type !== "text")
    throw wrong(`${path}.value_type`, "validation_error", `must be ${usual}, or text`);
  const [fault] = valueFaults({ ...given, value_type: type });
  if (fault !== undefined)
    throw wrong(`${path}.${fault.member}`, "validation_error", fault.message);
  return type;
}

function unitOf(path: string, given: GivenObservation, test: LabTestRow | undefined) {
  const usual = test?.unit ?? null;
  const unit = given.unit ?? usual;
  if (unit === null) throw wrong(`${path}.unit`, "validation_error", "is required of a number");
  if (usual !== null && unit !== usual)
    throw wrong(`${path}.unit`, "validation_error", `must be ${usual}, as in the catalogue`);
  return unit;
}

function refuseImplausible(path: string, value: number, test: LabTestRow | undefined): void {
  const { low, high } = test?.plausible ?? {};
  const isLow = typeof low === "number" && value < low;
  const isHigh = typeof high === "number" && value > high;
  if (!isLow && !isHigh) return;
  const limits = [low, high].map((limit) => limit ?? "any").join(" to ");
  const message = `is beyond what is plausible (${limits}); send confirm where it was measured`;
  throw wrong(`${path}.value_num`, "implausible_value", message);
}

function deltaOf(observation: Omit<Observation, "delta">, { before }: Measure) {
  const { value_num: now, comparator, unit, loinc, name } = observation;
  const last = before?.observations.find((one) =>
    loinc === null ? one.loinc === null && one.name === name : one.loinc === loinc,
  );
  const prev = last?.value_num ?? null;
  const isComparable = last?.unit === unit && comparator === null && last.comparator === null;
  if (before === null || now === null || prev === null || !isComparable) return null;
  return { prev_value: prev, pct: changeInPercent(prev, now), prev_result_id: before.id };
}

function codedFlag(
  path: string,
  given: GivenObservation,
  test: LabTestRow | undefined,
): ResultFlag | null {
  const known = test?.answers ?? [];
  if (known.length === 0) return given.flag ?? null;
  const answer = known.find(({ code }) => code === given.value_code);
  if (answer !== undefined) return answer.flag;
  const codes = known.map(({ code }) => code).join(", ");
  throw wrong(`${path}.value_code`, "validation_error", `must be one of ${codes}`);
}

function refuseComputed(path: string, given: GivenObservation, built: Observation): void {
  for (const name of [...observationComputed, "flag"] as const) {
    const said = given[name];
    if (said === undefined || sameJson(said, built[name])) continue;
    throw wrong(`${path}.${name}`, "read_only_field", "is set by the server");
  }
}

function numbersOf(
  path: string,
  given: GivenObservation,
  test: LabTestRow | undefined,
  measure: Measure,
) {
  const value = given.value_num ?? 0;
  const unit = unitOf(path, given, test);
  if (!measure.isConfirmed) refuseImplausible(path, value, test);
  const range = rangeFor(test?.ranges ?? [], measure.person);
  const comparator = given.comparator ?? null;
  return {
    value_num: value,
    comparator,
    unit,
    ref_low: range?.low ?? null,
    ref_high: range?.high ?? null,
    ref_text: range?.text ?? null,
    flag: flagOf({ value_num: value, comparator }, range),
  };
}

function observed(given: GivenObservation, index: number, measure: Measure): Observation {
  const path = `observations.${index}`;
  const test = testOf(given, measure);
  const type = typeOf(path, given, test);
  const name = given.name ?? test?.name;
  if (name === undefined) throw wrong(`${path}.name`, "validation_error", "is required");
  const numbers = type === "numeric" ? numbersOf(path, given, test, measure) : null;
  const observation = {
    loinc: given.loinc ?? test?.loinc ?? null,
    name,
    value_type: type,
    value_num: null,
    comparator: null,
    value_text: given.value_text ?? null,
    value_code: given.value_code ?? null,
    value_bool: given.value_bool ?? null,
    unit: given.unit ?? null,
    method: given.method ?? null,
    instrument_id: given.instrument_id ?? null,
    ref_low: null,
    ref_high: null,
    ref_text: null,
    flag: type === "coded" ? codedFlag(path, given, test) : null,
    ...numbers,
  };
  const built = { ...observation, delta: deltaOf(observation, measure) };
  refuseComputed(path, given, built);
  return built;
}

/**
 * What was found, with all that the server says of it: range, flag, and how it has changed.
 * @throws AppError validation_error, implausible_value, read_only_field, each by the field
 */
export function observedWith(
  given: readonly GivenObservation[],
  measure: Measure,
): readonly Observation[] {
  return given.map((one, index) => observed(one, index, measure));
}
