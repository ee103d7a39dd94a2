import type { Observation } from "@edgeward/shared/clinical/lab-results/lab-result-parts.contract.ts";
import type { Say } from "#ui/i18n/text.ts";

const signs: Readonly<Record<NonNullable<Observation["comparator"]>, string>> = {
  lt: "<",
  le: "≤",
  ge: "≥",
  gt: ">",
};

type Valued = Pick<
  Observation,
  "value_num" | "comparator" | "value_text" | "value_code" | "value_bool" | "unit"
>;

/** A value as people write it, with its unit. */
export function valueText(found: Valued, say: Say): string {
  const { value_num: number, comparator, value_bool: isSo, unit } = found;
  if (number !== null) {
    const sign = comparator === null ? "" : `${signs[comparator]} `;
    return `${sign}${number}${unit === null ? "" : ` ${unit}`}`;
  }
  if (isSo !== null) return say(isSo ? "lab.yes" : "lab.no");
  return found.value_code ?? found.value_text ?? "";
}

interface Limits {
  readonly low?: number | null | undefined;
  readonly high?: number | null | undefined;
  readonly text?: string | null | undefined;
}

/** What is usual as people write it; "" where nothing is known of it. */
export function limitsText({ low = null, high = null, text = null }: Limits, say: Say): string {
  if (low !== null && high !== null) return say("lab.range", { low, high });
  if (low !== null) return say("lab.rangeFrom", { low });
  if (high !== null) return say("lab.rangeTo", { high });
  return text ?? "";
}

/** What was usual of a value when it was found. */
export function rangeText(
  { ref_low: low, ref_high: high, ref_text: text }: Observation,
  say: Say,
): string {
  return limitsText({ low, high, text }, say);
}
