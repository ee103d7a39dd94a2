import anyAscii from "any-ascii";
import { missingCharacters } from "./fonts.ts";
import { oneLine } from "./text-layout.ts";

// Somebody writes the name on it by hand.
const nameToFillIn = "________________";

const notLatin = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

// A pictogram has a name in letters, which is nobody's.
const pictogram = /\p{Extended_Pictographic}/u;
const letter = /\p{L}/u;

// Scripts whose vowels the library leaves out, or that write none: nobody is called by what is left.
const withoutVowels =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Sinhala}\p{Script=Meetei_Mayek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * A name as a slip can say it. Where fonts lack some of a Latin name, signs on letters and forms of letters are given up; a
 * name in another script is written in Latin letters as a whole, for a part of a name is another name. What no letters come
 * of is left to be filled in. The number and the UHID stand beside it.
 */
export function nameOnSlip(name: string): string {
  const line = oneLine(name);
  if (missingCharacters(line).length === 0) return name;
  if (pictogram.test(line) || withoutVowels.test(line)) return nameToFillIn;
  const taken = line.normalize("NFKD");
  // Outside the Latin script such signs are vowels.
  const plain = notLatin.test(taken)
    ? anyAscii(line).replaceAll(/\s+/gu, " ").trim()
    : taken.replaceAll(/\p{Mn}/gu, "");
  return letter.test(plain) && missingCharacters(plain).length === 0 ? plain : nameToFillIn;
}
