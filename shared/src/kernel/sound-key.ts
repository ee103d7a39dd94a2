import { transliterateIndic } from "./indic.ts";
import { normaliseName } from "./text.ts";

/** No word of a name is longer; the rules below take time that grows with the square of the length. */
const longestToken = 64;

/** One habit of spelling after another, in this order: what a later rule reads, an earlier one may have written. */
const habits: readonly (readonly [pattern: RegExp, written: string])[] = [
  // One sound, several spellings.
  [/x/gu, "ks"],
  [/dny|jny|gny|jn/gu, "gy"],
  [/sch|sh/gu, "s"],
  [/ck|q/gu, "k"],
  [/c(?=[eiy])/gu, "s"],
  [/c(?!h)/gu, "k"],
  [/chh?/gu, "c"],
  [/ph/gu, "f"],
  // Breath after a stop is written by some and not by others.
  [/([kgcjtdb])h/gu, "$1"],
  [/zh/gu, "l"],
  [/z/gu, "j"],
  [/ah$/gu, "a"],
  // Vowels: length and the two ways to write a diphthong.
  [/aa+/gu, "a"],
  [/ee+|ii+|ie$/gu, "i"],
  [/oo+|uu+/gu, "u"],
  [/(?:au|ou)|ow(?![aeiouy])/gu, "o"],
  [/(?:a|e)(?:i|y(?![aeiou]))/gu, "e"],
  [/iy(?=[aeou])/gu, "i"],
  [/(?<=[^aeiou])y/gu, "i"],
  // The east writes b where the rest writes v.
  [/[wb]/gu, "v"],
  [/([^aeiou])\1+/gu, "$1"],
  [/er(?=[^aeiour])/gu, "ar"],
];

/** Names so common, and spelled so freely, that no rule covers them. Read after the habits. */
const freelySpelled: readonly (readonly [pattern: RegExp, written: string])[] = [
  [/^(?:m[aou]h[ao]?m[aeu]d|mohd|md)$/u, "muhamad"],
  [/^ahm[ae]d$/u, "ahmad"],
  [/^cod[au]?ri$/u, "codri"],
];

/** A short a between V-C and C-V is spoken and written by some only: Kamala, Kamla; Ramakrishna, Ramkrishna. From the end, as it is spoken. */
function dropSilentA(word: string): string {
  let spoken = word;
  for (let index = spoken.length - 3; index >= 2; index -= 1) {
    const isBetween =
      /[aeiou][^aeiou]$/u.test(spoken.slice(0, index)) &&
      /^a[^aeiou][rly]?[aeiou]/u.test(spoken.slice(index));
    if (isBetween) spoken = spoken.slice(0, index) + spoken.slice(index + 1);
  }
  return spoken;
}

function spokenForm(token: string): string {
  const latin = normaliseName(transliterateIndic(token)).replaceAll(" ", "").slice(0, longestToken);
  const folded = habits.reduce(
    (word, [pattern, written]) => word.replaceAll(pattern, written),
    latin,
  );
  const spoken = dropSilentA(folded);
  return freelySpelled.find(([pattern]) => pattern.test(spoken))?.[1] ?? spoken;
}

// Names repeat: a patient's two words took 16 us of a record that arrives, nearly all of it for words that had just been
// worked out. So many words are about a megabyte.
const mostRemembered = 5_000;
const remembered = new Map<string, string>();

/**
 * What one word of a name sounds like: words that are spelled differently and spoken alike have the same key, in Latin and Indic scripts.
 * It is for finding candidates, not for distinguishing people. Other scripts keep their letters.
 */
export function soundKey(token: string): string {
  const known = remembered.get(token);
  if (known !== undefined) return known;
  const key = spokenForm(token);
  if (remembered.size >= mostRemembered) remembered.clear();
  // Whoever sends long texts for words must not fill the memory with them.
  if (token.length <= longestToken) remembered.set(token, key);
  return key;
}
