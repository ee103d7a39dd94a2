import { deflateRawSync, crc32 } from "node:zlib";

/** A picture in PNG of one point, which says that it has as many as it is asked to. */
export function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const mark = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const data = Buffer.from("789c6360000000020001", "hex");
  return Buffer.concat([
    mark,
    chunk("IHDR", head),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function jpegOf(width: number, height: number): Buffer {
  const start = Buffer.from("ffd8ffe000104a46494600010100000100010000ffc0001108", "hex");
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  return Buffer.concat([start, size, Buffer.from("03012200021101031101ffd9", "hex")]);
}

function webpOf(width: number, height: number): Buffer {
  const body = Buffer.alloc(30);
  body.write("RIFF", 0, "latin1");
  body.writeUInt32LE(22, 4);
  body.write("WEBPVP8X", 8, "latin1");
  body.writeUInt32LE(10, 16);
  body.writeUIntLE(width - 1, 24, 3);
  body.writeUIntLE(height - 1, 27, 3);
  return body;
}

/** A TIFF whose pages are described behind their points, as scanners write it. */
export function tiffOf(...pages: readonly (readonly [width: number, height: number])[]): Buffer {
  const pointsBytes = 4_000;
  const pageBytes = 2 + 2 * 12 + 4;
  const head = Buffer.from("II*\0", "latin1");
  const first = Buffer.alloc(4);
  first.writeUInt32LE(8 + pointsBytes, 0);
  const directories = pages.map(([width, height], index) => {
    const directory = Buffer.alloc(pageBytes);
    directory.writeUInt16LE(2, 0);
    for (const [nth, [tag, value]] of [
      [256, width],
      [257, height],
    ].entries()) {
      const at = 2 + nth * 12;
      directory.writeUInt16LE(tag ?? 0, at);
      directory.writeUInt16LE(4, at + 2);
      directory.writeUInt32LE(1, at + 4);
      directory.writeUInt32LE(value ?? 0, at + 8);
    }
    const isLast = index === pages.length - 1;
    directory.writeUInt32LE(isLast ? 0 : 8 + pointsBytes + (index + 1) * pageBytes, pageBytes - 4);
    return directory;
  });
  return Buffer.concat([head, first, Buffer.alloc(pointsBytes), ...directories]);
}

function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

function heicOf(width: number, height: number): Buffer {
  const size = Buffer.alloc(12);
  size.writeUInt32BE(width, 4);
  size.writeUInt32BE(height, 8);
  const properties = box("iprp", box("ipco", box("ispe", size)));
  const brand = box("ftyp", Buffer.from("heic\0\0\0\0mif1heic", "latin1"));
  return Buffer.concat([brand, box("meta", Buffer.alloc(4), properties)]);
}

function zipOf(entries: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(entries).map(([name, text]) => {
    const plain = Buffer.from(text);
    const packed = deflateRawSync(plain);
    const head = Buffer.alloc(30);
    head.write("PK\x03\x04", 0, "latin1");
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc32(plain), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(plain.length, 22);
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, Buffer.from(name), packed]);
  });
  return Buffer.concat(parts);
}

function officeOf(kind: string): Buffer {
  const type = `application/vnd.openxmlformats-officedocument.${kind}.main+xml`;
  const names = `<Types><Override PartName="/x.xml" ContentType="${type}"/></Types>`;
  return zipOf({ "[Content_Types].xml": names, "x.xml": "<x/>" });
}

const text = (words: string) => Buffer.from(words, "utf8");
const dicom = Buffer.concat([Buffer.alloc(128), text("DICM"), Buffer.alloc(64)]);
const webm = Buffer.from("1a45dfa3884282847765626dff", "hex");
const film = box("ftyp", Buffer.from("isom\0\0\0\0isommp42", "latin1"));

/** The first bytes of a PDF. */
export const pdfBytes = text("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n%%EOF\n");

/** A small file of each kind that is kept, by how its name ends. */
export const goodFiles: Readonly<Record<string, Buffer>> = {
  pdf: pdfBytes,
  jpg: jpegOf(2_480, 3_508),
  png: pngOf(2_480, 3_508),
  webp: webpOf(2_480, 3_508),
  tiff: tiffOf([2_480, 3_508], [1_240, 1_754]),
  heic: heicOf(4_032, 3_024),
  dcm: dicom,
  docx: officeOf("wordprocessingml.document"),
  xlsx: officeOf("spreadsheetml.sheet"),
  txt: text("Fasting since 22:00. ليس لديه حساسية. कोई एलर्जी नहीं।\n"),
  csv: text("test,value\nHb,13.5\n"),
  mp4: film,
  webm,
};

/** A small file of each of some kinds that are not kept, whatever their names. */
export const strangeFiles: Readonly<Record<string, Buffer>> = {
  zip: zipOf({ "report.pdf": "%PDF-1.7" }),
  exe: Buffer.from("4d5a90000300000004000000ffff0000", "hex"),
  gif: Buffer.from("GIF89a\x01\0\x01\0", "latin1"),
  html: text("<!doctype html><script>alert(1)</script>"),
  svg: text("  <svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
  xml: text("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>"),
  comment: text("\uFEFF<!-- %PDF-1.7 --><html></html>"),
  rtf: text("{\\rtf1 hello}"),
  latin1: Buffer.from("Befund: \xfcberm\xe4\xdfig\n", "latin1"),
  binary: Buffer.from([0, 1, 2, 3, 250, 251, 252]),
  elf: Buffer.from("7f454c4602010100", "hex"),
};
