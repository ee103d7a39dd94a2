import { soundKey } from "#kernel/sound-key.ts";
import { nameTokens, normaliseName, phoneDigits } from "#kernel/text.ts";

/** What is compared of two people; what is not known of one says nothing. */
export interface Likely {
  readonly name?: string | null | undefined;
  readonly gender?: string | null | undefined;
  /** `YYYY-MM-DD`. */
  readonly dob?: string | null | undefined;
  readonly dob_estimated?: boolean | undefined;
  readonly phone?: string | null | undefined;
  readonly alternate_phone?: string | null | undefined;
  readonly abha_id?: string | null | undefined;
  readonly emergency_contact?: Readonly<Record<string, unknown>> | null | undefined;
  readonly address?: Readonly<Record<string, unknown>> | null | undefined;
}

// Each fact adds what it is worth as evidence: what few people share and hardly anybody misspells weighs most. Tried on sets
// with the slips that people make (patients.likeness.test.ts).
/** From so much on two people are probably one. */
export const probablyAlike = 9;

/** Letters that have to be left out, added, changed or swapped to make one word of another; more than 2 count as 3. */
function slipsBetween(one: string, other: string): number {
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
function wordLikeness(one: string, other: string): number {
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

/** How alike two names are, 0 to 1: their words in any order, each of the shorter one beside its best. */
function nameLikeness(one: string, other: string): number {
  const [few = [], many = []] = [nameTokens(one), nameTokens(other)].toSorted(
    (left, right) => left.length - right.length,
  );
  if (few.length === 0) return 0;
  if (soundKey(few.join("")) === soundKey(many.join(""))) return 1;
  const left = [...many];
  let sum = 0;
  for (const word of few) {
    const scores = left.map((each) => wordLikeness(word, each));
    const best = Math.max(...scores, 0);
    sum += best;
    if (best > 0) left.splice(scores.indexOf(best), 1);
  }
  // A name within a name says less the less of it there is.
  return (sum / few.length) * (1 - 0.08 * Math.min(left.length, 3));
}

function nameEvidence(one: Likely, other: Likely): number | null {
  if (!one.name || !other.name) return null;
  const likeness = nameLikeness(one.name, other.name);
  if (likeness >= 0.95) return 6;
  if (likeness >= 0.82) return 5;
  return likeness >= 0.7 ? 3 : null;
}

function yearOf(dob: string): number {
  return Number(dob.slice(0, 4));
}

/** Whether two dates are one slip apart: a digit, or day and month in each other's place. */
function isSlippedDate(one: string, other: string): boolean {
  const [year, month, day] = one.split("-");
  if (`${year}-${day}-${month}` === other) return true;
  return slipsBetween(one.replaceAll("-", ""), other.replaceAll("-", "")) === 1;
}

function birthEvidence(one: Likely, other: Likely): number {
  if (!one.dob || !other.dob) return 0;
  const years = Math.abs(yearOf(one.dob) - yearOf(other.dob));
  if (one.dob_estimated === true || other.dob_estimated === true) {
    if (years <= 2) return 2;
    if (years <= 5) return 0;
    return years <= 10 ? -3 : -7;
  }
  if (one.dob === other.dob) return 6;
  if (isSlippedDate(one.dob, other.dob)) return 4;
  if (years === 0) return 1;
  return years <= 1 ? 0 : -5;
}

function nationalOf(phone: unknown): string | null {
  const digits = typeof phone === "string" ? phoneDigits(phone).slice(-10) : "";
  return digits.length < 6 ? null : digits;
}

function phonesOf(person: Likely): readonly string[] {
  const contact = person.emergency_contact?.["phone"];
  return [person.phone, person.alternate_phone, contact].flatMap((each) => nationalOf(each) ?? []);
}

function phoneEvidence(one: Likely, other: Likely): number {
  const [left, right] = [phonesOf(one), phonesOf(other)];
  if (left.some((phone) => right.includes(phone))) return 4;
  return left.some((phone) => right.some((each) => slipsBetween(phone, each) === 1)) ? 2 : 0;
}

function textIn(value: Readonly<Record<string, unknown>> | null | undefined, name: string): string {
  const text = value?.[name];
  return typeof text === "string" ? normaliseName(text) : "";
}

function guardianEvidence(one: Likely, other: Likely): number {
  const names = [one, other].map((person) => textIn(person.emergency_contact, "name"));
  const [left = "", right = ""] = names;
  if (left === "" || right === "") return 0;
  return nameLikeness(left, right) >= 0.85 ? 2 : 0;
}

function placeEvidence(one: Likely, other: Likely): number {
  const isSame = (name: string) => {
    const place = textIn(one.address, name);
    return place !== "" && place === textIn(other.address, name);
  };
  return ["city", "line1", "postal_code"].some(isSame) ? 1 : 0;
}

function genderEvidence(one: Likely, other: Likely): number {
  const known = [one.gender, other.gender].filter((word) => word && word !== "unknown");
  if (known.length < 2) return 0;
  return known[0] === known[1] ? 0.5 : -5;
}

/**
 * How much speaks for two people being one. With one ABHA number they are; otherwise their names are alike, and birth, phone,
 * guardian, place and gender say whether it is chance.
 */
export function likenessOf(one: Likely, other: Likely): number {
  if (one.abha_id && one.abha_id === other.abha_id) return 100;
  const name = nameEvidence(one, other);
  if (name === null) return 0;
  // Nobody has two of them.
  const abha = one.abha_id && other.abha_id ? -6 : 0;
  return (
    name +
    abha +
    birthEvidence(one, other) +
    phoneEvidence(one, other) +
    guardianEvidence(one, other) +
    placeEvidence(one, other) +
    genderEvidence(one, other)
  );
}
