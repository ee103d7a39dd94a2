import { misspellingsOf, transpositionsOf } from "#kernel/name-slips.ts";
import { soundKey } from "#kernel/sound-key.ts";
import { foldDigits, nameTokens, numberKey, phoneDigits } from "#kernel/text.ts";
import type { ValueSeal } from "#kernel/value-seal.ts";
import { shortestBase } from "#kernel/uhid.ts";
import { sealedClass, shortestRun } from "./patients.table.ts";

/** Filters by what a person knows of a patient. */
export interface PatientTerms {
  readonly q?: string | undefined;
  readonly name?: string | undefined;
  readonly mrn?: string | undefined;
  readonly phone?: string | undefined;
  readonly abha_id?: string | undefined;
  /** Of the branch that asks: digits alone may be those of one of its own patient numbers. */
  readonly branchCode?: string | undefined;
}

/** By what numbers are found that are kept sealed. */
export type NumberIndex = Pick<ValueSeal, "indexOf">;

/** Keys that begin so and whose last character is that one. */
export interface KeyFrame {
  readonly beginning: string;
  readonly last: string;
}

/** Search keys of which a patient must have one: any that begins so, is one of the whole ones, or begins and ends so. */
export interface KeyGroup {
  readonly beginnings: readonly string[];
  readonly whole: readonly string[];
  readonly framed: readonly KeyFrame[];
}

// What says nothing of a class of keys, as a number without a letter or digit, is not any key of it.
function saysAny(beginning: string): boolean {
  return !/^[a-z]:$/u.test(beginning);
}

function keysBeginning(...beginnings: readonly string[]): KeyGroup {
  return { beginnings: beginnings.filter(saysAny), whole: [], framed: [] };
}

function nameGroups(tokens: readonly string[]): readonly KeyGroup[] {
  const sounds = tokens.map(soundKey);
  // A sound of one letter would match a tenth of all names: it is asked for among those that a longer word has found.
  const isNarrowed = sounds.some(({ length }) => length > 1);
  return tokens.map((token, index) => {
    const sound = sounds[index] ?? "";
    const says = sound.length > 1 || (isNarrowed && sound !== "");
    return says ? keysBeginning(`n:${token}`, `s:${sound}`) : keysBeginning(`n:${token}`);
  });
}

/** The digits of a number as it was typed, without the zeros that are dialled before a number of the country's own. */
function dialledDigits(text: string): string {
  return phoneDigits(text).replace(/^0+/u, "");
}

/** Whether a number was typed, in any script, with the signs that people put between its digits. */
export function isNumber(text: string): boolean {
  return phoneDigits(text).length >= 2 && /^[\s\d+()./-]+$/u.test(foldDigits(text));
}

/** The forms in which the digits of a number may stand in a phone: as typed, and without the zeros dialled before it. */
export function phoneForms(text: string): readonly string[] {
  return [...new Set([phoneDigits(text), dialledDigits(text)])];
}

/** How a patient number of the branch begins that has these digits, as typed and with the zeros that stand before them. */
export function ownNumbers(text: string, branchCode: string | undefined): readonly string[] {
  if (branchCode === undefined) return [];
  const digits = phoneDigits(text);
  const bases = new Set([digits, digits.padStart(shortestBase, "0")]);
  return [...bases].map((base) => numberKey(branchCode) + base);
}

/** The key of a whole number that is kept sealed. */
export function sealedKeys(number: string, index: NumberIndex): readonly string[] {
  const found = index.indexOf(number);
  return found === "" ? [] : [`${sealedClass}${found}`];
}

function printedGroup(text: string, index: NumberIndex, ...others: readonly string[]): KeyGroup {
  const group = keysBeginning(`u:${numberKey(text)}`, ...others);
  return { ...group, whole: sealedKeys(text, index) };
}

function numberGroup(text: string, terms: PatientTerms, index: NumberIndex): KeyGroup {
  const number = numberKey(text);
  const phones = phoneForms(text).filter((digits) => digits.length >= 2);
  const runs = phones.filter((digits) => digits.length >= shortestRun);
  return {
    beginnings: [
      ...phones.map((digits) => `p:${digits}`),
      `u:${number}`,
      ...ownNumbers(text, terms.branchCode).map((own) => `u:${own}`),
      `a:${number}`,
      ...runs.map((digits) => `l:${digits}`),
    ],
    whole: sealedKeys(text, index),
    // A phone has a key for every second end only: the run's first digit then stands behind the end.
    framed: runs.map((digits) => ({ beginning: `l:${digits.slice(1)}`, last: digits.charAt(0) })),
  };
}

function anythingGroups(
  text: string,
  terms: PatientTerms,
  index: NumberIndex,
): readonly KeyGroup[] {
  if (isNumber(text)) return [numberGroup(text, terms, index)];
  // An ABHA address need not hold a digit.
  if (text.includes("@")) return [keysBeginning(`a:${text.trim().toUpperCase()}`)];
  const folded = foldDigits(text);
  return /\d/u.test(folded)
    ? [printedGroup(text, index, `a:${folded.toUpperCase()}`)]
    : nameGroups(nameTokens(text));
}

/** The keys that some terms ask for: a patient must have one of every group. */
export function keyGroups(terms: PatientTerms, index: NumberIndex): readonly KeyGroup[] {
  const groups: KeyGroup[] = [];
  if (terms.q !== undefined) groups.push(...anythingGroups(terms.q, terms, index));
  if (terms.name !== undefined) groups.push(...nameGroups(nameTokens(terms.name)));
  if (terms.mrn !== undefined) groups.push(printedGroup(terms.mrn, index));
  if (terms.phone !== undefined) groups.push(keysBeginning(`p:${phoneDigits(terms.phone)}`));
  if (terms.abha_id !== undefined) groups.push(keysBeginning(`a:${numberKey(terms.abha_id)}`));
  return groups;
}

// Of a shorter word nearly every other is one slip away.
const shortestSlipped = 4;
// Nobody types a longer name by hand, and each letter costs some forty keys.
const longestSlipped = 16;
const mostSlipped = 3;

/** The keys of names alone, with those that are one slip of the hand away; null where a slip says nothing. */
export function slippedGroups(terms: PatientTerms): readonly KeyGroup[] | null {
  const { q, name, mrn, phone, abha_id: abhaId } = terms;
  if ((mrn ?? phone ?? abhaId) !== undefined || (q !== undefined && name !== undefined))
    return null;
  const text = q ?? name ?? "";
  if (/[\d@]/u.test(foldDigits(text))) return null;
  const tokens = nameTokens(text);
  const slipped = tokens.filter(
    ({ length }) => length >= shortestSlipped && length <= longestSlipped,
  );
  if (slipped.length === 0 || tokens.length > mostSlipped) return null;
  return nameGroups(tokens).map((group, index) => {
    const token = tokens[index] ?? "";
    if (!slipped.includes(token)) return group;
    const sounds = new Set([...swappedSounds(token), ...misspellingsOf(soundKey(token))]);
    return { ...group, whole: Array.from(sounds, (sound) => `s:${sound}`) };
  });
}

function swappedSounds(token: string): readonly string[] {
  return transpositionsOf(token).map(soundKey);
}

/** How far a name is from what was typed: 0 where it is the same but for letters in each other's place, else 1. */
export function nearnessTo(text: string): (nameKey: string) => 0 | 1 {
  const typed = nameTokens(text).map((token) => {
    const near = [soundKey(token), ...swappedSounds(token)];
    return { token, near: new Set(near) };
  });
  return (nameKey) => {
    const words = nameTokens(nameKey);
    const isSwapped = typed.every(({ token, near }) =>
      words.some((word) => word.startsWith(token) || near.has(soundKey(word))),
    );
    return isSwapped ? 0 : 1;
  };
}
