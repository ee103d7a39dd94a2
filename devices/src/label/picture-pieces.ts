import type { Raster } from "#text/text-raster.ts";
import type { PlacedRaster } from "./label-picture.ts";

/**
 * The most bytes of one picture command. A printer whose connection broke in the middle of a picture takes what comes
 * next for the rest of it: the smaller the picture, the less {@link unfinishedLabelFiller} has to send before it.
 */
export const mostPieceBytes = 4_096;

/**
 * Cuts a picture into pieces of ink of at most 4,096 bytes each; white around them is left out, which is most of a label.
 * @param isAllowed false for data that must not be sent in one piece; a single byte always may
 */
export function piecesOf(
  raster: Raster,
  isAllowed: (data: Uint8Array) => boolean = () => true,
): readonly PlacedRaster[] {
  return pieces({ left: 0, top: 0, raster }, isAllowed);
}

function pieces(
  whole: PlacedRaster,
  isAllowed: (data: Uint8Array) => boolean,
): readonly PlacedRaster[] {
  const piece = trimmed(whole);
  const { widthBytes, height, data } = piece.raster;
  if (data.length === 0) return [];
  if (data.length === 1 || (data.length <= mostPieceBytes && isAllowed(data))) return [piece];
  const halves =
    height > 1
      ? [part(piece, { rows: [0, height >> 1] }), part(piece, { rows: [height >> 1, height] })]
      : [
          part(piece, { columns: [0, widthBytes >> 1] }),
          part(piece, { columns: [widthBytes >> 1, widthBytes] }),
        ];
  return halves.flatMap((half) => pieces(half, isAllowed));
}

type Span = readonly [from: number, to: number];

/** Some rows, and some columns of eight dots, of a picture, at the place that they have on the label. */
function part(
  { left, top, raster }: PlacedRaster,
  spans: { readonly rows?: Span; readonly columns?: Span },
): PlacedRaster {
  const { widthBytes, height, data } = raster;
  const [rowFrom, rowTo] = spans.rows ?? [0, height];
  const [from, to] = spans.columns ?? [0, widthBytes];
  const rows = Array.from({ length: rowTo - rowFrom }, (_, row) => {
    const at = (rowFrom + row) * widthBytes;
    return data.subarray(at + from, at + to);
  });
  return {
    left: left + from * 8,
    top: top + rowFrom,
    raster: { widthBytes: to - from, height: rowTo - rowFrom, data: Buffer.concat(rows) },
  };
}

/** Without the white at its edges; without any data where all of it is white. */
function trimmed(piece: PlacedRaster): PlacedRaster {
  const { widthBytes, data } = piece.raster;
  let [left, right, top, bottom] = [widthBytes, 0, piece.raster.height, 0];
  for (const [at, byte] of data.entries()) {
    if (byte === 0) continue;
    const [column, row] = [at % widthBytes, Math.floor(at / widthBytes)];
    [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
    [top, bottom] = [Math.min(top, row), Math.max(bottom, row + 1)];
  }
  if (right === 0) return part(piece, { rows: [0, 0], columns: [0, 0] });
  return part(piece, { rows: [top, bottom], columns: [left, right] });
}

/** A picture's bytes where a set bit is white, as TSPL and EPL have it. */
export function whiteSet(data: Uint8Array): Uint8Array {
  return data.map((byte) => byte ^ 0xff);
}

/**
 * What is sent to a TSPL or EPL printer before the next label when the last one may have broken off: it fills up a
 * picture that was not finished, and is nothing but empty lines to a printer that waits for none. The first character
 * spoils a command that lacks its end, such as the one that would print what is there.
 */
export const unfinishedLabelFiller: Uint8Array = Buffer.from(`#${"\r\n".repeat(mostPieceBytes)}`);
