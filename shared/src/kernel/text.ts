/** The zero of each decimal script that people in our clinics type: Arabic, Persian, the nine Indic blocks, full width. */
const zeros = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0xff10,
] as const;

function asciiDigit(character: string): string {
  const code = character.charCodeAt(0);
  const zero = zeros.find((start) => code >= start && code <= start + 9);
  return zero === undefined ? character : String(code - zero);
}

// Plain Latin letters, digits and signs, of which nothing has to be taken apart and put together again.
const isAscii = /^[\u0020-\u007e]*$/;

/** A text with the digits of Indic, Arabic and full-width scripts written as 0 to 9; everything else as it was. */
export function foldDigits(text: string): string {
  return isAscii.test(text) ? text : text.replaceAll(/\p{Nd}/gu, asciiDigit);
}

/** The digits of a telephone number as typed, in any script, without signs and spaces. */
export function phoneDigits(text: string): string {
  return foldDigits(text).replaceAll(/\D/gu, "");
}

/** A printed number as it is searched for: Latin letters in upper case and digits as 0 to 9, in whatever script they were typed. */
export function numberKey(text: string): string {
  return foldDigits(text)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "");
}

/** Latin letters that Unicode does not take apart into a letter and a mark. */
const foldedLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
  ı: "i",
};

/** Lower case, without the marks of Latin letters. The marks of Indic scripts are their vowels and stay. */
function plainLetters(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]|\p{Cf}|['’ʼ`]/gu, "")
    .normalize("NFC")
    .replaceAll(/[ßæœøđðłþı]/gu, (letter) => foldedLetters[letter] ?? letter);
}

function wordsOf(text: string): string[] {
  if (isAscii.test(text))
    return (
      text
        .toLowerCase()
        .replaceAll(/['`]/g, "")
        .match(/[a-z0-9]+/g) ?? []
    );
  return foldDigits(plainLetters(text)).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Forms of address of the languages that our clinics are run in; they stand before a name and are no part of it. */
const titles: ReadonlySet<string> = new Set(
  wordsOf(`
    mr mrs ms miss mx dr prof smt shri shree sri sree kum kumari
    श्री श्रीमती सुश्री कुमारी डॉ डा प्रो
    শ্রী শ্রীমতী ডা ডাঃ ডঃ
    ਸ਼੍ਰੀ ਸ਼੍ਰੀਮਤੀ ਡਾ
    શ્રી શ્રીમતી ડૉ ડો
    ଶ୍ରୀ ଶ୍ରୀମତୀ ଡା ଡଃ
    திரு திருமதி செல்வி டாக்டர்
    శ్రీ శ్రీమతి డా
    ಶ್ರೀ ಶ್ರೀಮತಿ ಡಾ
    ശ്രീ ശ്രീമതി ഡോ
  `),
);

/** A name as it is compared and indexed: lower case, no diacritics, no punctuation, no titles before it, single spaces. A name that is only a title stays. */
export function normaliseName(text: string): string {
  const words = wordsOf(text);
  const first = words.findIndex((word) => !titles.has(word));
  return words.slice(Math.max(first, 0)).join(" ");
}

/** The words of a name in normal form, each once, in their order. */
export function nameTokens(text: string): string[] {
  const name = normaliseName(text);
  return name === "" ? [] : [...new Set(name.split(" "))];
}
