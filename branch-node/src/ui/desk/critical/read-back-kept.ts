import * as z from "zod";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";

// What another version of the page has put down is read as far as it is understood.
const shape = z.object({
  fields: z.object({ notifiedTo: z.string().catch(""), isReadBack: z.boolean().catch(false) }),
  seen: z.string().catch(""),
});

/** Who was told of what is critical, as it is typed. */
export interface ReadBackDraft {
  readonly notifiedTo: string;
  readonly isReadBack: boolean;
}

/** The same, and what it was that was told. */
export interface KeptReadBack {
  readonly draft: ReadBackDraft;
  /** Names the version of what is critical. */
  readonly seen: string;
}

/** The form as the branch keeps it. Its key goes with it: sent twice, it is noted once. @param about whose it is, and where it is continued */
export function readBackState(
  { draft, seen }: KeptReadBack,
  about: Readonly<Record<string, string>>,
  intentKey: string,
): FormState {
  return { ...about, fields: { ...draft }, seen, intent_key: intentKey };
}

/** Reads one back; null for what is none. */
export function readReadBack(formState: FormState): KeptReadBack | null {
  const { data } = shape.safeParse(formState);
  return data === undefined ? null : { draft: data.fields, seen: data.seen };
}

/** What a form goes on with: what was told is not read back of a version that came since. */
export function continued(kept: KeptReadBack | null, seen: string): KeptReadBack {
  if (kept === null) return { draft: { notifiedTo: "", isReadBack: false }, seen };
  const isReadBack = kept.draft.isReadBack && kept.seen === seen;
  return { draft: { ...kept.draft, isReadBack }, seen: kept.seen };
}
