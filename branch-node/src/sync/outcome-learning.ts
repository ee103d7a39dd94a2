import type { Logger } from "@edgeward/shared/log/log.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { learnOutcomes, type UndoneRecord } from "#db/operation-outcomes.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";

/** What learning of the hub's decisions needs of the node. */
export interface OutcomeLearningOptions {
  readonly store: SqliteStore;
  readonly identity: Pick<NodeIdentity, "tenantId" | "branchId">;
  /** Undefined until the node has one. */
  readonly runtime: () => WriteRuntime | undefined;
  readonly log: Pick<Logger, "error">;
  /** Notified after each look, with what was taken back. */
  readonly onLearned: (undone: readonly UndoneRecord[]) => void;
}

/** Takes in, one look behind the other, what was decided at the hub about quarantined operations of this branch. */
export class OutcomeLearning {
  readonly #options: OutcomeLearningOptions;
  #running: Promise<void> = Promise.resolve();

  constructor(options: OutcomeLearningOptions) {
    this.#options = options;
  }

  learn(): void {
    const { store, identity, log, onLearned } = this.#options;
    const runtime = this.#options.runtime();
    if (runtime === undefined) return;
    this.#running = this.#running
      .then(() =>
        store.write(identity, (session) => learnOutcomes(session, { ...identity, runtime })),
      )
      .then(onLearned)
      .catch((error: unknown) => log.error("outcomes_failed", {}, error));
  }

  /** Ends when the last look has. */
  settled(): Promise<void> {
    return this.#running;
  }
}
