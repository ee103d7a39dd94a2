import type { PageRaster } from "#page/page-raster.ts";
import type { IppAnswer } from "./ipp-message.ts";

const usualDpi = 300;
// Finer than that, a page is 35 MB and no easier to read.
const finestDpi = 600;

function dpiAmong(supported: readonly number[]): number {
  if (supported.length === 0 || supported.includes(usualDpi)) return usualDpi;
  return supported.find((dpi) => dpi > usualDpi && dpi <= finestDpi) ?? supported[0] ?? usualDpi;
}

function textsOf({ values }: IppAnswer, name: string): readonly string[] {
  return (values.get(name) ?? []).map(String);
}

/** `RS300-600` among the words that a printer says of URF. */
function urfResolutions(answer: IppAnswer): readonly number[] {
  const said = textsOf(answer, "urf-supported").find((word) => /^RS\d/u.test(word)) ?? "";
  return said.slice(2).split("-").map(Number).filter(Number.isInteger);
}

/** How pages are drawn for a printer that takes no PDF; null for one that does, or that says nothing of it. */
export function rasterIn(answer: IppAnswer): PageRaster | null {
  const formats = textsOf(answer, "document-format-supported");
  if (formats.length === 0 || formats.includes("application/pdf")) return null;
  if (formats.includes("image/pwg-raster")) {
    const said = answer.values.get("pwg-raster-document-resolution-supported") ?? [];
    return { format: "pwg", dpi: dpiAmong(said.map(Number).filter(Number.isInteger)) };
  }
  if (!formats.includes("image/urf")) return null;
  return { format: "urf", dpi: dpiAmong(urfResolutions(answer).filter((dpi) => dpi > 0)) };
}

const beginnings = [
  ["%PDF", "application/pdf"],
  ["RaS2", "image/pwg-raster"],
  ["UNIRAST", "image/urf"],
] as const;

/** The type of a document by its first bytes; null for a printer's own language. */
export function formatOf(document: Uint8Array): string | null {
  const begun = Buffer.from(document.subarray(0, 8)).toString("latin1");
  return beginnings.find(([beginning]) => begun.startsWith(beginning))?.[1] ?? null;
}

const sheets = [
  ["iso_a4_210x297mm", 595, 842],
  ["iso_a5_148x210mm", 420, 595],
] as const;

/** The sheet that a PDF or a PWG raster is set on, where the printer has it by name. */
export function mediaOf(document: Uint8Array, printer: IppAnswer): string | null {
  const buffer = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
  const size = sizeOf(buffer);
  const sheet = sheets.find(
    ([, width, height]) => Math.abs(width - size.width) < 2 && Math.abs(height - size.height) < 2,
  );
  if (sheet === undefined || !textsOf(printer, "media-supported").includes(sheet[0])) return null;
  return sheet[0];
}

function sizeOf(document: Buffer): { readonly width: number; readonly height: number } {
  if (formatOf(document) === "image/pwg-raster" && document.length > 364) {
    return { width: document.readUInt32BE(4 + 352), height: document.readUInt32BE(4 + 356) };
  }
  const [, width = "0", height = "0"] =
    /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/u.exec(document.toString("latin1")) ?? [];
  return { width: Number(width), height: Number(height) };
}
