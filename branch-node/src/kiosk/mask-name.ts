const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

function maskWord(word: string): string {
  const [first = "", ...rest] = Array.from(graphemes.segment(word), ({ segment }) => segment);
  return first + "•".repeat(rest.length);
}

/**
 * A name of which only its owner can tell whose it is: the first letter of each word. A letter is what a reader sees as
 * one, with its vowel signs.
 */
export function maskName(name: string): string {
  return name.trim().split(/\s+/u).map(maskWord).join(" ");
}
