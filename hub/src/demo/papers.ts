import { crc32, deflateSync } from "node:zlib";

// Papers that nobody ever wrote, put together here: no picture of anybody's is in the demo.

/** A page in PDF with some lines of English. */
export function letterOf(lines: readonly string[]): Buffer {
  const safe = lines.map((line) => line.replaceAll(/[\\()]/gu, (found) => `\\${found}`));
  const words = safe.map((line) => `(${line}) Tj T*`).join("\n");
  const drawing = `BT /F1 12 Tf 18 TL 64 770 Td\n${words}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< /Length ${Buffer.byteLength(drawing)} >>\nstream\n${drawing}\nendstream`,
  ];
  let text = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n `;
  });
  const table = ["0000000000 65535 f ", ...places].join("\n");
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>`;
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n${table}\n${trailer}\nstartxref\n${text.length}\n%%EOF\n`,
    "latin1",
  );
}

const [pageWidth, pageHeight] = [620, 877];
const paper = 246;
const ink = 70;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A scanned page in PNG: words as bars of grey, so that it looks like a letter and says nothing. @param seed of the words' lengths */
export function scanOf(seed: number): Buffer {
  const rows = Buffer.alloc((pageWidth + 1) * pageHeight, paper);
  for (let y = 0; y < pageHeight; y += 1) rows[y * (pageWidth + 1)] = 0;
  let state = seed;
  for (let line = 0; line < 24; line += 1) {
    let x = 60;
    const top = 80 + line * 31;
    while (x < pageWidth - 100) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      const width = 18 + (state % 60);
      for (let y = top; y < top + 9; y += 1) {
        const from = y * (pageWidth + 1) + 1 + x;
        rows.fill(ink, from, from + Math.min(width, pageWidth - 60 - x));
      }
      x += width + 12;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(pageWidth, 0);
  head.writeUInt32BE(pageHeight, 4);
  head[8] = 8;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
