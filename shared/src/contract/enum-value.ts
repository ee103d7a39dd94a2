/** The word of an enumeration that a stored text is. @throws Error for a text that no version of this code has written */
export function enumValueOf<const Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw new Error(`a stored word is none of ${words.join(", ")}`);
  return word;
}
