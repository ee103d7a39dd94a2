import { labelDots, type LabelMedia } from "#label/label.ts";
import { whiteSet } from "#label/picture-pieces.ts";
import { createLabelCanvas, type LabelCanvas } from "#virtual/label/label-canvas.ts";
import { createLabelLineReader, type LabelLine } from "#virtual/label/label-line-reader.ts";
import type { LabelEvent, LabelInterpreter, PrintedLabel } from "#virtual/label/label-printout.ts";

interface Machine {
  readonly canvas: LabelCanvas;
  readonly dpi: LabelMedia["dpi"];
  readonly print: (label: PrintedLabel) => void;
}

/** Carries a command out; false where its parameters are not what it takes. */
type Handler = (machine: Machine, parameters: string, data: Uint8Array) => boolean;

const picture = {
  head: /^BITMAP (\d{1,5}),(\d{1,5}),(?=\d+,\d+,0,)(\d{1,4}),(\d{1,5})(?:,0,)/u,
  beginning: /^BITMAP [\d,]*$/u,
} as const;

// Known, and without an effect that a picture could show: sensors, darkness, speed, which end comes out first.
const harmless = new Set(
  "GAP,BLINE,OFFSET,SPEED,DENSITY,DIRECTION,SET,CODEPAGE,COUNTRY".split(","),
);

/**
 * A TSPL printer just switched on: labels made of pictures. Its own letters and codes are not carried out, and named as
 * unknown.
 */
export function createTsplInterpreter(
  dpi: LabelMedia["dpi"],
  onEvent: (event: LabelEvent) => void,
): LabelInterpreter {
  const reader = createLabelLineReader(picture);
  const print = (label: PrintedLabel) => onEvent({ kind: "label", label });
  const machine: Machine = { canvas: createLabelCanvas(), dpi, print };
  return {
    push: (bytes) => {
      for (const line of reader.push(bytes)) {
        const command = nameOf(line);
        if (command !== "" && !perform(machine, command, line))
          onEvent({ kind: "unknown", command });
      }
    },
  };
}

// `ESC !` and a letter is obeyed as it arrives: among the lines, it is nothing.
function withoutOrders(text: string): string {
  const [first = "", ...rest] = text.split("\u001B!");
  return [first, ...rest.map((part) => part.slice(1))].join("").trim();
}

function nameOf({ text }: LabelLine): string {
  return withoutOrders(text).split(" ", 1).join("").toUpperCase();
}

function perform(machine: Machine, command: string, { text, data }: LabelLine): boolean {
  if (harmless.has(command)) return true;
  const parameters = withoutOrders(text).slice(command.length).trim();
  return handlers.get(command)?.(machine, parameters, data) ?? false;
}

const inchMm = 25.4;

/** A length as `SIZE` has it: millimetres, dots, or inches where no unit stands. */
function dotsOf(text: string, dpi: LabelMedia["dpi"]): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(?:\s*(mm|dot))?$/iu.exec(text.trim()) ?? [];
  if (number === undefined) return undefined;
  if (unit?.toLowerCase() === "dot") return Number(number);
  return labelDots({ dpi }, Number(number) * (unit === undefined ? inchMm : 1));
}

function numbersOf(parameters: string): readonly number[] | undefined {
  if (!/^\d{1,6}(?:,\d{1,6})*$/u.test(parameters)) return undefined;
  return parameters.split(",").map(Number);
}

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  [
    "SIZE",
    ({ canvas, dpi }, parameters) => {
      const [width, length] = parameters.split(",").map((text) => dotsOf(text, dpi));
      if (width === undefined) return false;
      canvas.setWidth(width);
      if (length !== undefined) canvas.setLength(length);
      return true;
    },
  ],
  [
    "REFERENCE",
    ({ canvas }, parameters) => {
      const [left, top] = numbersOf(parameters) ?? [];
      if (left === undefined || top === undefined) return false;
      canvas.setOrigin(left, top);
      return true;
    },
  ],
  [
    "CLS",
    ({ canvas }, parameters) => {
      canvas.clear();
      return parameters === "";
    },
  ],
  [
    "BITMAP",
    ({ canvas }, parameters, data) => {
      const [left, top, widthBytes, height] = numbersOf(parameters.replace(/,0,$/u, "")) ?? [];
      if (left === undefined || top === undefined || data.length === 0) return false;
      const raster = { widthBytes: widthBytes ?? 0, height: height ?? 0, data: whiteSet(data) };
      canvas.add({ left, top, raster });
      return true;
    },
  ],
  [
    "PRINT",
    ({ canvas, print }, parameters) => {
      const [sets, copies = 1] = numbersOf(parameters) ?? [];
      if (sets === undefined) return false;
      print(canvas.print(sets * copies));
      return true;
    },
  ],
]);
