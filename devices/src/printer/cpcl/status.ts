import type { PrinterCondition } from "#printer/escpos/status.ts";

/** `ESC h`: the printer answers with one byte, at any time, also while something is wrong with it. */
export const requestCpclStatus: Uint8Array = Uint8Array.of(0x1b, 0x68);

const bits = { paperOut: 0x02, latchOpen: 0x04 } as const;

/**
 * Reads the answer to `ESC h` (Zebra's CPCL programming guide, printer status).
 * @returns null until it is there
 */
export function readCpclStatus(heard: Uint8Array): PrinterCondition | null {
  const [status] = heard;
  if (status === undefined) return null;
  return {
    isPaperOut: (status & bits.paperOut) !== 0,
    isCoverOpen: (status & bits.latchOpen) !== 0,
  };
}
