import type { PrinterCondition } from "#printer/escpos/status.ts";

/** What a Star printer reports of itself in one automatic status. */
export interface StarStatus {
  readonly condition: PrinterCondition;
  /** How often `ETB` was reached since the counter was cleared, modulo 32: everything before it is on paper. */
  readonly prints: number;
}

/** `ESC ACK SOH`: the status now, also from a printer that is offline or busy. */
export const requestStarStatus: Uint8Array = Uint8Array.of(0x1b, 0x06, 0x01);

/** `ESC RS a 1`: the status by itself whenever something changes. Network printers do that unasked. */
export const enableStarStatus: Uint8Array = Uint8Array.of(0x1b, 0x1e, 0x61, 1);

/** `ESC RS E 0`: clears the counter of `ETB` when it is reached. */
export const clearStarCounter: Uint8Array = Uint8Array.of(0x1b, 0x1e, 0x45, 0);

/** `ETB`: the printer waits until everything before is printed, counts one, and sends its status. */
export const starMark: Uint8Array = Uint8Array.of(0x17);

/** Values of the counter before it begins anew. */
export const starCounterSize = 32;

/** Header, header and seven of status: what the models that count have at least. */
const shortest = 9;

/** Reads a printer's statuses from chunks of any size; bytes that are no status are passed over. */
export function createStarStatusParser(onStatus: (status: StarStatus) => void): {
  push(bytes: Uint8Array): void;
} {
  let pending: Uint8Array = new Uint8Array();
  return {
    push: (bytes) => {
      pending = Buffer.concat([pending, bytes]);
      while (pending.length > 0) {
        const length = lengthOf(pending[0] ?? 0);
        // The second says the version of the layout, and has its highest bit set on some models.
        const rest = pending.subarray(2, length);
        // Bits that no byte of a status but the first has (Star Line Mode specification, appendix 2).
        if (length < shortest || rest.some((byte) => (byte & 0b1001_0001) !== 0)) {
          pending = pending.subarray(1);
          continue;
        }
        if (pending.length < length) return;
        onStatus(statusOf(pending));
        pending = pending.subarray(length);
      }
    },
  };
}

function lengthOf(header: number): number {
  if ((header & 0b1001_0001) !== 0b0000_0001) return 0;
  return ((header >> 1) & 0b111) | ((header >> 2) & 0b11000);
}

function statusOf(bytes: Uint8Array): StarStatus {
  const [, , printer = 0, fault = 0, jam = 0, paper = 0, , counter = 0] = bytes;
  const has = (byte: number, mask: number) => (byte & mask) !== 0;
  return {
    condition: {
      isCoverOpen: has(printer, 0x20),
      isOffline: has(printer, 0x48),
      isDrawerHigh: has(printer, 0x04),
      hasCutterError: has(fault, 0x08),
      hasUnrecoverableError: has(fault, 0x20) || has(jam, 0x04),
      isPaperOut: has(paper, 0x08),
      isPaperLow: has(paper, 0x06),
    },
    prints: ((counter >> 1) & 0b111) | ((counter >> 2) & 0b11000),
  };
}
