import { readBarcodes, type ReaderOptions } from "zxing-wasm/reader";

/** What a camera has taken: RGBA, row by row. The browser's own ImageData is one. */
export interface Picture {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

// The codes on wristbands, slips, cards, tubes and packs. Each further kind costs time, and finds codes in patterns.
const usual: ReaderOptions = {
  formats: ["QRCode", "DataMatrix", "Code128", "EAN13", "EAN8", "UPCA", "DataBar", "DataBarExp"],
  maxNumberOfSymbols: 1,
  // As the symbol has it, with FNC1 as GS: the form for people would lose where an element ends.
  textMode: "Plain",
  tryHarder: true,
};

// What the first look misses is mostly noisy, or larger than its module size suggests.
const secondLooks: readonly ReaderOptions[] = [
  { ...usual, tryDenoise: true },
  { ...usual, downscaleFactor: 2, downscaleThreshold: 300, binarizer: "GlobalHistogram" },
];

async function firstCode(picture: Picture, options: ReaderOptions): Promise<string | null> {
  const { data, width, height } = picture;
  const image = { data, width, height, colorSpace: "srgb" } as const;
  const [found] = await readBarcodes(image, options);
  if (found === undefined || !found.isValid || found.text === "") return null;
  return found.symbologyIdentifier + found.text;
}

/** Reads the code in one frame of a moving picture, its symbology identifier in front; null where none can be read. */
export function readFrame(picture: Picture): Promise<string | null> {
  return firstCode(picture, usual);
}

/** Reads the code in a picture that will not come again, with all patience. */
export async function readPhotograph(picture: Picture): Promise<string | null> {
  let found = await readFrame(picture);
  for (const options of secondLooks) found ??= await firstCode(picture, options);
  return found;
}
