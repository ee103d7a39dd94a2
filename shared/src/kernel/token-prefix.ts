/** What the tokens of a queue begin with where nobody has set it: three letters of its code. */
export function prefixOfCode(code: string): string {
  const letters = code.replaceAll(/[^a-z]/g, "").slice(0, 3);
  return (letters === "" ? "que" : letters).toUpperCase();
}
