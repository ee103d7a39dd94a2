import type { Observation } from "@edgeward/shared/clinical/lab-results/lab-result-parts.contract.ts";
import { foldDigits } from "@edgeward/shared/kernel/text.ts";
import type { ResultBody } from "./lab-queries.ts";

/** How a number stands to what can be measured; "" where it is the number. */
export const signChoices = ["", "lt", "le", "ge", "gt"] as const;

/** What a test's value is. */
export type ValueType = Observation["value_type"];

/** The form of one value, as it is typed. */
export interface ValueDraft {
  readonly value: string;
  readonly sign: (typeof signChoices)[number];
  /** Whether what is hardly possible was measured all the same. */
  readonly isConfirmed: boolean;
  readonly conclusion: string;
}

/** A form in which nothing has been typed. */
export const emptyValue: ValueDraft = { value: "", sign: "", isConfirmed: false, conclusion: "" };

/** The form of a value that is there. */
export function draftOf(found: Observation | undefined, conclusion: string | null): ValueDraft {
  if (found === undefined) return { ...emptyValue, conclusion: conclusion ?? "" };
  const { value_num: number, value_bool: isSo, value_code: code, value_text: text } = found;
  const word = isSo === null ? (code ?? text ?? "") : String(isSo);
  return {
    value: number === null ? word : String(number),
    sign: found.comparator ?? "",
    isConfirmed: false,
    conclusion: conclusion ?? "",
  };
}

/** Why a value cannot be sent as it is. */
export type ValueFault = "missing" | "notANumber";

/** What is wrong with what is typed, or null. */
export function faultOf({ value }: ValueDraft, type: ValueType): ValueFault | null {
  const typed = value.trim();
  if (typed === "") return "missing";
  return type === "numeric" && numberOf(typed) === null ? "notANumber" : null;
}

// As India writes thousands and lakhs, and others millions: 1,50,000 and 150,000.
const grouped = /^-?[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d{1,6})?$/u;
const plain = /^-?\d{1,9}(?:[.,]\d{1,6})?$/u;

/**
 * A number with digits of any script; null where it is none. A comma before three digits parts thousands, and only before
 * fewer or more it is a point: a count of 1,000 must not become 1.
 */
function numberOf(typed: string): number | null {
  const text = foldDigits(typed).trim();
  if (grouped.test(text)) return Number(text.replaceAll(",", ""));
  return plain.test(text) ? Number(text.replace(",", ".")) : null;
}

/** One observation of a form that is right. */
export function observationOf(
  { value, sign }: ValueDraft,
  type: ValueType,
): ResultBody["observations"][number] {
  const typed = value.trim();
  if (type === "numeric")
    return { value_num: numberOf(typed) ?? 0, ...(sign === "" ? {} : { comparator: sign }) };
  if (type === "boolean") return { value_bool: typed === "true" };
  return type === "coded" ? { value_code: typed } : { value_text: typed };
}

type Given = ResultBody["observations"][number];

/** One observation as it stands, to be sent again. */
function givenAgain(found: Observation): Given {
  const { ref_low: _low, ref_high: _high, ref_text: _text, delta: _delta, flag, ...said } = found;
  // All other flags follow from the value.
  return flag !== null && said.value_type === "coded" ? { ...said, flag } : said;
}

function isAsFound({ value, sign }: ValueDraft, found: Observation): boolean {
  const before = draftOf(found, null);
  return value.trim() === before.value && sign === before.sign;
}

/**
 * What is sent in place of what was found before: its first value as it is typed, and the others as they are typed or
 * stand, for a version is sent whole.
 * @param rest the forms of the other values; one that is not there leaves its value as it stands
 */
export function observationsOf(
  draft: ValueDraft,
  type: ValueType,
  before: readonly Observation[],
  rest: readonly ValueDraft[] = [],
): Given[] {
  const typed = observationOf(draft, type);
  const [first, ...others] = before;
  if (first === undefined) return [typed];
  const { loinc, name, unit } = first;
  const next = others.map((found, place) => {
    const own = rest[place];
    if (own === undefined || isAsFound(own, found)) return givenAgain(found);
    const { loinc: code, name: called, unit: measured, value_type: kind } = found;
    const said = { loinc: code, name: called, unit: measured, value_type: kind };
    return { ...said, ...observationOf(own, kind) };
  });
  return [{ loinc, name, unit, value_type: type, ...typed }, ...next];
}
