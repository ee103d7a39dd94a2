import type { Align } from "#printer/escpos/builder.ts";
import { decodeByte } from "#printer/escpos/code-page.ts";
import {
  advanceDots,
  characterDots,
  type PrintoutItem,
  type TextRun,
  type TypeStyle,
} from "#virtual/printout.ts";

/** The part of a printer that puts characters into lines and lines, pictures and feeds onto the paper. */
export interface TypeSetter {
  /** The style of the characters to come. */
  style: TypeStyle;
  align: Align;
  codePageNumber: number;
  /** Dots the paper moves for a line of normal height. */
  lineSpacingDots: number;
  /** Adds characters to the line, and begins a new line where the paper ends. */
  print(bytes: Uint8Array): void;
  /** Prints the line, even an empty one, and moves the paper. */
  newLine(): void;
  /** Moves to the next stop of eight characters. */
  tab(): void;
  /** Puts something below what is printed; a line that was begun is printed first. */
  place(item: PrintoutItem): void;
  /** Back to the modes of a printer just switched on; the line that was begun is lost. */
  initialize(): void;
  /** Takes the paper away and begins the next. */
  takeItems(): readonly PrintoutItem[];
}

/** The style of a printer just switched on. */
const plainStyle: TypeStyle = {
  font: "A",
  isBold: false,
  isUnderlined: false,
  isInverted: false,
  widthScale: 1,
  heightScale: 1,
};

const initialModes: Pick<TypeSetter, "style" | "align" | "codePageNumber" | "lineSpacingDots"> = {
  style: plainStyle,
  align: "left",
  codePageNumber: 0,
  lineSpacingDots: 30,
};

/** A type setter for paper of so many dots. */
export function createTypeSetter(widthDots: number): TypeSetter {
  let line = emptyLine;
  let items: PrintoutItem[] = [];
  const add = (text: string) => {
    if (line.usedDots + advanceDots(setter.style) > widthDots) setter.newLine();
    line = extendLine(line, text, setter.style);
  };
  const setter: TypeSetter = {
    ...initialModes,
    print: (bytes) => {
      for (const byte of bytes) add(decodeByte(setter.codePageNumber, byte));
    },
    newLine: () => {
      const tallest = Math.max(0, ...line.runs.map(({ style }) => characterDots(style)));
      const heightDots = Math.max(setter.lineSpacingDots, tallest);
      items.push({ kind: "line", align: setter.align, runs: line.runs, heightDots });
      line = emptyLine;
    },
    tab: () => {
      const spaces = 8 - (Math.round(line.usedDots / advanceDots(setter.style)) % 8);
      for (let space = 0; space < spaces; space += 1) add(" ");
    },
    place: (item) => {
      if (line.runs.length > 0) setter.newLine();
      items.push(item);
    },
    initialize: () => {
      line = emptyLine;
      Object.assign(setter, initialModes);
    },
    takeItems: () => {
      if (line.runs.length > 0) setter.newLine();
      const taken = items;
      items = [];
      return taken;
    },
  };
  return setter;
}

interface LineInProgress {
  readonly runs: readonly TextRun[];
  readonly usedDots: number;
}

const emptyLine: LineInProgress = { runs: [], usedDots: 0 };

function extendLine(line: LineInProgress, text: string, style: TypeStyle): LineInProgress {
  const usedDots = line.usedDots + advanceDots(style);
  const last = line.runs.at(-1);
  if (last?.style !== style) return { runs: [...line.runs, { text, style }], usedDots };
  return { runs: [...line.runs.slice(0, -1), { text: last.text + text, style }], usedDots };
}
