import type { PrinterCondition } from "./status.ts";

/** `~HS`: the printer answers with three lines of its state, also while it waits for labels. */
export const requestHostStatus: Uint8Array = Buffer.from("~HS\r\n", "latin1");

const line = /\u0002([^\u0002\u0003]*)\u0003/gu;

/**
 * Reads the answer to `~HS` from everything that was heard so far: of the first line the flags for paper and pause, of the
 * second the one for the open head (ZPL II programming guide, ~HS). @returns null until both lines are there
 */
export function readHostStatus(heard: Uint8Array): PrinterCondition | null {
  const text = Buffer.from(heard).toString("latin1");
  const lines = [...text.matchAll(line)].map(([, content = ""]) => content.split(","));
  const [first, second] = lines;
  if (first === undefined || second === undefined) return null;
  return {
    isPaperOut: first[1] === "1",
    isOffline: first[2] === "1",
    isCoverOpen: second[2] === "1",
  };
}
