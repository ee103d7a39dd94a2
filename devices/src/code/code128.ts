import bwip from "bwip-js/node";
import { type SymbolGrid, gridOfBars } from "./symbol.ts";

// Code words of ISO/IEC 15417 that are no characters.
const startWords: Readonly<Record<string, number>> = { A: 103, B: 104, C: 105 };
const changeWords: Readonly<Record<string, number>> = { A: 101, B: 100, C: 99 };
const functionOne = 102;

/**
 * The code words that a receipt printer makes of its own notation: `{A`, `{B` and `{C` choose a set, `{1` is the
 * function character of GS1, `{{` a brace. Undefined where the notation is broken, which a printer does not print.
 */
export function code128Codewords(data: Uint8Array): readonly number[] | undefined {
  const words: number[] = [];
  let set = "";
  for (let at = 0; at < data.length; at += 1) {
    const byte = data[at] ?? 0;
    const next = String.fromCharCode(data[at + 1] ?? 0);
    if (byte === 0x7b && next !== "{") {
      at += 1;
      const word = wordOfEscape(set, next);
      if (word === undefined) return undefined;
      if (next in startWords) set = next;
      words.push(word);
      continue;
    }
    if (byte === 0x7b) at += 1;
    const word = wordOfByte(set, byte);
    if (word === undefined) return undefined;
    words.push(word);
  }
  return words.length > 1 ? words : undefined;
}

function wordOfEscape(set: string, escape: string): number | undefined {
  if (escape === "1") return set === "" ? undefined : functionOne;
  return set === "" ? startWords[escape] : changeWords[escape];
}

function wordOfByte(set: string, byte: number): number | undefined {
  if (set === "C") return byte < 100 ? byte : undefined;
  if (set === "A" && byte < 0x20) return byte + 64;
  const highest = set === "A" ? 0x5f : 0x7f;
  return set !== "" && byte >= 0x20 && byte <= highest ? byte - 0x20 : undefined;
}

/** The bars of code words; their check word is added. */
export function code128Grid(words: readonly number[]): SymbolGrid {
  const raw = words.map((word) => `^${String(word).padStart(3, "0")}`).join("");
  const [drawn] = bwip.raw("code128", raw, "raw");
  if (drawn === undefined || !("sbs" in drawn)) throw new Error("code words without bars");
  return gridOfBars(drawn.sbs);
}
