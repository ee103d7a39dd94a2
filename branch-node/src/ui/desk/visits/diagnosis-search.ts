import { soundKey } from "@edgeward/shared/kernel/sound-key.ts";

/** A word by which a diagnosis is found, and what it sounds like in whichever script. */
interface Term {
  readonly word: string;
  readonly sound: string;
  /** Whether it is of the diagnosis's own words, not of a further name. */
  readonly isOwn: boolean;
}

/** One diagnosis of the list. */
export interface ListedDiagnosis {
  /** As ICD-10 writes it: J06.9 */
  readonly code: string;
  readonly en: string;
  readonly hi: string;
  readonly ur: string;
  readonly terms: readonly Term[];
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

function termsOf(texts: readonly string[], isOwn: boolean): readonly Term[] {
  return texts.flatMap(wordsOf).map((word) => ({ word, sound: soundKey(word), isOwn }));
}

/** Reads the list: a diagnosis a line, `code|English|further names|Hindi|further names|Urdu|further names`. */
export function readDiagnoses(text: string): readonly ListedDiagnosis[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [code = "", en = "", alsoEn = "", hi = "", alsoHi = "", ur = "", alsoUr = ""] =
        line.split("|");
      const terms = [...termsOf([en, hi, ur], true), ...termsOf([alsoEn, alsoHi, alsoUr], false)];
      return { code, en, hi, ur, terms };
    });
}

/** Whether two words differ by one letter that is missing, too many, another one, or in its neighbour's place. */
function isOneSlip(one: string, other: string): boolean {
  const [a, b] = one.length <= other.length ? [one, other] : [other, one];
  if (b.length - a.length > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  if (b.length > a.length) return a.slice(start) === b.slice(start + 1);
  const isSwapped = a[start] === b[start + 1] && a[start + 1] === b[start];
  return (
    a.slice(start + 1) === b.slice(start + 1) ||
    (isSwapped && a.slice(start + 2) === b.slice(start + 2))
  );
}

// Of a shorter word nearly every other is one slip away.
const shortestSlipped = 4;

function isNearPrefix(typed: string, word: string): boolean {
  if (typed.length < shortestSlipped || typed[0] !== word[0]) return false;
  return [-1, 0, 1].some((more) => isOneSlip(typed, word.slice(0, typed.length + more)));
}

const shortestSound = 3;

/** How well a typed word fits: 0 is not at all. */
function fit(typed: string, sound: string, { word, sound: termSound, isOwn }: Term): number {
  const own = isOwn ? 0.5 : 0;
  if (word === typed) return 6 + own;
  if (word.startsWith(typed)) return 5 + own;
  const hasSound = sound.length >= shortestSound;
  if (hasSound && termSound === sound) return 4 + own;
  if (hasSound && termSound.startsWith(sound)) return 3 + own;
  return isNearPrefix(typed, word) ? 1 + own : 0;
}

const mostFound = 8;

/** The diagnoses of a code or of its beginning, with its dot or without. */
function byCode(list: readonly ListedDiagnosis[], typed: string): readonly ListedDiagnosis[] {
  const code = typed.toUpperCase().replaceAll(/[\s.]/gu, "");
  if (!/^[A-Z]\d[0-9A-Z]{0,4}$/u.test(code)) return [];
  return list.filter((each) => each.code.replace(".", "").startsWith(code));
}

/**
 * The diagnoses that hold every typed word: whole or begun, in English, Hindi or Urdu, spoken alike in the other script, or
 * with one slip of the hand; the best fitting first, and among those alike the commoner, as the list has them.
 */
export function findDiagnoses(
  list: readonly ListedDiagnosis[],
  typed: string,
): readonly ListedDiagnosis[] {
  const coded = byCode(list, typed);
  if (coded.length > 0) return coded.slice(0, mostFound);
  const words = wordsOf(typed).map((word) => ({ word, sound: soundKey(word) }));
  if (words.length === 0) return [];
  return list
    .map((diagnosis) => {
      const fits = words.map(({ word, sound }) =>
        Math.max(...diagnosis.terms.map((term) => fit(word, sound, term))),
      );
      return { diagnosis, worst: Math.min(...fits), sum: fits.reduce((all, one) => all + one, 0) };
    })
    .filter(({ worst }) => worst > 0)
    .toSorted((one, other) => other.sum - one.sum)
    .slice(0, mostFound)
    .map(({ diagnosis }) => diagnosis);
}
