import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { DraftKeeper } from "./draft-keeper.ts";
import { draftWire, type DraftKind } from "./draft-wire.ts";

/** What a window keeps at the moment. */
export interface DraftsHere {
  /** The drafts whose forms are open in this window, or are still being sent from it. */
  readonly ids: readonly string[];
}

/** All the forms of one window: those on screen, and those that were left before the branch had them. */
export class DraftDesk {
  readonly #client: Client;
  readonly #onListChange: () => Promise<void>;
  readonly #listeners = new Set<() => void>();
  readonly #keepers = new Map<DraftKeeper, () => void>();
  #here: DraftsHere = { ids: [] };

  /** @param onListChange hears when the list of drafts at the branch has become another; resolves when it has been read */
  constructor(client: Client, onListChange: () => Promise<void>) {
    this.#client = client;
    this.#onListChange = onListChange;
  }

  /** What the window keeps at the moment. */
  readonly get = (): DraftsHere => this.#here;

  /** Hears of every change. @returns how to stop hearing */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether something typed would be lost with this window. */
  get isAtRisk(): boolean {
    return [...this.#keepers.keys()].some((keeper) => keeper.isAtRisk);
  }

  /** Whether something typed cannot be sent now. */
  get isAway(): boolean {
    const kinds = ["unreachable", "refused", "elsewhere"];
    return [...this.#keepers.keys()].some((keeper) => kinds.includes(keeper.keeping().kind));
  }

  /** Makes what keeps a form. @param draft the draft that is continued, null for a new form */
  open(kind: DraftKind, entityId: string | null, draft: Draft | null): DraftKeeper {
    return new DraftKeeper(draftWire(this.#client, kind, entityId), draft);
  }

  /** The form is on screen. @returns what to call when it has left it */
  hold(keeper: DraftKeeper): () => void {
    this.#keepers.set(
      keeper,
      keeper.subscribe(() => this.#look()),
    );
    this.#look();
    return () => void this.#release(keeper);
  }

  /** Sends what waits. @returns whether the branch has all of it within the time */
  async awaitSaved(withinMs: number): Promise<boolean> {
    const late = new Promise((resolve) => {
      setTimeout(resolve, withinMs);
    });
    const sent = Promise.all([...this.#keepers.keys()].map((keeper) => keeper.flush()));
    await Promise.race([sent, late]);
    return !this.isAtRisk;
  }

  /** The page may go away now. */
  leave(): void {
    for (const keeper of this.#keepers.keys()) keeper.leave();
  }

  /** Nobody is at the desk any more. */
  dispose(): void {
    for (const [keeper, unsubscribe] of this.#keepers) {
      unsubscribe();
      keeper.close();
    }
    this.#keepers.clear();
  }

  // A form that was left is held until the branch has it.
  async #release(keeper: DraftKeeper): Promise<void> {
    await keeper.flush();
    await keeper.ended;
    if (!keeper.isAtRisk) return this.#forget(keeper);
    const unsubscribe = keeper.subscribe(() => {
      if (keeper.isAtRisk) return;
      unsubscribe();
      void this.#forget(keeper);
    });
  }

  async #forget(keeper: DraftKeeper): Promise<void> {
    await this.#onListChange();
    this.#keepers.get(keeper)?.();
    this.#keepers.delete(keeper);
    this.#look();
  }

  #look(): void {
    const ids = [...this.#keepers.keys()].flatMap(({ draftId }) => draftId ?? []);
    if (ids.join() === this.#here.ids.join()) return;
    this.#here = { ids };
    for (const listener of this.#listeners) listener();
  }
}
