import type { RecordRow } from "@edgeward/shared/db/table.ts";
import { stampOf } from "@edgeward/shared/write/row-change.ts";
import type { HubChange } from "./hub.ts";

/** Whether a record still has every value of a change as it was made. */
export function stands({ hlc, change }: HubChange, row: RecordRow | undefined): boolean {
  if (row === undefined) return false;
  return Object.keys(change.fields).every((field) => stampOf(row, field) === hlc);
}

/** What was changed at the hub itself, also when the hub has forgotten it and a branch has not. */
export class HubChanges {
  #made: readonly HubChange[] = [];
  #backedUp: readonly HubChange[] = [];
  // Those that the backup did not have.
  #lost: readonly HubChange[] = [];

  /** All that somebody still has. */
  get all(): readonly HubChange[] {
    return [...this.#made, ...this.#lost];
  }

  note(changes: readonly HubChange[]): void {
    this.#made = [...this.#made, ...changes];
  }

  backUp(): void {
    this.#backedUp = this.#made;
  }

  putBack(): void {
    const kept = new Set(this.#backedUp);
    this.#lost = [...this.#lost, ...this.#made.filter((change) => !kept.has(change))];
    this.#made = this.#backedUp;
  }

  /** Forgets of what the hub had lost what nobody has any more. */
  async forget(isKept: (change: HubChange) => Promise<boolean>): Promise<void> {
    const kept: HubChange[] = [];
    for (const change of this.#lost) if (await isKept(change)) kept.push(change);
    this.#lost = kept;
  }
}
