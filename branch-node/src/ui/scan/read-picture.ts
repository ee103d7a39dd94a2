import { readBarcodes, type ReaderOptions, type ReadResult } from "zxing-wasm/reader";
import { inTheMiddle, type SeenCode } from "./code-choice.ts";

/** What a camera has taken: RGBA, row by row. The browser's own ImageData is one. */
export interface Picture {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

// The codes on wristbands, slips, cards, tubes and packs. Each further kind costs time, and finds codes in patterns.
const usual: ReaderOptions = {
  formats: ["QRCode", "DataMatrix", "Code128", "EAN13", "EAN8", "UPCA", "DataBar", "DataBarExp"],
  // All that are in view: of two the decoder finds the upper one first, which need not be the one that is meant.
  maxNumberOfSymbols: 6,
  // As the symbol has it, with FNC1 as GS: the form for people would lose where an element ends.
  textMode: "Plain",
  tryHarder: true,
};

// What the first look misses is mostly noisy, or larger than its module size suggests.
const secondLooks: readonly ReaderOptions[] = [
  { ...usual, tryDenoise: true },
  { ...usual, downscaleFactor: 2, downscaleThreshold: 300, binarizer: "GlobalHistogram" },
];

function seenCode(found: ReadResult, { width, height }: Picture): SeenCode {
  const { topLeft, topRight, bottomLeft, bottomRight } = found.position;
  const corners = [topLeft, topRight, bottomLeft, bottomRight];
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / 4;
  const across = Math.abs(mean(corners.map(({ x }) => x)) - width / 2) / (width / 2);
  const down = Math.abs(mean(corners.map(({ y }) => y)) - height / 2) / (height / 2);
  const text = found.symbologyIdentifier + found.text;
  const { sequenceId: of, sequenceIndex: index, sequenceSize: count } = found;
  const fromMiddle = Math.max(across, down);
  return count > 1 ? { text, fromMiddle, part: { of, index, count } } : { text, fromMiddle };
}

async function codesIn(picture: Picture, options: ReaderOptions): Promise<readonly SeenCode[]> {
  const { data, width, height } = picture;
  const image = { data, width, height, colorSpace: "srgb" } as const;
  const found = await readBarcodes(image, options);
  return found
    .filter(({ isValid, text }) => isValid && text !== "")
    .map((each) => seenCode(each, picture));
}

/** The codes in one frame of a moving picture. */
export function codesInFrame(picture: Picture): Promise<readonly SeenCode[]> {
  return codesIn(picture, usual);
}

/** The codes in a picture that the quick look may have failed on, with all patience. */
export async function codesInPhotograph(picture: Picture): Promise<readonly SeenCode[]> {
  for (const options of [usual, ...secondLooks]) {
    const found = await codesIn(picture, options);
    if (found.length > 0) return found;
  }
  return [];
}

/** The only code, or the one in the middle; a part of a longer text is none. */
function oneOf(seen: readonly SeenCode[]): string | null {
  if (seen.some(({ part }) => part !== undefined)) return null;
  const [first, ...others] = new Set(seen.map(({ text }) => text));
  if (first === undefined || others.length === 0) return first ?? null;
  return inTheMiddle(seen) ?? null;
}

/** Reads the code in one picture, its symbology identifier in front; null where none can be read, or none is meant. */
export async function readFrame(picture: Picture): Promise<string | null> {
  return oneOf(await codesInFrame(picture));
}

/** Reads the code in a picture that will not come again, with all patience. */
export async function readPhotograph(picture: Picture): Promise<string | null> {
  return oneOf(await codesInPhotograph(picture));
}
