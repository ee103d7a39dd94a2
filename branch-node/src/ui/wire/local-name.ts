import type { LocalNames } from "@edgeward/shared/kernel/local-names.ts";
import { nameIn } from "./shown-names.ts";

/** A name in a language of the page; the first where the clinic has given none in that language. */
export function localName(names: LocalNames, language: string): string {
  return nameIn({ ...names }, language) ?? names.en;
}
