import { normaliseName, phoneDigits } from "#kernel/text.ts";
import { keptIndex } from "#kernel/value-seal.ts";
import { homeEvidence, sameHome } from "./patients.home-likeness.ts";
import { isSameFirstName, nameLikeness, slipsBetween } from "./patients.name-likeness.ts";

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
  /** Printed numbers, sealed or in clear. */
  readonly identifiers?: readonly { readonly value: string }[] | null | undefined;
  readonly emergency_contact?: Readonly<Record<string, unknown>> | null | undefined;
  readonly address?: Readonly<Record<string, unknown>> | null | undefined;
}

// Each fact adds what it is worth as evidence: what few people share and hardly anybody misspells weighs most. Tried on sets
// with the slips that people make (patients.likeness.test.ts).
/** From so much on two people are probably one. */
export const probablyAlike = 9;

// What each of these adds where it is the same of both.
const most = { name: 6, number: 9, phone: 4, guardian: 2, home: sameHome } as const;

/** What two names say; null where they are not of one person, unless something says so that nobody else has. */
function nameEvidence(one: Likely, other: Likely): number | null {
  if (!one.name || !other.name) return null;
  const likeness = nameLikeness(one.name, other.name);
  if (likeness >= 0.95) return most.name;
  if (likeness >= 0.82) return 5;
  if (likeness >= 0.7) return 3;
  return isSameFirstName(one.name, other.name) ? 1 : null;
}

function numbersOf({ identifiers }: Likely): readonly string[] {
  return (identifiers ?? []).map(({ value }) => keptIndex(value)).filter((key) => key !== "");
}

/** One printed number is one person's, but for who was given another's paper. */
function numberEvidence(one: Likely, other: Likely): number {
  const theirs = numbersOf(other);
  return numbersOf(one).some((number) => theirs.includes(number)) ? most.number : 0;
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

const generation = 13;

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
  if (years <= 1) return 0;
  // Parents give their names to children, in the same house.
  return years < generation ? -5 : -8;
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
  if (left.some((phone) => right.includes(phone))) return most.phone;
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
  return nameLikeness(left, right) >= 0.85 ? most.guardian : 0;
}

function genderEvidence(one: Likely, other: Likely): number {
  const known = [one.gender, other.gender].filter((word) => word && word !== "unknown");
  if (known.length < 2) return 0;
  return known[0] === known[1] ? 0.5 : -7.5;
}

/** What is said of two people by all but their names and numbers. */
function circumstances(one: Likely, other: Likely): number {
  return (
    birthEvidence(one, other) +
    phoneEvidence(one, other) +
    guardianEvidence(one, other) +
    homeEvidence(one.address, other.address) +
    genderEvidence(one, other)
  );
}

/** What is said of two whose names are not of one person, or of whom one has none: only a number makes them one. */
function withoutName(one: Likely, other: Likely, number: number): number | null {
  if (number === 0) return null;
  return one.name && other.name ? -4 : 0;
}

/** What is known of a record before the rest of it is read. */
export type Glimpse = Pick<Likely, "gender" | "dob" | "dob_estimated">;

/**
 * The most that could speak for somebody and a record being one, whatever else the record holds: what is not known of the one
 * who is asked for adds nothing. One ABHA number is left out, which is looked for by itself.
 */
export function mostLikeness(one: Likely, other: Glimpse): number {
  return mostBeside(one) + birthEvidence(one, other) + genderEvidence(one, other);
}

// Somebody is held against hundreds.
const beside = new WeakMap<Likely, number>();

/** The most that all could say that a glimpse does not. */
function mostBeside(one: Likely): number {
  const known = beside.get(one);
  if (known !== undefined) return known;
  const hasHome = Object.values(one.address ?? {}).some((text) => typeof text === "string");
  const sum =
    most.name +
    (numbersOf(one).length > 0 ? most.number : 0) +
    (phonesOf(one).length > 0 ? most.phone : 0) +
    (textIn(one.emergency_contact, "name") === "" ? 0 : most.guardian) +
    (hasHome ? most.home : 0);
  beside.set(one, sum);
  return sum;
}

/**
 * How much speaks for two people being one. With one ABHA number they are; otherwise their names are alike, or they have a
 * printed number in common, and birth, phone, guardian, home and gender say whether it is chance.
 */
export function likenessOf(one: Likely, other: Likely): number {
  if (one.abha_id && one.abha_id === other.abha_id) return 100;
  const number = numberEvidence(one, other);
  const name = nameEvidence(one, other) ?? withoutName(one, other, number);
  if (name === null) return 0;
  // Nobody has two of them.
  const abha = one.abha_id && other.abha_id ? -6 : 0;
  return name + number + abha + circumstances(one, other);
}
