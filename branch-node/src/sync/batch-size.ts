import { maximumBatchOperations } from "@edgeward/shared/sync/wire/sizes.contract.ts";

// Most batches that are sent without an answer to the first of them: while the hub works on one the next is on its way.
// A third would gain nothing until a line takes longer than the hub, and more would go again after a cut.
const batchesUnderWay = 2;

// So many in a row have to get through before twice as much is tried: what stands in the way seldom goes away.
const passedBeforeMore = 16;

/**
 * How many operations go into one batch. A gateway on the way may let through less than the hub would take, and says so
 * only by refusing; what is sent again as large as it was is refused for ever.
 */
export class BatchSize {
  #most = maximumBatchOperations;
  #passed = 0;
  #hasJustPassed = false;

  /** How many batches may be under way: one, until one has got through. */
  get underWay(): number {
    return this.#hasJustPassed ? batchesUnderWay : 1;
  }

  /** The most that the next batch may carry. */
  get most(): number {
    return this.#most;
  }

  /** A batch did not get through; the next goes alone. */
  failed(): void {
    this.#hasJustPassed = false;
  }

  /** A batch of so many was refused as too large. @returns whether a smaller one can be tried */
  refused(count: number): boolean {
    this.failed();
    this.#passed = 0;
    this.#most = Math.max(1, Math.floor(count / 2));
    return count > 1;
  }

  /** A batch got through. */
  passed(): void {
    this.#hasJustPassed = true;
    if (this.#most >= maximumBatchOperations) return;
    this.#passed += 1;
    if (this.#passed < passedBeforeMore) return;
    this.#passed = 0;
    this.#most = Math.min(maximumBatchOperations, this.#most * 2);
  }
}
