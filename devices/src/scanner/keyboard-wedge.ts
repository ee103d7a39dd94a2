import { groupSeparator } from "./gs1.ts";

/** A key as the browser reports it. */
export interface KeyPress {
  readonly key: string;
  /** The key's place on the keyboard, whatever its layout: `KeyA`. */
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  /** Held down by a finger; a scanner presses each key anew. */
  readonly repeat: boolean;
  /** When the key went down, milliseconds of any clock that only goes forward. */
  readonly timeStamp: number;
}

/** What a key press means for a scan. */
export type WedgeStep =
  /** Nothing yet: the key is whoever's it is. */
  | { readonly kind: "none" }
  /** The first letter of what may become a scan. */
  | { readonly kind: "begins" }
  /** A further letter, as quick as a scanner's. */
  | { readonly kind: "continues" }
  /** This key ended a scan. */
  | { readonly kind: "scan"; readonly text: string };

// Scanners send a key each 1 to 30 ms. The quickest typist of a desk needs 60 ms for a pair of letters, so five letters
// and Enter, none of them slower than 50 ms and all together quicker than 35 ms each, are no person's.
const slowestKeyMs = 50;
const slowestMeanMs = 35;
const shortestScan = 5;
const longestBurst = 8_192;

const modifiers: ReadonlySet<string> = new Set(["Shift", "CapsLock", "Control", "AltGraph"]);
const terminators: ReadonlySet<string> = new Set(["Enter", "Tab"]);
const none: WedgeStep = { kind: "none" };

// The keys beside the letters, as a scanner that believes in a keyboard of the United States presses them.
const signs: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Minus: ["-", "_"],
  Equal: ["=", "+"],
  BracketLeft: ["[", "{"],
  BracketRight: ["]", "}"],
  Backslash: ["\\", "|"],
  Semicolon: [";", ":"],
  Quote: ["'", '"'],
  Comma: [",", "<"],
  Period: [".", ">"],
  Slash: ["/", "?"],
  Backquote: ["`", "~"],
  Space: [" ", " "],
};
const shiftedDigits = ")!@#$%^&*(";

function byPlace({ code, shiftKey }: KeyPress): string | null {
  const letter = /^Key([A-Z])$/u.exec(code)?.[1];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  const digit = /^(?:Digit|Numpad)(\d)$/u.exec(code)?.[1];
  if (digit !== undefined) return shiftKey ? shiftedDigits.charAt(Number(digit)) : digit;
  return signs[code]?.[shiftKey ? 1 : 0] ?? null;
}

/**
 * The character that a scanner meant. On a desk whose keyboard is set to Hindi the keys come as Devanagari letters; then
 * the key's place says it. Ctrl+] is how keyboards type GS, the separator of GS1 codes. Null for other keys.
 */
function characterOf(press: KeyPress): string | null {
  if (press.ctrlKey && press.code === "BracketRight") return groupSeparator;
  if (press.ctrlKey || press.altKey || press.metaKey) return null;
  if (/^[\u0020-\u007E]$/u.test(press.key)) return press.key;
  return Array.from(press.key).length === 1 ? (byPlace(press) ?? press.key) : null;
}

/**
 * Distinguishes a scanner that plays a keyboard from a person who types, by time alone: wherever the focus is, and without
 * taking a key from anybody.
 */
export class KeyboardWedge {
  #text = "";
  #startedAt = 0;
  #lastAt = Number.NEGATIVE_INFINITY;

  /** Takes one key press. */
  press(press: KeyPress): WedgeStep {
    if (modifiers.has(press.key)) return none;
    const gap = press.timeStamp - this.#lastAt;
    if (press.repeat || gap > slowestKeyMs) this.#text = "";
    this.#lastAt = press.timeStamp;
    if (terminators.has(press.key)) return this.#end(press.timeStamp);
    const character = press.repeat ? null : characterOf(press);
    if (character === null || this.#text.length >= longestBurst) {
      this.#text = "";
      return none;
    }
    this.#text += character;
    if (this.#text.length > 1) return { kind: "continues" };
    this.#startedAt = press.timeStamp;
    return { kind: "begins" };
  }

  #end(at: number): WedgeStep {
    const text = this.#text;
    this.#text = "";
    const mean = (at - this.#startedAt) / Math.max(1, text.length);
    if (text.length < shortestScan || mean > slowestMeanMs) return none;
    return { kind: "scan", text };
  }
}
