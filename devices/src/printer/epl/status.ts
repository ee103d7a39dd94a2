import type { PrinterCondition } from "#printer/escpos/status.ts";

/** `^ee`: the printer answers with the codes of all that is wrong with it, unless it is in the middle of a picture. */
export const requestEplStatus: Uint8Array = Buffer.from("^ee\r\n", "latin1");

const [mediaOut, headOpen] = ["07", "11"];

/**
 * Reads the answer to `^ee`: codes of two digits with commas between, 00 for none (Zebra's EPL programming guide, ^ee
 * and eR; Intermec's ESim manual has them in a table). Codes about a label's content say nothing of the printer.
 * @returns null until the line is whole
 */
export function readEplStatus(heard: Uint8Array): PrinterCondition | null {
  const text = Buffer.from(heard).toString("latin1");
  const [, line] = /(?:^|\D)(\d\d(?:,\d\d)*)\r?\n/u.exec(text) ?? [];
  if (line === undefined) return null;
  const codes = line.split(",");
  return { isPaperOut: codes.includes(mediaOut), isCoverOpen: codes.includes(headOpen) };
}
