import type { Align } from "#printer/escpos/builder.ts";
import { decodeByte } from "#printer/escpos/code-page.ts";
import {
  advanceDots,
  characterDots,
  type PrintoutItem,
  type PrintedRaster,
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
  /** Puts a picture into the line, which is printed by the end of the line. */
  placeInLine(picture: Omit<PrintedRaster, "kind" | "align">): void;
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
  let picture: PrintedRaster | null = null;
  const printPicture = () => {
    if (picture !== null) items.push(...asLine(picture, setter.lineSpacingDots));
    picture = null;
  };
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
      const isPictureAlone = picture !== null && line.runs.length === 0;
      printPicture();
      if (isPictureAlone) return;
      const tallest = Math.max(0, ...line.runs.map(({ style }) => characterDots(style)));
      const heightDots = Math.max(setter.lineSpacingDots, tallest);
      items.push({ kind: "line", align: setter.align, runs: line.runs, heightDots });
      line = emptyLine;
    },
    tab: () => {
      for (let left = spacesToStop(line, setter.style); left > 0; left -= 1) add(" ");
    },
    place: (item) => {
      if (line.runs.length > 0) setter.newLine();
      printPicture();
      items.push(item);
    },
    placeInLine: (placed) => void (picture = { kind: "raster", align: setter.align, ...placed }),
    initialize: () => {
      line = emptyLine;
      picture = null;
      Object.assign(setter, initialModes);
    },
    takeItems: () => {
      if (line.runs.length > 0 || picture !== null) setter.newLine();
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

function asLine(picture: PrintedRaster, lineSpacingDots: number): readonly PrintoutItem[] {
  const spare = lineSpacingDots - picture.raster.height * picture.heightScale;
  return spare > 0 ? [picture, { kind: "feed", dots: spare }] : [picture];
}

function spacesToStop({ usedDots }: LineInProgress, style: TypeStyle): number {
  return 8 - (Math.round(usedDots / advanceDots(style)) % 8);
}

const emptyLine: LineInProgress = { runs: [], usedDots: 0 };

function extendLine(line: LineInProgress, text: string, style: TypeStyle): LineInProgress {
  const usedDots = line.usedDots + advanceDots(style);
  const last = line.runs.at(-1);
  if (last?.style !== style) return { runs: [...line.runs, { text, style }], usedDots };
  return { runs: [...line.runs.slice(0, -1), { text: last.text + text, style }], usedDots };
}
