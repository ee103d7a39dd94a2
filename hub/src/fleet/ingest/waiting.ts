import { isAnyId } from "@edgeward/shared/kernel/ids.ts";
import type { Change, Operation } from "@edgeward/shared/db/model.ts";

/** What has not arrived, by the name of a record or an operation, with what is to blame: an operation, or itself. */
export type Blocked = ReadonlyMap<string, string>;

// Only ids name records: an operation never waits for a word that its fields have in common with another's.
function namesIn({ id, fields }: Change): readonly string[] {
  const texts = [id, ...Object.values(fields)].filter((value) => typeof value === "string");
  return texts.filter(isAnyId);
}

/** Which operations of a set have to wait, and what those that land set free. */
export class Waiting {
  readonly #blocked: Map<string, string>;
  readonly #missing: ReadonlySet<string>;
  readonly #landed = new Set<string>();
  readonly #freed: string[] = [];

  /** @param missing operations named as dependencies that have not been taken so far */
  constructor(blocked: Blocked, missing: ReadonlySet<string>) {
    this.#blocked = new Map(blocked);
    this.#missing = missing;
  }

  get blocked(): Blocked {
    return this.#blocked;
  }

  /** Names of what was waited for and has arrived. */
  get freed(): readonly string[] {
    return this.#freed;
  }

  /** What an operation waits for, or null; never for itself, when it is sent once more, nor for what it makes. */
  waitsFor(operation: Operation): string | null {
    const made = new Set(
      operation.changes.filter(({ kind }) => kind === "insert").map(({ id }) => id),
    );
    const names = [...operation.changes.flatMap(namesIn), ...(operation.deps ?? [])];
    for (const name of names) {
      const blocker = this.#blocked.get(name);
      const isOwn = blocker === operation.op_id || (blocker === name && made.has(name));
      if (blocker !== undefined && !isOwn) return blocker;
    }
    const unknown = (operation.deps ?? []).find(
      (dep) => this.#missing.has(dep) && !this.#landed.has(dep),
    );
    if (unknown === undefined) return null;
    this.waitFor(unknown);
    return unknown;
  }

  /** Lets everything that builds on a record or an operation wait until that has arrived. */
  waitFor(name: string): void {
    this.#blocked.set(name, name);
  }

  /** Lets everything that builds on an operation wait for it. */
  block(operation: Operation): void {
    this.#blocked.set(operation.op_id, operation.op_id);
    for (const { id, kind } of operation.changes)
      if (kind === "insert" && isAnyId(id)) this.#blocked.set(id, operation.op_id);
  }

  /** Notes that an operation was taken. */
  land(operation: Operation): void {
    this.#landed.add(operation.op_id);
    const made = operation.changes.filter(({ kind }) => kind === "insert").map(({ id }) => id);
    for (const name of [operation.op_id, ...made]) {
      if (this.#blocked.get(name) !== name) continue;
      this.#blocked.delete(name);
      this.#freed.push(name);
    }
  }
}
