import type { PlacedRaster } from "#label/label-picture.ts";
import type { PrintedLabel } from "./label-printout.ts";

// Wider than any head, and a meter and a half long: a size that is noise must not ask for a picture that no machine holds.
const widestDots = 2_600;
const longestDots = 12_000;

function dotsWithin(value: number, most: number = longestDots): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(0, Math.round(value))) : 0;
}

/** The picture of a label in a printer's memory, as TSPL and EPL build it up. What overlaps is printed over each other. */
export interface LabelCanvas {
  setWidth(dots: number): void;
  setLength(dots: number): void;
  setOrigin(left: number, top: number): void;
  clear(): void;
  add(picture: PlacedRaster): void;
  /** The label as it is printed now; what is on it stays until it is cleared. */
  print(copies: number): PrintedLabel;
}

/** The canvas of a printer just switched on. */
export function createLabelCanvas(): LabelCanvas {
  // 832 dots are the 104 mm of a desktop printer's head, 1,218 the usual label of 6 inches.
  let widthDots = 832;
  let lengthDots = 1_218;
  let origin = { left: 0, top: 0 };
  let pictures: PlacedRaster[] = [];
  return {
    setWidth: (dots) => void (widthDots = dotsWithin(dots, widestDots)),
    setLength: (dots) => void (lengthDots = dotsWithin(dots)),
    setOrigin: (left, top) => void (origin = { left: dotsWithin(left), top: dotsWithin(top) }),
    clear: () => void (pictures = []),
    add: ({ left, top, raster }) => {
      pictures.push({
        left: dotsWithin(origin.left + left),
        top: dotsWithin(origin.top + top),
        raster,
      });
    },
    print: (copies) => ({
      widthDots,
      lengthDots,
      copies: Math.max(1, dotsWithin(copies)),
      pictures: [...pictures],
    }),
  };
}
