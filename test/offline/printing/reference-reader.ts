/** A slip as it lies on the counter: what a person and a scanner find on it. */
export interface CounterSlip {
  /** The printer's own letters. */
  readonly text: string;
  /** What its QR symbols hold. */
  readonly codes: readonly string[];
  readonly pictures: number;
}

/** What a stream asks of the printer besides ink. */
export type ReferenceAsk =
  | { readonly kind: "cut" }
  | { readonly kind: "acknowledge"; readonly id: Uint8Array }
  | { readonly kind: "identify"; readonly part: number }
  | { readonly kind: "report"; readonly mask: number }
  | { readonly kind: "sensor" };

// How many bytes follow `ESC x`, `GS x` and `FS x` (Epson's ESC/POS command reference).
const escLengths: Readonly<Record<string, number>> = {
  "@": 0,
  "2": 0,
  "!": 1,
  a: 1,
  d: 1,
  E: 1,
  G: 1,
  "-": 1,
  M: 1,
  R: 1,
  t: 1,
  J: 1,
  "3": 1,
  "{": 1,
  p: 3,
  "=": 1,
};
const gsLengths: Readonly<Record<string, number>> = {
  "!": 1,
  B: 1,
  H: 1,
  f: 1,
  h: 1,
  w: 1,
  a: 1,
  I: 1,
  r: 1,
  b: 1,
  L: 2,
  P: 2,
  W: 2,
  g: 4,
};
const fsLengths: Readonly<Record<string, number>> = { ".": 0, "&": 0, "!": 1, C: 1, "-": 1, S: 2 };

/**
 * Reads ESC/POS as Epson's reference has it, a byte after the other, and keeps what is on the strip that hangs out. What is on
 * paper stays there whatever happens to the power; what was received and not read does not.
 */
export class ReferenceReader {
  #bytes: number[] = [];
  #text = "";
  #codes: string[] = [];
  #pictures = 0;
  #stored = "";
  readonly #ask: (ask: ReferenceAsk) => void;

  constructor(ask: (ask: ReferenceAsk) => void) {
    this.#ask = ask;
  }

  /** Whether something is on the strip that hangs out. */
  get hasInk(): boolean {
    return this.#text.trim() !== "" || this.#codes.length > 0 || this.#pictures > 0;
  }

  push(bytes: Uint8Array): void {
    for (const byte of bytes) this.#bytes.push(byte);
    for (let length = this.#readOne(); length > 0; length = this.#readOne()) {
      this.#bytes.splice(0, length);
    }
  }

  /** Forgets what was received and not read, as a power cut does. */
  restart(): void {
    this.#bytes = [];
    this.#stored = "";
  }

  /** Takes off what was cut. */
  takeSlip(): CounterSlip {
    const slip = { text: this.#text, codes: this.#codes, pictures: this.#pictures };
    this.#text = "";
    this.#codes = [];
    this.#pictures = 0;
    return slip;
  }

  /** Carries out the command that the bytes begin with. @returns how long it is, 0 while it is not all there */
  #readOne(): number {
    const [first, second, third] = this.#bytes;
    if (first === undefined) return 0;
    if (first === 0x10) return second === undefined || third === undefined ? 0 : 3;
    if (first !== 0x1b && first !== 0x1c && first !== 0x1d) return this.#letter(first);
    if (second === undefined) return 0;
    const name = String.fromCharCode(second);
    if (first === 0x1b) return this.#fixed(escLengths, name);
    if (first === 0x1c) return this.#fixed(fsLengths, name);
    return this.#groupSeparated(name);
  }

  #letter(byte: number): number {
    if (byte === 0x0a) this.#text += "\n";
    else if (byte >= 0x20) this.#text += String.fromCharCode(byte);
    return 1;
  }

  #fixed(lengths: Readonly<Record<string, number>>, name: string): number {
    const length = 2 + (lengths[name] ?? 0);
    return this.#bytes.length < length ? 0 : length;
  }

  #groupSeparated(name: string): number {
    if (name === "V") return this.#cut();
    if (name === "v") return this.#picture();
    if (name === "(") return this.#counted();
    const length = this.#fixed(gsLengths, name);
    if (length === 0) return 0;
    const parameter = this.#bytes[2] ?? 0;
    if (name === "I") this.#ask({ kind: "identify", part: parameter });
    if (name === "a") this.#ask({ kind: "report", mask: parameter });
    if (name === "r") this.#ask({ kind: "sensor" });
    return length;
  }

  #cut(): number {
    const mode = this.#bytes[2];
    const length = mode !== undefined && mode >= 65 ? 4 : 3;
    if (this.#bytes.length < length) return 0;
    this.#ask({ kind: "cut" });
    return length;
  }

  #picture(): number {
    const [, , , , xLow = 0, xHigh = 0, yLow = 0, yHigh = 0] = this.#bytes;
    if (this.#bytes.length < 8) return 0;
    const length = 8 + (xLow + 256 * xHigh) * (yLow + 256 * yHigh);
    if (this.#bytes.length < length) return 0;
    this.#pictures += 1;
    return length;
  }

  #counted(): number {
    const [, , , low = 0, high = 0] = this.#bytes;
    const length = 5 + low + 256 * high;
    if (this.#bytes.length < 5 || this.#bytes.length < length) return 0;
    const name = String.fromCharCode(this.#bytes[2] ?? 0);
    const data = Uint8Array.from(this.#bytes.slice(5, length));
    if (name === "H") this.#ask({ kind: "acknowledge", id: data.subarray(2, 6) });
    if (name === "k" && data[1] === 0x50) this.#stored = Buffer.from(data.subarray(3)).toString();
    if (name === "k" && data[1] === 0x51) this.#codes.push(this.#stored);
    return length;
  }
}
