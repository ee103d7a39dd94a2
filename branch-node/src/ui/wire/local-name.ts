import type { LocalNames } from "@edgeward/shared/contract/local-names.ts";

/** A name in a language of the page; the first where the clinic has given none in that language. */
export function localName({ en, hi, ur }: LocalNames, language: string): string {
  const own: Readonly<Record<string, string | null>> = { en, hi, ur };
  return own[language] ?? en;
}
