// The letters of sound keys, in Latin script.
const letters = "acdefghijklmnoprstuvy";

/** A word with two neighbouring letters in each other's place, each way that makes another word. */
export function transpositionsOf(word: string): readonly string[] {
  const all = [...word];
  const swapped = all.slice(1).flatMap((letter, index) => {
    const before = all[index] ?? "";
    if (letter === before) return [];
    return [[...all.slice(0, index), letter, before, ...all.slice(index + 2)].join("")];
  });
  return [...new Set(swapped)];
}

/**
 * The words that are one slip away behind the first letter: one letter left out, one too many, or another one. Some 42
 * for each letter.
 * @param word a sound key in Latin letters
 */
export function misspellingsOf(word: string): readonly string[] {
  const slips = new Set<string>();
  for (let index = 1; index <= word.length; index += 1) {
    const [before, behind] = [word.slice(0, index), word.slice(index)];
    if (behind !== "") slips.add(before + behind.slice(1));
    for (const letter of letters) {
      slips.add(before + letter + behind);
      if (behind !== "") slips.add(before + letter + behind.slice(1));
    }
  }
  slips.delete(word);
  return [...slips];
}
