import { soundKey } from "#kernel/sound-key.ts";
import { nameTokens } from "#kernel/text.ts";

/** Letters that have to be left out, added, changed or swapped to make one word of another; more than 2 count as 3. */
export function slipsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const line: number[] = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      const steps = [
        (above[column] ?? 3) + 1,
        (line[column - 1] ?? 3) + 1,
        (above[column - 1] ?? 3) + (isSame ? 0 : 1),
        ...(isSwap ? [(before[column - 2] ?? 3) + 1] : []),
      ];
      line.push(Math.min(...steps));
    }
    before = above;
    above = line;
  }
  return Math.min(3, above[other.length] ?? 3);
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
  const slips = Math.min(slipsBetween(left, right), slipsBetween(one, other));
  if (slips === 1 && shorter >= 4) return 0.85;
  if (slips === 1 && shorter === 3) return 0.7;
  if (slips === 2 && shorter >= 6) return 0.75;
  const consonants = consonantsOf(left);
  if (shorter >= 4 && consonants.length > 1 && consonants === consonantsOf(right)) return 0.75;
  const isBeginning = one.startsWith(other) || other.startsWith(one);
  return isBeginning && shorter >= 4 ? 0.7 : 0;
}

// So many letters of a whole name, and two slips make no other one of it.
const shortestWhole = 10;

/** How alike two names are, 0 to 1: their words in any order, each of the shorter one beside its best. */
export function nameLikeness(one: string, other: string): number {
  const [few = [], many = []] = [nameTokens(one), nameTokens(other)].toSorted(
    (left, right) => left.length - right.length,
  );
  if (few.length === 0) return 0;
  const [written, rewritten] = [soundKey(few.join("")), soundKey(many.join(""))];
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
  const [left, right] = [nameTokens(one)[0], nameTokens(other)[0]];
  return left !== undefined && right !== undefined && wordLikeness(left, right) >= 0.85;
}
