import { code128Grid, code128Codewords } from "#code/code128.ts";
import { makeSymbol, type SymbolGrid } from "#code/symbol.ts";
import { SlipError } from "#text/slip-error.ts";

/** What the commands before a bar code have said about it. */
export interface BarState {
  moduleDots: number;
  heightDots: number;
}

/** The bars of a printer just switched on. */
export const initialBars: BarState = { moduleDots: 3, heightDots: 162 };

// `GS k m`: the older numbers end in NUL, the newer ones say their length.
const systems: Readonly<Record<number, "ean13" | "ean8" | "code128">> = {
  2: "ean13",
  3: "ean8",
  67: "ean13",
  68: "ean8",
  73: "code128",
};

/** The bars that the parameters of `GS k` come to; undefined for what a printer prints nothing of, or we cannot draw. */
export function barsOfCommand(parameters: Uint8Array): SymbolGrid | undefined {
  const [number = 0] = parameters;
  const system = systems[number];
  const data = number < 65 ? parameters.subarray(1, -1) : parameters.subarray(2);
  if (system === undefined) return undefined;
  if (system === "code128") {
    const words = code128Codewords(data);
    return words === undefined ? undefined : code128Grid(words);
  }
  return drawable(system, Buffer.from(data).toString("latin1"));
}

function drawable(kind: "ean13" | "ean8", content: string): SymbolGrid | undefined {
  try {
    return makeSymbol({ kind, content });
  } catch (error) {
    if (error instanceof SlipError) return undefined;
    throw error;
  }
}
