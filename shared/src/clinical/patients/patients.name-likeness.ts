import { soundKey } from "#kernel/sound-key.ts";
import { nameTokens } from "#kernel/text.ts";

const mostSlips = 3;

// The lines of the table below, taken over from one comparison to the next: a registration compares thousands of words.
let [before, above, line]: [number[], number[], number[]] = [[], [], []];

/** Letters that have to be left out, added, changed or swapped to make one word of another; more than 2 count as 3. */
export function slipsBetween(one: string, other: string): number {
  if (one === other) return 0;
  const width = other.length;
  if (Math.abs(one.length - width) >= mostSlips) return mostSlips;
  for (let column = 0; column <= width; column += 1) above[column] = column;
  let leastAbove = 0;
  for (let row = 1; row <= one.length; row += 1) {
    line[0] = row;
    let least = row;
    for (let column = 1; column <= width; column += 1) {
      const isSame = one.charCodeAt(row - 1) === other.charCodeAt(column - 1);
      let slips = (above[column - 1] ?? 0) + (isSame ? 0 : 1);
      slips = Math.min(slips, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1);
      const isSwap =
        row > 1 &&
        column > 1 &&
        one.charCodeAt(row - 1) === other.charCodeAt(column - 2) &&
        one.charCodeAt(row - 2) === other.charCodeAt(column - 1);
      if (isSwap) slips = Math.min(slips, (before[column - 2] ?? 0) + 1);
      line[column] = slips;
      least = Math.min(least, slips);
    }
    // From here on it only grows: a swap goes back one line and no further.
    if (least >= mostSlips && leastAbove >= mostSlips) return mostSlips;
    leastAbove = least;
    [before, above, line] = [above, line, before];
  }
  return Math.min(mostSlips, above[width] ?? mostSlips);
}

/** What is left of a sound where clerks do not agree on its vowels: Nair, Nayar; Aisha, Ayesha. */
function consonantsOf(sound: string): string {
  const rest = sound.replaceAll(/[aeiouy]/gu, "");
  return /^[aeiouy]/u.test(sound) ? `a${rest}` : rest;
}

/** How alike two words of names are, 0 to 1. */
export function wordLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const [left, right] = [soundKey(one), soundKey(other)];
  if (left === right && left.length > 1) return 0.95;
  const shorter = Math.min(one.length, other.length);
  if (shorter === 1) return one[0] === other[0] ? 0.6 : 0;
  // Of a shorter word one slip makes another.
  const slips =
    shorter < 3 ? mostSlips : Math.min(slipsBetween(left, right), slipsBetween(one, other));
  if (slips === 1 && shorter >= 4) return 0.85;
  if (slips === 1 && shorter === 3) return 0.7;
  if (slips === 2 && shorter >= 6) return 0.75;
  const consonants = consonantsOf(left);
  if (shorter >= 4 && consonants.length > 1 && consonants === consonantsOf(right)) return 0.75;
  const isBeginning = one.startsWith(other) || other.startsWith(one);
  return isBeginning && shorter >= 4 ? 0.7 : 0;
}

interface NameWords {
  readonly tokens: readonly string[];
  /** What the whole of it sounds like. */
  readonly sound: string;
}

// One name is compared with many, and each of those twice.
const mostRemembered = 500;
const remembered = new Map<string, NameWords>();

function wordsOf(name: string): NameWords {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const tokens = nameTokens(name);
  const words = { tokens, sound: soundKey(tokens.join("")) };
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(name, words);
  return words;
}

// So many letters of a whole name, and two slips make no other one of it.
const shortestWhole = 10;

/** How alike two names are, 0 to 1: their words in any order, each of the shorter one beside its best. */
export function nameLikeness(one: string, other: string): number {
  const [ours, theirs] = [wordsOf(one), wordsOf(other)];
  const isShorter = ours.tokens.length <= theirs.tokens.length;
  const [few, many] = isShorter ? [ours.tokens, theirs.tokens] : [theirs.tokens, ours.tokens];
  if (few.length === 0) return 0;
  const [written, rewritten] = [ours.sound, theirs.sound];
  if (written === rewritten) return 1;
  const left = [...many];
  let sum = 0;
  for (const word of few) {
    const scores = left.map((each) => wordLikeness(word, each));
    const best = Math.max(...scores, 0);
    sum += best;
    if (best > 0) left.splice(scores.indexOf(best), 1);
  }
  // A name within a name says less the less of it there is.
  const byWords = (sum / few.length) * (1 - 0.08 * Math.min(left.length, 3));
  // A word that was torn in two is alike as a whole.
  const isWhole =
    Math.min(written.length, rewritten.length) >= shortestWhole &&
    slipsBetween(written, rewritten) <= 2;
  return isWhole ? Math.max(byWords, 0.85) : byWords;
}

/**
 * Whether of two names that are not alike one word is the same and says something: the first of both, as where somebody has
 * married. Of twins it is a family's name that is the same, and the first is not.
 */
export function isSameFirstName(one: string, other: string): boolean {
  const [left, right] = [wordsOf(one).tokens[0], wordsOf(other).tokens[0]];
  return left !== undefined && right !== undefined && wordLikeness(left, right) >= 0.85;
}
