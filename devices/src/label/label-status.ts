import type { LabelLanguage } from "./label.ts";
import { readCpclStatus, requestCpclStatus } from "#printer/cpcl/status.ts";
import { readEplStatus, requestEplStatus } from "#printer/epl/status.ts";
import type { PrinterCondition } from "#printer/escpos/status.ts";
import { readTsplStatus, requestTsplStatus } from "#printer/tspl/status.ts";
import { readHostStatus, requestHostStatus } from "#printer/zpl/status.ts";

/** How a label printer is asked for its state, and how its answer is read. */
export interface LabelStatusQuestion {
  readonly request: Uint8Array;
  /** Reads everything that was heard so far; null until the answer is whole. */
  readonly read: (heard: Uint8Array) => PrinterCondition | null;
}

/** The question for its state that each language has. */
export const labelStatusQuestions: Readonly<Record<LabelLanguage, LabelStatusQuestion>> = {
  zpl: { request: requestHostStatus, read: readHostStatus },
  tspl: { request: requestTsplStatus, read: readTsplStatus },
  cpcl: { request: requestCpclStatus, read: readCpclStatus },
  epl: { request: requestEplStatus, read: readEplStatus },
};
