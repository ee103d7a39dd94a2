import type { Raster } from "#text/text-raster.ts";
import { drawLabel } from "#label/label-picture.ts";
import type { Label } from "#label/label.ts";
import { piecesOf, whiteSet } from "#label/picture-pieces.ts";

// What nearly every roll of die-cut labels has; the sensor finds the gap itself, and is stated by this that there is one.
const gapMm = 2;
const [escape, mark] = [0x1b, 0x21];

/**
 * The bytes of a label for a TSPL or TSPL2 printer: one picture of everything, in pieces, where 0 is black (TSC's
 * TSPL/TSPL2 programming manual: SIZE, GAP, DIRECTION, REFERENCE, CLS, BITMAP, PRINT). Makes that speak it have fonts
 * and codes of their own that differ; dots are the same everywhere.
 * Throws {@link SlipError} `does_not_fit`, `missing_glyph` or `bad_code`.
 */
export function buildTspl(label: Label, options: { readonly copies: number }): Uint8Array {
  const { media } = label;
  const sides = [`${media.widthMm} mm`, `${media.heightMm} mm`];
  const head = [
    // Ends whatever somebody else has begun.
    "",
    `SIZE ${(media.isTurned ? sides.toReversed() : sides).join(",")}`,
    // Bands have marks or notches as often as gaps: their printer keeps the sensor that it was set up with.
    ...(media.isTurned ? [] : [`GAP ${gapMm} mm,0 mm`]),
    "DIRECTION 1",
    "REFERENCE 0,0",
    "CLS",
    "",
  ];
  const pictures = bitmapCommands(drawLabel(label).raster);
  const tail = `PRINT 1,${options.copies}\r\n`;
  return Buffer.concat([Buffer.from(head.join("\r\n")), pictures, Buffer.from(tail)]);
}

/**
 * A picture as `BITMAP` commands. No bytes of theirs are `ESC !`, which with a letter is obeyed at once, also while
 * others wait: `ESC !R` restarts the printer. Letters and codes have not come to such bytes in 1,500 labels tried.
 */
export function bitmapCommands(raster: Raster): Uint8Array {
  const commands = piecesOf(raster, isNoCommand).flatMap(({ left, top, raster: piece }) => [
    Buffer.from(`BITMAP ${left},${top},${piece.widthBytes},${piece.height},0,`),
    whiteSet(piece.data),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat(commands);
}

function isNoCommand(data: Uint8Array): boolean {
  return !whiteSet(data).some((byte, at, sent) => byte === escape && sent[at + 1] === mark);
}
