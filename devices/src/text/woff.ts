import { inflateSync } from "node:zlib";

const woffHead = 44;
const woffEntry = 20;
const sfntHead = 12;
const sfntEntry = 16;

interface Table {
  readonly tag: Buffer;
  readonly checksum: number;
  readonly bytes: Buffer;
}

function tablesOf(woff: Buffer): readonly Table[] {
  return Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = woffHead + index * woffEntry;
    const offset = woff.readUInt32BE(entry + 4);
    const packed = woff.subarray(offset, offset + woff.readUInt32BE(entry + 8));
    // A table that would not become shorter is kept as it is.
    const isPacked = packed.length < woff.readUInt32BE(entry + 12);
    const bytes = isPacked ? inflateSync(packed) : packed;
    return { tag: woff.subarray(entry, entry + 4), checksum: woff.readUInt32BE(entry + 16), bytes };
  });
}

/** The head of a font of so many tables, with what a binary search among them needs (OpenType, table directory). */
function headOf(flavour: Buffer, count: number): Buffer {
  const exponent = Math.floor(Math.log2(count));
  const searched = 2 ** exponent * sfntEntry;
  const head = Buffer.alloc(sfntHead + count * sfntEntry);
  flavour.copy(head);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(searched, 6);
  head.writeUInt16BE(exponent, 8);
  head.writeUInt16BE(count * sfntEntry - searched, 10);
  return head;
}

/**
 * Unpacks a font from WOFF (W3C WOFF 1.0). The canvas reads packed fonts, and draws with them; but to put one into a PDF
 * it reads as many bytes as the unpacked font has from where the packed one lies, and beyond its end: in a busy branch
 * one of two processes died of that (SIGSEGV) with its first PDF.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const tables = tablesOf(woff);
  const head = headOf(woff.subarray(4, 8), tables.length);
  const parts = [head];
  let offset = head.length;
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const entry = sfntHead + index * sfntEntry;
    tag.copy(head, entry);
    head.writeUInt32BE(checksum, entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(bytes.length, entry + 12);
    const filler = Buffer.alloc((4 - (bytes.length % 4)) % 4);
    parts.push(bytes, filler);
    offset += bytes.length + filler.length;
  }
  return Buffer.concat(parts);
}
