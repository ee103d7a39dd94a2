// How much goes over the wire at once, for both sides of it: what one side acknowledges has to pass at the other.

/** Most operations in one batch. */
export const maximumBatchOperations = 1_000;
/** Most bytes of one batch, uncompressed. */
export const maximumBatchBytes = 1_000_000;
/** Bytes of a batch that are kept for what is around its operations. */
export const batchEnvelopeBytes = 10_000;
/**
 * Most bytes of one operation, which goes alone where it is larger than a batch: what a node could not send is refused
 * before it is acknowledged, for everything that is made afterwards would wait behind it.
 */
export const maximumOperationBytes = 1_800_000;
/** Most records that one operation writes, and most events that it publishes: a whole CSV, with room for what follows of it. */
export const maximumOperationParts = 2_000;
/** Most bytes of a request that a hub takes of a branch, and a branch of a tablet or a desk: one operation, and what is around it. */
export const maximumRequestBytes = 2_000_000;
/** Most bytes of a request that the operator's command makes of what was carried by hand: a batch, before its line's own signs. */
export const maximumCarriedBytes = 4_000_000;
