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

/** A number with digits of any script and a comma for a point; null where it is none. */
function numberOf(typed: string): number | null {
  const text = foldDigits(typed).trim().replace(",", ".");
  return /^-?\d{1,9}(?:\.\d{1,6})?$/u.test(text) ? Number(text) : null;
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
