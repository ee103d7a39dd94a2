import { titleWord } from "#ui/i18n/without-title.ts";

const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function firstLetter(word: string): string {
  const [first] = letters.segment(word);
  return first?.segment.toLocaleUpperCase() ?? "";
}

/** The first letters of the first and the last word of a name, as they are written. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.]+/u).filter((word) => /\p{L}/u.test(word));
  const named = words.filter((word) => !titleWord.test(word));
  const [first = "", ...others] = named.length === 0 ? words : named;
  return firstLetter(first) + firstLetter(others.at(-1) ?? "");
}
