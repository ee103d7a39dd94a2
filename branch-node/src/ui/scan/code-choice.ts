/** A code in one picture of a camera. */
export interface SeenCode {
  /** With its symbology identifier in front. */
  readonly text: string;
  /** How far its middle is from that of the picture: 0 there, 1 at the edge. */
  readonly fromMiddle: number;
  /** Set for one of several symbols that make up one text together (Structured Append). */
  readonly part?: { readonly of: string; readonly index: number; readonly count: number };
}

/** What a camera has come to: a code, or why there is none yet. */
export type Sight =
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "nothing" }
  /** More than one code, and none that is held in the middle. */
  | { readonly kind: "several" }
  /** Some of the symbols that make up a text. */
  | { readonly kind: "parts"; readonly seen: number; readonly count: number };

// A sheet of labels passes through the picture on the way to the one that is meant: alone, a code must be seen twice.
const agreedMs = 200;
const agreedAmongSeveralMs = 600;
// So long after a second code was seen, what is seen alone may be the one that is not meant.
const severalForMs = 1_500;
// In the middle third, and nearer to the middle than any other by as much.
const middle = 0.34;
const partsForMs = 30_000;

const lengthOfIdentifier = 3;

/**
 * Chooses among the codes that a camera sees. One alone is taken when it is seen again; of several only the one that is held
 * in the middle for a moment. A code is never chosen by where the decoder begins to look.
 */
export class CodeChoice {
  #agreed = { text: "", since: 0 };
  #severalUntil = Number.NEGATIVE_INFINITY;
  #parts = new Map<
    string,
    { readonly texts: Map<number, string>; readonly count: number; at: number }
  >();

  /** Takes what one picture shows. @param now milliseconds */
  look(seen: readonly SeenCode[], now: number): Sight {
    const whole = seen.filter(({ part }) => part === undefined);
    const joined = seen
      .filter(({ part }) => part !== undefined)
      .map((code) => this.#join(code, now));
    const complete = joined.filter((text) => typeof text === "string");
    const codes = [...whole, ...complete.map((text) => ({ text, fromMiddle: 0 }))];
    if (codes.length === 0) {
      const waiting = joined.find((sight) => typeof sight !== "string");
      return waiting ?? { kind: "nothing" };
    }
    if (new Set(codes.map(({ text }) => text)).size > 1) this.#severalUntil = now + severalForMs;
    const isAmongSeveral = now < this.#severalUntil;
    const chosen = isAmongSeveral ? inTheMiddle(codes) : codes[0]?.text;
    if (chosen === undefined) {
      this.#agreed = { text: "", since: now };
      return { kind: "several" };
    }
    if (this.#agreed.text !== chosen) this.#agreed = { text: chosen, since: now };
    const needed = isAmongSeveral ? agreedAmongSeveralMs : agreedMs;
    if (now - this.#agreed.since >= needed) return { kind: "code", text: chosen };
    return { kind: isAmongSeveral ? "several" : "nothing" };
  }

  #join({ text, part }: SeenCode, now: number): string | Extract<Sight, { kind: "parts" }> {
    const { of = "", index = 0, count = 0 } = part ?? {};
    for (const [id, { at }] of this.#parts) if (now - at > partsForMs) this.#parts.delete(id);
    const id = `${of}/${count}`;
    const known = this.#parts.get(id) ?? { texts: new Map<number, string>(), count, at: now };
    known.texts.set(index, text);
    known.at = now;
    this.#parts.set(id, known);
    if (known.texts.size < count) return { kind: "parts", seen: known.texts.size, count };
    const inOrder = Array.from({ length: count }, (_, place) => known.texts.get(place) ?? "");
    return inOrder
      .map((each, place) => (place === 0 ? each : each.slice(lengthOfIdentifier)))
      .join("");
  }
}

/** The code that is held in the middle, and no other near it. */
export function inTheMiddle(codes: readonly SeenCode[]): string | undefined {
  const texts = new Set(codes.map(({ text }) => text));
  const [first, ...others] = [...texts]
    .map((text) => ({
      text,
      fromMiddle: Math.min(
        ...codes.filter((code) => code.text === text).map((code) => code.fromMiddle),
      ),
    }))
    .toSorted((one, other) => one.fromMiddle - other.fromMiddle);
  if (first === undefined || first.fromMiddle > middle) return undefined;
  const isClear = others.every(({ fromMiddle }) => fromMiddle - first.fromMiddle >= middle / 2);
  return isClear ? first.text : undefined;
}
