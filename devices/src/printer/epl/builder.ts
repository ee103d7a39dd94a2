import { drawLabel } from "#label/label-picture.ts";
import { labelDots, type Label } from "#label/label.ts";
import { piecesOf, whiteSet } from "#label/picture-pieces.ts";

// Within what EPL2 takes on both heads (16 to 240 dots, 18 to 240 on those of 300 dpi).
const gapMm = 3;

/**
 * The bytes of a label for an EPL2 printer: one picture of everything, in pieces, where 0 is black (Zebra's EPL
 * programming guide: q, Q, Z, N, GW, P).
 * Throws {@link SlipError} `does_not_fit`, `missing_glyph` or `bad_code`.
 */
export function buildEpl(label: Label, options: { readonly copies: number }): Uint8Array {
  const { media } = label;
  const { widthDots, lengthDots, raster } = drawLabel(label);
  const head = [
    // Ends whatever somebody else has begun.
    "",
    // The width also sets labels in the middle of the head, unless an `R` follows.
    `q${widthDots}`,
    // Also for bands, though some have marks in place of notches: with the length of an earlier label they were cut off.
    `Q${lengthDots},${labelDots(media, gapMm)}`,
    "ZT",
    // After the sizes, which empty the picture as well.
    "N",
    "",
  ];
  const pictures = piecesOf(raster).flatMap(({ left, top, raster: piece }) => [
    Buffer.from(`GW${left},${top},${piece.widthBytes},${piece.height},`),
    whiteSet(piece.data),
    Buffer.from("\r\n"),
  ]);
  const tail = `P${options.copies}\r\n`;
  return Buffer.concat([Buffer.from(head.join("\r\n")), ...pictures, Buffer.from(tail)]);
}
