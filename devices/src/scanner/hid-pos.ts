import { longestScan } from "./scanned-code.ts";
import { latinText, scanText } from "./scan-text.ts";

/**
 * Scanners that speak HID for points of sale (USB-IF "HID Point of Sale Usage Tables", usage page 8Ch): each report
 * carries a length, the symbology identifier, up to 56 bytes of data, and whether more follows.
 */
const reportId = 2;
/** Bytes of one report, its number included. */
export const hidPosReportBytes = 64;
const dataStart = 5;
const mostData = 56;
const moreByte = 63;
// More than the largest symbol holds: a scanner that always says that more follows sends no scan.
const mostReports = Math.ceil(longestScan / mostData);

/** Whether a HID report descriptor is that of a barcode scanner: usage page 8Ch, usage 2 (Bar Code Scanner). */
export function isHidPosDescriptor(descriptor: Uint8Array): boolean {
  // Items have a prefix byte and 0, 1, 2 or 4 bytes of data; a long item (FEh) says its own length.
  let page = 0;
  let index = 0;
  while (index < descriptor.length) {
    const prefix = descriptor[index] ?? 0;
    if (prefix === 0xfe) {
      index += 3 + (descriptor[index + 1] ?? 0);
      continue;
    }
    const size = [0, 1, 2, 4][prefix & 3] ?? 0;
    const data = descriptor.slice(index + 1, index + 1 + size);
    const value = data.reduceRight((sum, byte) => sum * 256 + byte, 0);
    if ((prefix & 0xfc) === 0x04) page = value;
    if ((prefix & 0xfc) === 0x08 && page === 0x8c) return value === 0x02;
    index += 1 + size;
  }
  return false;
}

/** Hears of scans, with the symbology identifier (`]C1`) in front where the scanner says one. */
export interface HidPosListener {
  readonly onScan: (text: string) => void;
  /** A report that is not one of a scan. */
  readonly onNoise?: (bytes: number) => void;
}

/** Joins the reports of a scanner into scans. A report of another kind, or one whose length cannot be, is left out. */
export class HidPosReader {
  readonly #listener: HidPosListener;
  #parts: Uint8Array[] = [];
  #symbology = "";

  constructor(listener: HidPosListener) {
    this.#listener = listener;
  }

  /** Takes one report as the operating system gives it. */
  push(report: Uint8Array): void {
    const length = report[1] ?? 0;
    const isScan =
      report.length === hidPosReportBytes && report[0] === reportId && length <= mostData;
    if (!isScan) {
      this.#listener.onNoise?.(report.length);
      this.reset();
      return;
    }
    if (this.#parts.length === 0) this.#symbology = latinText(report.slice(2, dataStart));
    if (this.#parts.length >= mostReports) {
      this.#listener.onNoise?.(report.length);
      this.reset();
      return;
    }
    this.#parts.push(report.slice(dataStart, dataStart + length));
    if (((report[moreByte] ?? 0) & 1) === 0) this.#end();
  }

  /** The scanner is gone: half a scan is no scan. */
  reset(): void {
    this.#parts = [];
    this.#symbology = "";
  }

  #end(): void {
    const bytes = Uint8Array.from(this.#parts.flatMap((part) => [...part]));
    const symbology = /^\][A-Za-z][0-9A-Za-z]$/u.test(this.#symbology) ? this.#symbology : "";
    this.reset();
    if (bytes.length > 0) this.#listener.onScan(symbology + scanText(bytes));
  }
}
