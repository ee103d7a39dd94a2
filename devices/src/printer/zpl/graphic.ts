import type { Raster } from "#text/text-raster.ts";

const letters = "GHIJKLMNOPQRSTUVWXY";
const twenties = "ghijklmnopqrstuvwxyz";

/**
 * A picture as `^GF` takes it, in hexadecimal with runs shortened as every ZPL printer understands: G to Y repeat the
 * next digit 1 to 19 times, g to z 20 to 400 times, a comma fills the row with white, a colon repeats the row above.
 */
export function graphicField(raster: Raster): string {
  const total = raster.widthBytes * raster.height;
  return `^GFA,${total},${total},${raster.widthBytes},${compressedRows(raster)}`;
}

function compressedRows({ widthBytes, height, data }: Raster): string {
  let above = "";
  let written = "";
  for (let row = 0; row < height; row += 1) {
    const bytes = data.subarray(row * widthBytes, (row + 1) * widthBytes);
    const hex = Buffer.from(bytes).toString("hex").toUpperCase();
    written += hex === above ? ":" : compressedRow(hex);
    above = hex;
  }
  return written;
}

function compressedRow(hex: string): string {
  const inked = hex.replace(/0+$/u, "");
  const body = inked.replaceAll(/(.)\1*/gu, (run, digit: string) => runOf(run.length) + digit);
  return inked.length < hex.length ? `${body},` : body;
}

function runOf(length: number): string {
  if (length === 1) return "";
  const many = Math.min(20, Math.floor(length / 20));
  const rest = length - many * 20;
  if (rest > 19) return `z${runOf(length - 400)}`;
  return (
    (many === 0 ? "" : (twenties[many - 1] ?? "")) + (rest === 0 ? "" : (letters[rest - 1] ?? ""))
  );
}

const digit = /[0-9A-Fa-f]/u;

/** Reads what {@link graphicField} and other makers of labels write; undefined where it is no picture. */
export function readGraphic(widthBytes: number, height: number, text: string): Raster | undefined {
  const data = new Uint8Array(widthBytes * height);
  const perRow = widthBytes * 2;
  let row = "";
  let repeat = 0;
  let rows: readonly string[] = [];
  for (const character of text.replaceAll(/\s/gu, "")) {
    const small = letters.indexOf(character) + 1;
    const large = twenties.indexOf(character) + 1;
    if (small > 0) repeat += small;
    else if (large > 0) repeat += large * 20;
    else if (character === ":" && row === "") rows = [...rows, rows.at(-1) ?? "0".repeat(perRow)];
    else if (character === ",") row = row.padEnd(perRow, "0");
    else if (character === "!") row = row.padEnd(perRow, "F");
    else if (digit.test(character)) {
      row += character.repeat(Math.max(1, repeat));
      repeat = 0;
    } else return undefined;
    while (row.length >= perRow) {
      rows = [...rows, row.slice(0, perRow)];
      row = row.slice(perRow);
    }
  }
  for (const [index, hex] of rows.slice(0, height).entries()) {
    data.set(Buffer.from(hex, "hex"), index * widthBytes);
  }
  return { widthBytes, height, data };
}
