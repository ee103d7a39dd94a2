import type { SKRSContext2D } from "@napi-rs/canvas";
import { createCanvas } from "./canvas.ts";
import { canvasFont, loadFonts, missingCharacters } from "./fonts.ts";
import { SlipError } from "./slip-error.ts";

/** A size and weight of the shipped fonts; the size in the units of what is drawn on: dots, or points on a page. */
export interface TypeFace {
  readonly size: number;
  readonly isBold: boolean;
}

/** How much room a line of text needs around the point at which it is set. */
export interface InkExtent {
  /** How far the first letter reaches to the left of where it is set, as "j" does. */
  readonly overhang: number;
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
}

const scratch = createCanvas(1, 1).getContext("2d");
const rightToLeft = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

// Marks that turn the text after them round, past its own end: a name that holds one would be read as another, and so would
// the number behind it. Letters of scripts that run from the right need none of them.
const turningMarks = /[\u202A-\u202E\u2066-\u2069]/gu;

/** A text as it is set: composed, on one line, and without control characters or marks that turn it round. */
export function oneLine(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(turningMarks, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
}

/** Whether a text's first letter is of a script that runs from right to left. */
function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** Throws {@link SlipError} `missing_glyph` where a character would come out as a stand-in. */
export function refuseMissingGlyphs(text: string): void {
  const missing = missingCharacters(text);
  if (missing.length > 0) throw new SlipError("missing_glyph", missing);
}

/** Makes a canvas set what follows in this face, in the direction of the text; the pen stands at the left end of it. */
export function useFace(context: SKRSContext2D, text: string, face: TypeFace): void {
  loadFonts();
  context.font = canvasFont(face.size, face.isBold);
  context.direction = isRightToLeft(text) ? "rtl" : "ltr";
  context.textAlign = "left";
}

/** Measures one line of text exactly, as a page needs it. */
export function measureInk(text: string, face: TypeFace): InkExtent {
  useFace(scratch, text, face);
  const measured = scratch.measureText(text);
  const overhang = Math.max(0, measured.actualBoundingBoxLeft);
  const right = Math.max(measured.width, measured.actualBoundingBoxRight);
  const { actualBoundingBoxAscent: ascent, actualBoundingBoxDescent: descent } = measured;
  return { overhang, width: overhang + right, ascent, descent };
}

/** Measures one line of text in whole dots, so that none of its ink is cut off. */
export function measureDots(text: string, face: TypeFace): InkExtent {
  const ink = measureInk(text, face);
  const overhang = Math.ceil(ink.overhang);
  const right = Math.ceil(ink.width - ink.overhang);
  const [ascent, descent] = [Math.ceil(ink.ascent), Math.ceil(ink.descent)];
  return { overhang, width: overhang + right, ascent, descent };
}

/** Breaks a text into lines no wider than so much: between words, and a longer word between graphemes. */
export function wrapText(text: string, face: TypeFace, maxWidth: number): readonly string[] {
  const fits = (line: string) => measureDots(line, face).width <= maxWidth;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((long) => splitWord(long, fits))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && !fits(longer)) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return line === "" ? lines : [...lines, line];
}

// A word longer than the line is cut between graphemes: inside one, a conjunct would fall apart.
function splitWord(word: string, fits: (line: string) => boolean): readonly string[] {
  if (fits(word)) return [word];
  const pieces: string[] = [];
  let piece = "";
  for (const { segment } of new Intl.Segmenter("und", { granularity: "grapheme" }).segment(word)) {
    if (piece !== "" && !fits(piece + segment)) {
      pieces.push(piece);
      piece = "";
    }
    piece += segment;
  }
  return [...pieces, piece];
}
