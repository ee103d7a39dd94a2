/** One element of a GS1 string: an application identifier and its value. */
export interface Gs1Element {
  readonly ai: string;
  readonly value: string;
}

/** What separates a value of variable length from what follows it; scanners send it as the ASCII group separator. */
export const groupSeparator = "\u001d";

// Identifiers whose length is fixed by their first two digits, so that nothing need separate them from what follows
// (GS1 General Specifications, figure 7.8.5-2).
const predefinedLength = /^(?:0[0-4]|1[1-9]|20|3[1-6]|41)/u;

/** A GS1 string as a scanner sends it, without the leading function character. */
export function gs1ElementString(elements: readonly Gs1Element[]): string {
  return elements
    .map(({ ai, value }, index) => {
      const isLast = index === elements.length - 1;
      return ai + value + (isLast || predefinedLength.test(ai) ? "" : groupSeparator);
    })
    .join("");
}

/** A GS1 string as people read it, with its identifiers in brackets: `(8018)890123456789012340`. */
export function gs1Caption(elements: readonly Gs1Element[]): string {
  return elements.map(({ ai, value }) => `(${ai})${value}`).join("");
}

// The identifiers that we write on documents, with the length of their values where it is fixed: GTIN, batch, expiry,
// serial number, GSRN of a provider and of a recipient, and its instance.
const valueLengths: readonly (readonly [string, number | undefined])[] = [
  ["8017", 18],
  ["8018", 18],
  ["8019", undefined],
  ["01", 14],
  ["10", undefined],
  ["17", 6],
  ["21", undefined],
];

/** Takes the parts between function characters into elements again; undefined for identifiers that we never write. */
export function gs1ElementsOf(parts: readonly string[]): readonly Gs1Element[] | undefined {
  const elements: Gs1Element[] = [];
  for (const part of parts) {
    let rest = part;
    while (rest !== "") {
      const known = valueLengths.find(([ai]) => rest.startsWith(ai));
      if (known === undefined) return undefined;
      const [ai, length = rest.length] = known;
      elements.push({ ai, value: rest.slice(ai.length, ai.length + length) });
      rest = rest.slice(ai.length + length);
    }
  }
  return elements;
}
