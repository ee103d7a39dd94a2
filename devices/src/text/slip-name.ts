import { missingCharacters } from "./fonts.ts";
import { oneLine } from "./text-layout.ts";

// Somebody writes the name on it by hand.
const nameToFillIn = "________________";

const notLatin = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * A name as a slip can say it. Where fonts lack some of it, signs on letters and forms of letters are given up; where that is
 * not enough the place is left to be filled in: a part of a name is another name. The number and the UHID stand beside it.
 */
export function nameOnSlip(name: string): string {
  if (missingCharacters(oneLine(name)).length === 0) return name;
  const taken = oneLine(name).normalize("NFKD");
  // Outside the Latin script such signs are vowels.
  if (notLatin.test(taken)) return nameToFillIn;
  const plain = taken.replaceAll(/\p{Mn}/gu, "");
  return missingCharacters(plain).length === 0 ? plain : nameToFillIn;
}
