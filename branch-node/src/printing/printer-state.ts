import type { PrinterAnswers } from "@edgeward/devices/printer/identify.ts";
import type { PrinterHealth } from "./printer-probe.ts";

/** What is known of a printer now. `unknown` is one that has not been asked yet. */
export interface PrinterState {
  readonly id: string;
  readonly name: string;
  readonly state: PrinterHealth | "unknown";
  /** Null for a printer that does not say. */
  readonly isPaperLow: boolean | null;
  /** Null where that is not known. */
  readonly isDrawerOpen: boolean | null;
  /** Since when, RFC 3339. */
  readonly since: string;
  /** When it last answered, RFC 3339. */
  readonly lastSeenAt: string | null;
  /** Who it says that it is, and what it can say; null as long as that is not known. */
  readonly answers: PrinterAnswers | null;
}

/** A printer that has not been asked yet. */
export function unaskedPrinter(printer: Pick<PrinterState, "id" | "name" | "since">): PrinterState {
  const unasked = { isPaperLow: null, isDrawerOpen: null, lastSeenAt: null, answers: null };
  return { ...printer, state: "unknown", ...unasked };
}

/** Whether a person would be told the same of both. */
export function isAlike(one: PrinterState, other: PrinterState): boolean {
  return (
    one.state === other.state &&
    one.isPaperLow === other.isPaperLow &&
    one.isDrawerOpen === other.isDrawerOpen
  );
}
