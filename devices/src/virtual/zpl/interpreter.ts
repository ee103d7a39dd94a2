import type { PlacedRaster } from "#label/label-picture.ts";
import { readGraphic } from "#printer/zpl/graphic.ts";
import type { Raster } from "#text/text-raster.ts";
import type { LabelEvent, LabelInterpreter, PrintedLabel } from "#virtual/label/label-printout.ts";
import { rasterOfCode, type ZplBars, type ZplCode } from "./code.ts";
import { createZplReader, type ZplCommand } from "./reader.ts";

interface Machine {
  widthDots: number;
  lengthDots: number;
  copies: number;
  origin: { left: number; top: number };
  bars: ZplBars;
  code: ZplCode | undefined;
  field: PlacedRaster | undefined;
  pictures: PlacedRaster[];
}

// 832 dots are the 104 mm of a desktop printer's head, 1,218 the usual label of 6 inches.
const emptyMachine = (): Machine => ({
  widthDots: 832,
  lengthDots: 1_218,
  copies: 1,
  origin: { left: 0, top: 0 },
  bars: { moduleDots: 2, barDots: 10 },
  code: undefined,
  field: undefined,
  pictures: [],
});

// Known, and without an effect that a picture could show: character set, home at the corner, media, darkness, speed, and
// the question how it is, which is answered as it arrives.
const harmless = new Set([
  "^CI",
  "^LH",
  "^MM",
  "^MN",
  "^MT",
  "^MD",
  "^PR",
  "^LS",
  "^PO",
  "~SD",
  "~HS",
]);
const codes = new Set(["^BQ", "^BX", "^BC", "^BE"]);

// A meter and a half of label: a length that is noise must not ask for a picture that no machine can hold.
const longestDots = 12_000;

/** A ZPL printer just switched on. */
export function createZplInterpreter(onEvent: (event: LabelEvent) => void): LabelInterpreter {
  const reader = createZplReader();
  let machine = emptyMachine();
  return {
    push: (bytes) => {
      for (const command of reader.push(bytes)) {
        if (command.name === "^XA") machine = emptyMachine();
        else if (command.name === "^XZ") onEvent({ kind: "label", label: labelOf(machine) });
        else if (!perform(machine, command)) onEvent({ kind: "unknown", command: command.name });
      }
    },
  };
}

function labelOf({ widthDots, lengthDots, copies, pictures }: Machine): PrintedLabel {
  return { widthDots, lengthDots, copies, pictures: [...pictures] };
}

function perform(machine: Machine, { name, text }: ZplCommand): boolean {
  const parameters = text.split(",");
  if (harmless.has(name)) return true;
  if (codes.has(name)) {
    machine.code = { name, parameters };
    return true;
  }
  const handler = handlers[name];
  return handler === undefined ? false : handler(machine, text, parameters);
}

type Handler = (machine: Machine, text: string, parameters: readonly string[]) => boolean;

const dots = (text: string | undefined) =>
  Math.min(longestDots, Math.max(0, Number.parseInt(text ?? "", 10) || 0));

const handlers: Readonly<Record<string, Handler>> = {
  "^PW": (machine, text) => {
    machine.widthDots = dots(text);
    return true;
  },
  "^LL": (machine, text) => {
    machine.lengthDots = dots(text);
    return true;
  },
  "^PQ": (machine, _, [count]) => {
    machine.copies = Math.max(1, dots(count));
    return true;
  },
  "^FO": (machine, _, [left, top]) => {
    machine.origin = { left: dots(left), top: dots(top) };
    return true;
  },
  "^BY": (machine, _, [moduleDots, , barDots]) => {
    machine.bars = { moduleDots: dots(moduleDots) || 2, barDots: dots(barDots) || 10 };
    return true;
  },
  "^GF": (machine, text, [format, , total, perRow]) => {
    const width = dots(perRow);
    const height = width === 0 ? 0 : Math.floor(Number(total) / width);
    if (format !== "A" || height === 0 || height > longestDots) return false;
    const raster = readGraphic(width, height, text.split(",").slice(4).join(","));
    return raster === undefined ? false : place(machine, raster);
  },
  "^FD": (machine, text) => {
    const { code } = machine;
    machine.code = undefined;
    const raster = code === undefined ? undefined : rasterOfCode(code, text, machine.bars);
    return raster === undefined ? false : place(machine, raster);
  },
  "^FS": (machine) => {
    if (machine.field !== undefined) machine.pictures.push(machine.field);
    machine.field = undefined;
    machine.code = undefined;
    return true;
  },
};

function place(machine: Machine, raster: Raster): boolean {
  machine.field = { ...machine.origin, raster };
  return true;
}
