import type { VirtualDrawer, VirtualPrinterChange } from "./printer-options.ts";

/** What a person can see of a printer. */
export interface PrinterState {
  readonly isPaperOut: boolean;
  /** Near its end; a printer goes on all the same. */
  readonly isPaperLow: boolean;
  readonly isCoverOpen: boolean;
  readonly isOffline: boolean;
  readonly isCutterJammed?: boolean;
  /** The level of the drawer's switch. */
  readonly isDrawerHigh?: boolean;
}

/** A printer that is well. */
export const readyState: PrinterState = {
  isPaperOut: false,
  isPaperLow: false,
  isCoverOpen: false,
  isOffline: false,
  isCutterJammed: false,
};

/** How a printer is after somebody did something to it, or to its drawer. */
export function changedState(
  state: PrinterState,
  change: VirtualPrinterChange,
  drawer: VirtualDrawer,
): PrinterState {
  return {
    isPaperOut: change.paperOut ?? state.isPaperOut,
    isPaperLow: change.paperLow ?? state.isPaperLow,
    isCoverOpen: change.coverOpen ?? state.isCoverOpen,
    isOffline: change.offline ?? state.isOffline,
    isCutterJammed: change.cutterJammed ?? state.isCutterJammed ?? false,
    isDrawerHigh:
      change.drawerOpen === undefined
        ? (state.isDrawerHigh ?? false)
        : change.drawerOpen === drawer.openIsHigh,
  };
}

/** Whether the printer holds back what it received. */
export function isWaiting(state: PrinterState): boolean {
  return state.isPaperOut || state.isCoverOpen || state.isOffline || state.isCutterJammed === true;
}

/** The answer to `GS ( H` function 48. */
export function processIdReply(id: string): Uint8Array {
  return Uint8Array.from([0x37, 0x22, ...Buffer.from(id, "latin1"), 0]);
}

/** The answer to `DLE EOT n`: one byte, whose bits 1 and 4 are always set. */
export function realtimeReply(request: number, state: PrinterState): Uint8Array {
  const fixedBits = 0x12;
  const bits = new Map([
    [1, (isWaiting(state) ? 0x08 : 0) | drawerBit(state)],
    [2, (state.isCoverOpen ? 0x04 : 0) | (state.isPaperOut ? 0x20 : 0)],
    [3, state.isCutterJammed === true ? 0x08 : 0],
    [4, (state.isPaperOut ? 0x6c : 0) | (state.isPaperLow ? 0x0c : 0)],
  ]);
  return Uint8Array.of(fixedBits | (bits.get(request) ?? 0));
}

/** The four bytes that a printer sends by itself after `GS a`. */
export function automaticStatus(state: PrinterState): Uint8Array {
  const cover = state.isCoverOpen ? 0x20 : 0;
  const first = 0x10 | (isWaiting(state) ? 0x08 : 0) | cover | drawerBit(state);
  return Uint8Array.of(first, state.isCutterJammed === true ? 0x08 : 0, paperBits(state), 0x0f);
}

function drawerBit({ isDrawerHigh = false }: PrinterState): number {
  return isDrawerHigh ? 0x04 : 0;
}

/** The answer to `GS r 1`. */
export function paperSensorReply(state: PrinterState): Uint8Array {
  return Uint8Array.of(paperBits(state));
}

function paperBits(state: PrinterState): number {
  return (state.isPaperOut ? 0x0f : 0) | (state.isPaperLow ? 0x03 : 0);
}

/** The answer to `GS I` 66 and 67. */
export function identityReply(text: string): Uint8Array {
  return Uint8Array.from([0x5f, ...Buffer.from(text, "latin1"), 0]);
}

/** The answer to `GS g 2`. */
export function counterReply(value: number): Uint8Array {
  return Uint8Array.from([0x5f, ...Buffer.from(String(value), "latin1"), 0]);
}

/** A Star printer's status of nine bytes, with its counter of marks. */
export function starStatus(state: PrinterState, marks: number): Uint8Array {
  const cover = state.isCoverOpen ? 0x20 : 0;
  const printer = cover | (isWaiting(state) ? 0x08 : 0) | drawerBit(state);
  const paper = (state.isPaperOut ? 0x08 : 0) | (state.isPaperLow ? 0x04 : 0);
  const counter = ((marks & 0b111) << 1) | ((marks & 0b11000) << 2);
  return Uint8Array.of(0x23, 0x86, printer, 0, 0, paper, 0, counter, 0);
}
