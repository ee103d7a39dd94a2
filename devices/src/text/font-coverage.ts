import { inflateSync } from "node:zlib";

// Offsets from the WOFF 1.0 file format and the OpenType `cmap` table.
const woffSignature = 0x774f4646;
const woffHeaderBytes = 44;
const woffEntryBytes = 20;
const cmapTag = 0x636d6170;

/** The code points a WOFF font has a glyph for, from its `cmap` table. Throws when the file is no such font. */
export function codePointsOfWoff(file: Buffer): ReadonlySet<number> {
  if (file.readUInt32BE(0) !== woffSignature) throw new Error("not a WOFF font");
  const codePoints = new Set<number>();
  const cmap = tableOfWoff(file, cmapTag);
  const subtableCount = cmap.readUInt16BE(2);
  for (let index = 0; index < subtableCount; index += 1) {
    const subtable = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
    const format = subtable.readUInt16BE(0);
    if (format === 4) addSegments(subtable, codePoints);
    if (format === 12) addGroups(subtable, codePoints);
  }
  return codePoints;
}

function tableOfWoff(file: Buffer, tag: number): Buffer {
  const tableCount = file.readUInt16BE(12);
  for (let index = 0; index < tableCount; index += 1) {
    const entry = woffHeaderBytes + index * woffEntryBytes;
    if (file.readUInt32BE(entry) !== tag) continue;
    const offset = file.readUInt32BE(entry + 4);
    const storedLength = file.readUInt32BE(entry + 8);
    const stored = file.subarray(offset, offset + storedLength);
    return storedLength < file.readUInt32BE(entry + 12) ? inflateSync(stored) : stored;
  }
  throw new Error("the font lacks a table");
}

// Format 4: parallel arrays of segments; a segment may point into an array of glyphs in which 0 means "none".
function addSegments(subtable: Buffer, codePoints: Set<number>): void {
  const size = subtable.readUInt16BE(6);
  const [ends, starts, deltas, rangeOffsets] = [14, 16 + size, 16 + 2 * size, 16 + 3 * size];
  for (let at = 0; at < size; at += 2) {
    const start = subtable.readUInt16BE(starts + at);
    const end = subtable.readUInt16BE(ends + at);
    const delta = subtable.readUInt16BE(deltas + at);
    const rangeOffset = subtable.readUInt16BE(rangeOffsets + at);
    for (let codePoint = start; codePoint <= end && codePoint !== 0xffff; codePoint += 1) {
      const indirect = rangeOffsets + at + rangeOffset + 2 * (codePoint - start);
      const glyph =
        rangeOffset === 0 ? (codePoint + delta) & 0xffff : subtable.readUInt16BE(indirect);
      if (glyph !== 0) codePoints.add(codePoint);
    }
  }
}

// Format 12: groups of (first code point, last code point, first glyph).
function addGroups(subtable: Buffer, codePoints: Set<number>): void {
  const groupCount = subtable.readUInt32BE(12);
  for (let index = 0; index < groupCount; index += 1) {
    const group = 16 + index * 12;
    const start = subtable.readUInt32BE(group);
    const end = subtable.readUInt32BE(group + 4);
    for (let codePoint = start; codePoint <= end; codePoint += 1) codePoints.add(codePoint);
  }
}
