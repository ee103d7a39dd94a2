import type { PrinterCondition } from "#printer/escpos/status.ts";

/** `ESC !?`: the printer answers with one byte, at any time, also while something is wrong with it. */
export const requestTsplStatus: Uint8Array = Uint8Array.of(0x1b, 0x21, 0x3f);

const bits = {
  headOpen: 0x01,
  jam: 0x02,
  paperOut: 0x04,
  ribbonOut: 0x08,
  paused: 0x10,
  coverOpen: 0x40,
  tooHotOrCold: 0x80,
} as const;

/**
 * Reads the answer to `ESC !?` (TSC's TSPL/TSPL2 programming manual, status polling). A printer that is at work (0x20)
 * is well. @returns null until it is there
 */
export function readTsplStatus(heard: Uint8Array): PrinterCondition | null {
  const [status] = heard;
  if (status === undefined) return null;
  const has = (mask: number) => (status & mask) !== 0;
  return {
    isPaperOut: has(bits.paperOut),
    isCoverOpen: has(bits.headOpen | bits.coverOpen),
    isOffline: has(bits.jam | bits.ribbonOut | bits.paused | bits.tooHotOrCold),
  };
}
