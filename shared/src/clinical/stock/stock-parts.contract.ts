import { patternField } from "#contract/text-field.ts";

/** The number that its maker has printed on a batch. */
export const batchNumber = patternField(
  /^[A-Z0-9/-]{1,32}$/u,
  "must be a batch number: capital letters, digits, / and -",
);

/**
 * A batch number with those above it. Of one number there can be batches with another label, of which each but the first is
 * kept under a number of its own, `B1/2` below the maker's `B1`.
 */
export function numbersAbove(batchNo: string): readonly string[] {
  const parts = batchNo.split("/");
  return parts.map((_, nth) => parts.slice(0, nth + 1).join("/"));
}

/** Whether a batch is that of a number, or one of those below it. */
export function isOfNumber(batchNo: string, above: string): boolean {
  return batchNo === above || batchNo.startsWith(`${above}/`);
}

/** The states that a batch is kept in at a place; the ways between them stand in the state table beside this file. */
export const keptBatchStatuses = ["available", "quarantined", "recalled"] as const;

/** One of them. */
export type KeptBatchStatus = (typeof keptBatchStatuses)[number];

/** The states that answers say: of one that may be given out also that it has expired, or that nothing is left. */
export const batchStatuses = [...keptBatchStatuses, "expired", "depleted"] as const;

/** One of them. */
export type BatchStatus = (typeof batchStatuses)[number];

/** What moves of stock somebody says by themselves. */
export const givenMoveKinds = [
  "count",
  "transfer",
  "write_off",
  "quarantine",
  "release",
  "recall",
] as const;

/** What moves of stock there are. */
export const moveKinds = [
  "opening",
  ...givenMoveKinds,
  "dispense",
  "dispense_cancelled",
  "return",
  "receipt",
  "receipt_reversed",
] as const;

/** Why goods were set aside or written off, or are not what they should be. */
export const moveReasons = [
  "count_variance",
  "damaged",
  "expired",
  "theft",
  "sample",
  "data_fix",
  "recalled",
  "other",
] as const;

/** What can move stock by itself: a dispense, a goods receipt, a transfer, and the count of a place. */
export const moveSource = patternField(
  /^(?:dsp|grn|stt|stc)_[0-9a-hjkmnp-tv-z]{26}$/u,
  "must be the id of a dispense, a goods receipt, a transfer or a count",
);

/** No sheet counts more batches. */
export const mostCounted = 500;

/** On no sheet stand more batches that were found where they are not on record. */
export const mostFound = 100;

/** No move is of more units. */
export const mostMoved = 1_000_000_000;
