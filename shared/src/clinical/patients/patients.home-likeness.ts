import { foldDigits, normaliseName } from "#kernel/text.ts";
import { wordLikeness } from "./patients.name-likeness.ts";

type Address = Readonly<Record<string, unknown>> | null | undefined;

function textIn(address: Address, name: string): string {
  const text = address?.[name];
  return typeof text === "string" ? normaliseName(text) : "";
}

/** The words of a house's lines, in either line. */
function houseWords(address: Address): readonly string[] {
  const lines = `${textIn(address, "line1")} ${textIn(address, "line2")}`.trim();
  return lines === "" ? [] : lines.split(" ");
}

const hasDigit = (word: string) => /\d/u.test(foldDigits(word));

function isSameWord(one: string, other: string): boolean {
  if (hasDigit(one) || hasDigit(other)) return one === other;
  return wordLikeness(one, other) >= 0.75;
}

// So many of the words of the shorter one must be in the other.
const sharedPart = 0.6;

/** Whether two houses are written alike: their words in any order, a slip in each, and a line left out. */
function isSameHouse(one: Address, other: Address): boolean {
  const [few = [], many = []] = [houseWords(one), houseWords(other)].toSorted(
    (left, right) => left.length - right.length,
  );
  const left = [...many];
  let shared = 0;
  for (const word of few) {
    const at = left.findIndex((each) => isSameWord(word, each));
    if (at >= 0) left.splice(at, 1);
    shared += at >= 0 ? 1 : 0;
  }
  return shared >= 2 && shared >= few.length * sharedPart;
}

function isSamePlace(one: Address, other: Address): boolean {
  return ["city", "postal_code"].some((name) => {
    const [left, right] = [textIn(one, name), textIn(other, name)];
    if (left === "" || right === "") return false;
    return left === right || (name === "city" && wordLikeness(left, right) >= 0.85);
  });
}

/** What one address of both adds. */
export const sameHome = 4;

/** How much two addresses speak for one household: a street is of many towns, and a town of many people. */
export function homeEvidence(one: Address, other: Address): number {
  const isPlace = isSamePlace(one, other);
  if (isSameHouse(one, other)) return isPlace ? sameHome : 2;
  return isPlace ? 1 : 0;
}
