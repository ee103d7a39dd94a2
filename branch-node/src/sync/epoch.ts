import type { Session } from "@edgeward/shared/db/session.ts";
import { readState, stateStatement } from "#db/node-state.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";

/** The epoch in which the journal is written: the one of the enrolment until a restore has brought another. */
export class Epoch {
  readonly #opened: number;
  #current: number;

  constructor(current: number) {
    this.#opened = current;
    this.#current = current;
  }

  get current(): number {
    return this.#current;
  }

  /** Goes over to another epoch, in the transaction that moves the journal. */
  async enter(session: Session, next: number): Promise<void> {
    await session.runAll([stateStatement(session, "epoch", String(next))]);
    this.#current = next;
  }

  /** Takes what the database says, after a transaction that did not come to its end. */
  async recall(store: SqliteStore, tenantId: string): Promise<void> {
    const text = await store.read({ tenantId }, (session) => readState(session, "epoch"));
    // Nothing is noted before the first restore: a first one that failed leaves the epoch of the enrolment.
    this.#current = text === null ? this.#opened : Number(text);
  }
}

/** An identity that follows the epoch. */
export function identityInEpoch(identity: NodeIdentity, epoch: Epoch): NodeIdentity {
  return {
    ...identity,
    get epoch() {
      return epoch.current;
    },
  };
}
