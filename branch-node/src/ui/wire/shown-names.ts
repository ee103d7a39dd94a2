import { readFields, readMissing, readText } from "./read.ts";

/** A name as screens are given it: in English, and in other languages where the clinic has said it. */
export type ShownNames = Readonly<Record<string, string | null>>;

/** Reads a name by language; null where the clinic has said none. @throws UnreadableError */
export function readNames(value: unknown): ShownNames | null {
  return readMissing(value, (given) =>
    Object.fromEntries(
      Object.entries(readFields(given)).map(([language, name]) => [
        language,
        readMissing(name, readText),
      ]),
    ),
  );
}

/** A name in a language, in English where there is none in it; null where there is no name at all. */
export function nameIn(names: ShownNames | null, language: string): string | null {
  return names?.[language] ?? names?.["en"] ?? null;
}
