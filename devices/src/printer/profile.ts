import type { CodePageName } from "#printer/escpos/code-page.ts";

/** How a printer's paper is taken off. */
export interface PaperCut {
  /** Through, all but a point in the middle, or torn off by hand where there is no blade. */
  readonly mode: "full" | "partial" | "none";
  /** Lines that bring the last line past the blade or the edge; the printer feeds to its blade by itself when absent. */
  readonly feedLines?: number;
}

/** What one model of receipt printer can do; a driver asks this and never the model's name. */
export interface PrinterProfile {
  readonly name: string;
  /** What it is written to in; ESC/POS when absent. */
  readonly language?: "star";
  /** Set for one of Star's that takes pictures as StarPRNT has them; as Line Mode has them when absent. */
  readonly starPictures?: "starprnt";
  /** Dots across the printable width: 576 on 80 mm paper, 384 on 58 mm. */
  readonly widthDots: number;
  /** Characters of font A in one line at normal size. */
  readonly columns: number;
  /** The code page we select, and the only characters that are sent as text. */
  readonly codePage: CodePageName;
  /** Answers `GS ( H` function 48 once everything before it is on paper. */
  readonly hasProcessId: boolean;
  /** Answers `DLE EOT` at once, whatever else it does. */
  readonly hasRealtimeStatus: boolean;
  /** Cut through after four lines when absent, which every printer with a blade understands. */
  readonly cut?: PaperCut;
  /** Set for one that strikes pins: its pictures are columns of eight dots, 160 to the inch across and 72 down. */
  readonly head?: "pins";
  /** The most bytes of a picture that are sent in one command; some 4,000 when absent. */
  readonly bandBytes?: number;
  /** The codes it draws by itself, all of {@link escposCodes} when absent; the others are sent as pictures. */
  readonly codes?: readonly EscposCode[];
}

/** Of a picture at a serial line: one that is away for a second, as to start again, has missed the end of a band. */
export const serialBandBytes = 576;

/** The codes that printers of the ESC/POS family draw by themselves. */
export const escposCodes = ["qr", "code128", "ean13", "ean8"] as const;

/** One code that a printer draws by itself. */
export type EscposCode = (typeof escposCodes)[number];

/** Epson's 80 mm receipt printers with a network interface: TM-T88 from the IV on, T20, T82, m30. */
export const epson80mm: PrinterProfile = {
  name: "epson-80mm",
  widthDots: 576,
  columns: 48,
  codePage: "pc437",
  hasProcessId: true,
  hasRealtimeStatus: true,
};

/** An 80 mm printer of which nothing is known but that it takes ESC/POS: what it printed cannot be confirmed. */
export const generic80mm: PrinterProfile = {
  ...epson80mm,
  name: "generic-80mm",
  hasProcessId: false,
  hasRealtimeStatus: false,
};

/** A 58 mm printer of which nothing is known but that it takes ESC/POS. */
export const generic58mm: PrinterProfile = {
  ...generic80mm,
  name: "generic-58mm",
  widthDots: 384,
  columns: 32,
};

/** A printer for wide rolls of 112 mm of which nothing is known but that it takes ESC/POS. */
export const generic112mm: PrinterProfile = {
  ...generic80mm,
  name: "generic-112mm",
  widthDots: 832,
  columns: 69,
};

/** A dot matrix printer on 76 mm paper: 400 half dots and 33 characters a line (Epson TM-U220 technical reference). */
export const pins76mm: PrinterProfile = {
  ...generic80mm,
  name: "pins-76mm",
  widthDots: 400,
  columns: 33,
  head: "pins",
  codes: [],
};
