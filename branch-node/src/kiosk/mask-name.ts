const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

function wordsOf(name: string): readonly (readonly string[])[] {
  const words = name.trim().split(/\s+/u);
  return words.map((word) => Array.from(graphemes.segment(word), ({ segment }) => segment));
}

function maskName(name: string, shown: number): string {
  const maskWord = (letters: readonly string[]) =>
    letters.map((letter, place) => (place < shown ? letter : "•")).join("");
  return wordsOf(name).map(maskWord).join(" ");
}

// Nobody counts dots: names that differ only in their length are not told apart.
function beginnings(name: string, shown: number): string {
  return wordsOf(name)
    .map((letters) => letters.slice(0, shown).join(""))
    .join(" ");
}

// Whoever is called Lakshmi knows herself from a Lalita by the third letter.
const mostLetters = 4;

function lettersToDistinguish(name: string, others: readonly string[]): number {
  for (let shown = 1; shown < mostLetters; shown += 1) {
    const own = beginnings(name, shown);
    if (others.every((other) => beginnings(other, shown) !== own)) return shown;
  }
  return mostLetters;
}

/**
 * Names of which only their owners can tell whose they are: the first letter of each word, and as few more as tell the
 * names apart. A letter is what a reader sees as one, with its vowel signs.
 */
export function maskNames(names: readonly string[]): readonly string[] {
  return names.map((name) => {
    const others = names.filter((other) => other !== name);
    return maskName(name, lettersToDistinguish(name, others));
  });
}
