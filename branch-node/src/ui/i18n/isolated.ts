import { directionOf, type Language } from "./language-names.ts";

type SentenceValues = Readonly<Record<string, string | number>>;

// Unicode's signs for a part of a line that has a direction of its own, that of its first letter.
const opening = "\u2068";
const closing = "\u2069";

/**
 * The values of a sentence, each in its own direction: within a line that runs from right to left a name in Latin
 * letters, a telephone number or a time would otherwise be taken apart. Other languages' values stay as they are.
 */
export function isolated(values: SentenceValues, language: Language): SentenceValues {
  if (directionOf(language) === "ltr") return values;
  const apart = ([name, value]: [string, string | number]): [string, string | number] => [
    name,
    typeof value === "string" && value !== "" ? opening + value + closing : value,
  ];
  return Object.fromEntries(Object.entries(values).map(apart));
}
