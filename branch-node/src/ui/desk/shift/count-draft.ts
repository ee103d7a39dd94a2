import * as z from "zod";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { readAmount } from "#ui/desk/money/amounts.ts";
import type { ShiftPatch } from "./shift-queries.ts";

const countFields = z.object({
  by: z.enum(["sum", "pieces"]).catch("sum"),
  sum: z.string().catch(""),
  /** How many of each note or coin, by its value in minor units. */
  pieces: z.record(z.string(), z.string()).catch({}),
});

/** The count of a drawer, as it is typed. */
export type CountDraft = Readonly<z.output<typeof countFields>>;

/** A count of which nothing is typed. */
export const emptyCount: CountDraft = { by: "pieces", sum: "", pieces: {} };

/** A count as the branch keeps its form. */
export function countState(fields: CountDraft, intentKey: string): FormState {
  return { fields: { ...fields }, intent_key: intentKey };
}

/** Reads a count back; null for what is none. */
export function readCount(formState: FormState): CountDraft | null {
  return z.object({ fields: countFields }).safeParse(formState).data?.fields ?? null;
}

/** How many pieces were typed; nothing is none of them, and null what is no number. */
export function piecesOf(typed: string | undefined): number | null {
  const text = (typed ?? "").trim();
  if (text === "") return 0;
  return /^\d{1,6}$/u.test(text) ? Number(text) : null;
}

/** What the notes and coins come to; null while one of the numbers is none. */
export function piecesSum(values: readonly number[], pieces: CountDraft["pieces"]): number | null {
  let sum = 0;
  for (const value of values) {
    const count = piecesOf(pieces[value]);
    if (count === null) return null;
    sum += count * value;
  }
  return sum;
}

/** What is sent of a count; null while it is not whole. */
export function countBody(
  draft: CountDraft,
  values: readonly number[],
): ShiftPatch["count"] | null {
  if (draft.by === "sum") {
    const sum = readAmount(draft.sum);
    return sum === null ? null : { sum_minor: sum };
  }
  if (piecesSum(values, draft.pieces) === null) return null;
  const denominations = values.map((value) => ({
    value_minor: value,
    pieces: piecesOf(draft.pieces[value]) ?? 0,
  }));
  return { denominations };
}
