import type { PrinterCondition } from "#printer/escpos/status.ts";

/** `~HS`: the printer answers with three lines of its state, also while it waits for labels. */
export const requestHostStatus: Uint8Array = Buffer.from("~HS\r\n", "latin1");

const [startOfText, endOfText] = ["\u0002", "\u0003"];

/**
 * Reads the answer to `~HS` from everything that was heard so far: of the first line the flags for paper and pause, of the
 * second the one for the open head (ZPL II programming guide, ~HS). @returns null until both lines are there
 */
export function readHostStatus(heard: Uint8Array): PrinterCondition | null {
  const text = Buffer.from(heard).toString("latin1");
  // Before the first start stands nothing of the answer, and a line without its end is not all there.
  const [, ...begun] = text.split(startOfText);
  const whole = begun.filter((part) => part.includes(endOfText));
  const [first, second] = whole.map((part) => part.slice(0, part.indexOf(endOfText)).split(","));
  if (first === undefined || second === undefined) return null;
  return {
    isPaperOut: first[1] === "1",
    isOffline: first[2] === "1",
    isCoverOpen: second[2] === "1",
  };
}
