import bwip from "bwip-js/node";
import { SlipError } from "#text/slip-error.ts";
import { gs1Caption, type Gs1Element } from "./gs1.ts";

/** What a code says, and which kind of code says it. */
export type SymbolSpec =
  | { readonly kind: "qr"; readonly content: string; readonly correction?: QrCorrection }
  | { readonly kind: "data_matrix" | "code128" | "ean13" | "ean8"; readonly content: string }
  | { readonly kind: "gs1_128" | "gs1_data_matrix"; readonly elements: readonly Gs1Element[] };

/** How much of a QR symbol may be lost: 7, 15, 25 or 30 %. */
export type QrCorrection = "L" | "M" | "Q" | "H";

/** The dark and light modules of a code, row by row; a code of bars has one row. */
export interface SymbolGrid {
  readonly columns: number;
  readonly rows: number;
  /** 1 is dark. */
  readonly cells: readonly number[];
}

/** Light modules that a code needs on each side to be read: left and right, above and below. */
export interface QuietZone {
  readonly across: number;
  readonly down: number;
}

const quietZones: Readonly<Record<SymbolSpec["kind"], QuietZone>> = {
  qr: { across: 4, down: 4 },
  data_matrix: { across: 1, down: 1 },
  gs1_data_matrix: { across: 1, down: 1 },
  code128: { across: 10, down: 0 },
  gs1_128: { across: 10, down: 0 },
  ean13: { across: 11, down: 0 },
  ean8: { across: 7, down: 0 },
};

/** The light modules that a kind of code needs around itself (ISO/IEC 18004, 16022 and 15417; GS1 for EAN). */
export function quietZone(kind: SymbolSpec["kind"]): QuietZone {
  return quietZones[kind];
}

// Bytes in a version 40 symbol (ISO/IEC 18004).
const qrCapacity: Readonly<Record<QrCorrection, number>> = {
  L: 2_953,
  M: 2_331,
  Q: 1_663,
  H: 1_273,
};
const printableAscii = /^[\u0020-\u007e]+$/u;

/** Makes the modules of a code. Throws {@link SlipError} `qr_too_long`, or `bad_code` for what this kind cannot say. */
export function makeSymbol(spec: SymbolSpec): SymbolGrid {
  switch (spec.kind) {
    case "qr":
      return qrGrid(spec.content, spec.correction ?? "M");
    case "code128":
      if (!printableAscii.test(spec.content)) throw new SlipError("bad_code", [spec.kind]);
      return encode(spec.kind, "code128", spec.content, "");
    case "data_matrix":
      return encode(spec.kind, "datamatrix", spec.content, "");
    case "ean13":
    case "ean8":
      return encode(spec.kind, spec.kind, spec.content, "");
    case "gs1_128":
      return encode(spec.kind, "gs1-128", gs1Caption(spec.elements), "");
    case "gs1_data_matrix":
      return encode(spec.kind, "gs1datamatrix", gs1Caption(spec.elements), "");
  }
}

function qrGrid(content: string, correction: QrCorrection): SymbolGrid {
  if (Buffer.byteLength(content) > qrCapacity[correction]) throw new SlipError("qr_too_long");
  return encode("qr", "qrcode", content, `eclevel=${correction}`);
}

function encode(kind: string, encoder: string, content: string, options: string): SymbolGrid {
  const [drawn] = rawSymbols(kind, encoder, content, options);
  if (drawn === undefined) throw new SlipError("bad_code", [kind]);
  if ("pixs" in drawn) return { columns: drawn.pixx, rows: drawn.pixy, cells: drawn.pixs };
  if (!("sbs" in drawn)) throw new SlipError("bad_code", [kind]);
  return gridOfBars(drawn.sbs);
}

/** The modules of bars and the gaps between them, given by their widths, a bar first. */
export function gridOfBars(widths: readonly number[]): SymbolGrid {
  const cells = widths.flatMap((width, index) =>
    Array.from({ length: width }, () => (index + 1) % 2),
  );
  return { columns: cells.length, rows: 1, cells };
}

// Everything the encoder throws is about its input: a wrong check digit, a character the code does not have.
function rawSymbols(kind: string, encoder: string, content: string, options: string) {
  try {
    return bwip.raw(encoder, content, options);
  } catch (error) {
    throw new SlipError("bad_code", [kind], error);
  }
}
