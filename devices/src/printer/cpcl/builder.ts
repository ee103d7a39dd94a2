import { drawLabel } from "#label/label-picture.ts";
import type { Label } from "#label/label.ts";
import { mostPieceBytes, piecesOf } from "#label/picture-pieces.ts";

const escape = 0x1b;

/**
 * The bytes of a label for a CPCL printer: one picture of everything, in pieces, where 1 is black (Zebra's CPCL
 * programming guide: `!`, PAGE-WIDTH, CG, FORM, PRINT). All CPCL heads are of 203 dpi; the two numbers after the offset say
 * 200 for that.
 * Throws {@link SlipError} `does_not_fit`, `missing_glyph` or `bad_code`.
 */
export function buildCpcl(label: Label, options: { readonly copies: number }): Uint8Array {
  const { widthDots, lengthDots, raster } = drawLabel(label);
  const head = `\r\n! 0 200 200 ${lengthDots} ${options.copies}\r\nPAGE-WIDTH ${widthDots}\r\n`;
  const pictures = piecesOf(raster, isNoCommand).flatMap(({ left, top, raster: piece }) => [
    Buffer.from(`CG ${piece.widthBytes} ${piece.height} ${left} ${top} `),
    piece.data,
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([Buffer.from(head), ...pictures, Buffer.from("FORM\r\nPRINT\r\n")]);
}

// `ESC` and a letter is obeyed as it arrives: `ESC N` restarts some printers.
function isNoCommand(data: Uint8Array): boolean {
  return !data.some((byte, at) => byte === escape && /[A-Za-z]/u.test(letterAt(data, at + 1)));
}

function letterAt(data: Uint8Array, at: number): string {
  return String.fromCharCode(data[at] ?? 0);
}

/**
 * What is sent before the next label when the last one may have broken off: a character that spoils a command which lacks
 * its end, white for the rest of a picture, and the end of the session without a print. Where no session is open, a printer
 * passes over NULs and may print the rest as a line.
 */
export const unfinishedCpclFiller: Uint8Array = Buffer.concat([
  Buffer.from("#"),
  Buffer.alloc(mostPieceBytes),
  Buffer.from("\r\nABORT\r\n"),
]);
