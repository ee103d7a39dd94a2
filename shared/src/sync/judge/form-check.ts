import type * as z from "zod";
import { sameJson } from "#kernel/canonical-json.ts";

/** Why a value is not in its form, without repeating it; null for one that is. */
export type FormCheck = (value: unknown) => string | null;

function faultIn(form: z.ZodType, value: unknown): string | null {
  const read = form.safeParse(value);
  if (read.success)
    return sameJson(read.data, value) ? null : "is not in the form in which it is kept";
  const [issue] = read.error.issues;
  if (issue === undefined) return "is not in its form";
  return issue.path.length === 0 ? issue.message : `${issue.path.join(".")}: ${issue.message}`;
}

// Of most fields the values are few: words, branches, towns. Each is read once and then known.
const mostKnown = 500;
const longestKnown = 64;

/** A check by a shape: it accepts the value and leaves it as it is, for what is kept has been read before. */
export function formCheck(form: z.ZodType): FormCheck {
  const known = new Set<string>();
  return (value) => {
    if (typeof value !== "string" || value.length > longestKnown) return faultIn(form, value);
    if (known.has(value)) return null;
    const fault = faultIn(form, value);
    if (fault !== null) return fault;
    if (known.size === mostKnown) known.clear();
    known.add(value);
    return null;
  };
}
