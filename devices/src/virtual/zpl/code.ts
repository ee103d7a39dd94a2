import { gs1ElementsOf } from "#code/gs1.ts";
import { rasterizeSymbol } from "#code/symbol-raster.ts";
import { makeSymbol, type SymbolSpec } from "#code/symbol.ts";
import { SlipError } from "#text/slip-error.ts";
import type { Raster } from "#text/text-raster.ts";
import { turned } from "#label/label-picture.ts";

/** A code command that waits for its field's data. */
export interface ZplCode {
  readonly name: string;
  readonly parameters: readonly string[];
}

/** The bars' module and height as `^BY` left them. */
export interface ZplBars {
  readonly moduleDots: number;
  readonly barDots: number;
}

interface Drawn {
  readonly symbol: SymbolSpec | undefined;
  readonly turn: string;
  readonly moduleDots: number;
  readonly barDots: number;
}

const number = (text: string | undefined, otherwise: number) => {
  const value = Number.parseInt(text ?? "", 10);
  return Number.isFinite(value) && value > 0 ? value : otherwise;
};

const qrCorrections = ["L", "M", "Q", "H"] as const;

/** The dots of a code with its data; undefined for what a printer prints nothing of, or we cannot draw. */
export function rasterOfCode(code: ZplCode, data: string, bars: ZplBars): Raster | undefined {
  const drawn = drawnCode(code, data, bars);
  if (drawn.symbol === undefined) return undefined;
  try {
    const raster = rasterizeSymbol(makeSymbol(drawn.symbol), drawn);
    return drawn.turn === "R" ? turned(raster) : raster;
  } catch (error) {
    if (error instanceof SlipError) return undefined;
    throw error;
  }
}

function drawnCode({ name, parameters }: ZplCode, data: string, bars: ZplBars): Drawn {
  const [turn = "N", second, third] = parameters;
  if (name === "^BQ") {
    return { symbol: qrOf(data), turn: "N", moduleDots: number(third, 2), barDots: 0 };
  }
  if (name === "^BX") {
    const symbol = matrixOf(data, parameters[6] === "" ? "~" : (parameters[6] ?? "~"));
    return { symbol, turn, moduleDots: number(second, 2), barDots: 0 };
  }
  const barDots = number(second, bars.barDots);
  return { symbol: barsOf(name, data, parameters[5]), turn, ...bars, barDots };
}

// `^FD`: the correction, the kind of input (A: the printer finds out), a comma, the content.
function qrOf(data: string): SymbolSpec | undefined {
  const correction = qrCorrections.find((letter) => letter === data.charAt(0));
  if (correction === undefined || data.slice(1, 3) !== "A,") return undefined;
  return { kind: "qr", content: data.slice(3), correction };
}

function matrixOf(data: string, escape: string): SymbolSpec | undefined {
  const functionOne = `${escape}1`;
  if (!data.startsWith(functionOne)) return { kind: "data_matrix", content: data };
  const elements = gs1ElementsOf(data.slice(2).split(functionOne));
  return elements === undefined ? undefined : { kind: "gs1_data_matrix", elements };
}

function barsOf(name: string, data: string, mode: string | undefined): SymbolSpec | undefined {
  if (name === "^BE") return { kind: "ean13", content: data };
  if (mode === "A") return { kind: "code128", content: data };
  if (mode !== "D") return undefined;
  const elements = Array.from(
    data.matchAll(/\((\d{2,4})\)([^(]*)/gu),
    ([, ai = "", value = ""]) => ({
      ai,
      value,
    }),
  );
  return { kind: "gs1_128", elements };
}
