import { maximumBatchOperations } from "@edgeward/shared/sync/batch.contract.ts";

// So many in a row have to get through before twice as much is tried: what stands in the way seldom goes away.
const passedBeforeMore = 16;

/**
 * How many operations go into one batch. A gateway on the way may let through less than the hub would take, and says so
 * only by refusing; what is sent again as large as it was is refused for ever.
 */
export class BatchSize {
  #most = maximumBatchOperations;
  #passed = 0;

  /** The most that the next batch may carry. */
  get most(): number {
    return this.#most;
  }

  /** A batch of so many was refused as too large. @returns whether a smaller one can be tried */
  refused(count: number): boolean {
    this.#passed = 0;
    this.#most = Math.max(1, Math.floor(count / 2));
    return count > 1;
  }

  /** A batch got through. */
  passed(): void {
    if (this.#most >= maximumBatchOperations) return;
    this.#passed += 1;
    if (this.#passed < passedBeforeMore) return;
    this.#passed = 0;
    this.#most = Math.min(maximumBatchOperations, this.#most * 2);
  }
}
