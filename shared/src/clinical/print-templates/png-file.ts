import { crc32, inflateSync } from "node:zlib";

/** What a PNG is, as far as a printer cares. */
export interface PngSize {
  readonly width: number;
  readonly height: number;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

// Samples a dot for each colour type of the format (W3C PNG, 11.2.1), and the bits each may have.
const samplesOf: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}

/** Reads a whole PNG, with its check sums and the length of its picture; undefined for one that is broken, or that is not one. */
export function readPngSize(file: Buffer, largestSide: number): PngSize | undefined {
  const chunks = file.subarray(0, 8).equals(signature) ? chunksOf(file.subarray(8)) : undefined;
  const [head] = chunks ?? [];
  if (chunks === undefined || head?.name !== "IHDR" || head.data.length !== 13) return undefined;
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  const samples = samplesOf.get(head.data[9] ?? -1);
  const isPlausible = width > 0 && height > 0 && width <= largestSide && height <= largestSide;
  // Interlaced pictures are of another length; no logo needs to appear by and by.
  if (!isPlausible || samples === undefined || head.data[12] !== 0) return undefined;
  const rowBytes = 1 + Math.ceil((width * samples * (head.data[8] ?? 0)) / 8);
  const picture = chunks.filter(({ name }) => name === "IDAT").map(({ data }) => data);
  return lengthOf(Buffer.concat(picture), rowBytes * height) === rowBytes * height
    ? { width, height }
    : undefined;
}

function chunksOf(bytes: Buffer): readonly Chunk[] | undefined {
  const chunks: Chunk[] = [];
  let rest = bytes;
  while (rest.length >= 12) {
    const end = 8 + rest.readUInt32BE(0);
    if (end + 4 > rest.length) return undefined;
    if (crc32(rest.subarray(4, end)) !== rest.readUInt32BE(end)) return undefined;
    chunks.push({ name: rest.toString("latin1", 4, 8), data: rest.subarray(8, end) });
    rest = rest.subarray(end + 4);
  }
  return chunks.at(-1)?.name === "IEND" && rest.length === 0 ? chunks : undefined;
}

// The limit keeps a small file from unfolding into all the memory there is.
function lengthOf(packed: Buffer, limit: number): number {
  try {
    return inflateSync(packed, { maxOutputLength: limit + 1 }).length;
  } catch {
    return -1;
  }
}
