/**
 * How two values came to stand against each other: two writers of one field or state, one value that two records hold, a sum
 * below nothing, or two records that are probably of one thing.
 */
export const conflictKinds = ["field", "state", "duplicate", "balance", "alike"] as const;

/** Where a conflict stands. */
export const conflictStatuses = ["open", "resolved", "dismissed"] as const;

/** What a person can decide: what stands, what lost, something else (for a duplicate: nothing here), or that it does not matter. */
export const conflictResolutions = ["keep", "take_other", "merge", "dismiss"] as const;

/** One decision about a conflict. */
export type ConflictResolution = (typeof conflictResolutions)[number];
