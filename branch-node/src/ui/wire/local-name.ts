import type { LocalNames } from "@edgeward/shared/kernel/local-names.ts";
import { departmentText } from "@edgeward/shared/kernel/department-text.ts";
import { readFields, readMissing, readText } from "./read.ts";

/** A name in a language of the page; the first where the clinic has given none in that language. */
export function localName({ en, hi, ur }: LocalNames, language: string): string {
  const own: Readonly<Record<string, string | null>> = { en, hi, ur };
  return own[language] ?? en;
}

/** A department in a language of the page: as the clinic calls it, else its code in words. */
export function departmentName(code: string, names: LocalNames | null, language: string): string {
  return names === null ? departmentText(code) : localName(names, language);
}

/** Reads a name in its languages. @throws UnreadableError */
export function readNames(value: unknown): LocalNames {
  const names = readFields(value);
  return {
    en: readText(names["en"]),
    hi: readMissing(names["hi"], readText),
    ur: readMissing(names["ur"], readText),
  };
}
