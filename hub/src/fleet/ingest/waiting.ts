import type { Operation } from "@edgeward/shared/db/model.ts";
import { nameOf } from "./current-rows.ts";

/** What of the operations that a set names as those it builds on has not been taken. */
export interface OpenDeps {
  /** Not known yet, held or refused; those of the set itself among them, until they are taken. */
  readonly untaken: ReadonlySet<string>;
  /** Given up by a person: what builds on them is refused. */
  readonly discarded: ReadonlySet<string>;
}

/** For sets that build on nothing. */
export const noDeps: OpenDeps = { untaken: new Set(), discarded: new Set() };

/** Which operations of a set have to wait, and what has arrived with those that land. */
export class Waiting {
  readonly #deps: OpenDeps;
  readonly #landed = new Set<string>();
  readonly #arrived: string[] = [];
  readonly #waits = new Map<string, string>();

  constructor(deps: OpenDeps) {
    this.#deps = deps;
  }

  /** What each held operation waits for: another's id, or a record's table and id. */
  get waits(): ReadonlyMap<string, string> {
    return this.#waits;
  }

  /** Operations that were taken and records that they made, by the names under which others wait for them. */
  get arrived(): readonly string[] {
    return this.#arrived;
  }

  /** The operation for which one waits, or null. */
  waitsFor({ op_id: opId, deps = [] }: Operation): string | null {
    const isOpen = (dep: string) => this.#deps.untaken.has(dep) && !this.#landed.has(dep);
    return deps.find((dep) => dep !== opId && isOpen(dep)) ?? null;
  }

  /** Whether an operation builds on one that was given up. */
  isOrphan({ deps = [] }: Operation): boolean {
    return deps.some((dep) => this.#deps.discarded.has(dep));
  }

  /** Notes what an operation waits for. */
  wait({ op_id: opId }: Operation, name: string): void {
    this.#waits.set(opId, name);
  }

  /** Notes that an operation was taken. */
  land(operation: Operation): void {
    this.#landed.add(operation.op_id);
    const made = operation.changes.filter(({ kind }) => kind === "insert").map(nameOf);
    this.#arrived.push(operation.op_id, ...made);
  }
}
