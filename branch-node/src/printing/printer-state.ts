import type { PrinterAnswers } from "@edgeward/devices/printer/identify.ts";
import type { PrinterHealth } from "./printer-probe.ts";

/** What is known of a printer now. `unknown` is one that has not been asked yet. */
export interface PrinterState {
  readonly id: string;
  readonly name: string;
  readonly state: PrinterHealth | "unknown";
  /** Null for a printer that does not say. */
  readonly isPaperLow: boolean | null;
  /** Since when, RFC 3339. */
  readonly since: string;
  /** When it last answered, RFC 3339. */
  readonly lastSeenAt: string | null;
  /** Who it says that it is, and what it can say; null as long as that is not known. */
  readonly answers: PrinterAnswers | null;
}
