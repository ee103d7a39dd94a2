/** What a window says to its branch of the scans that it wants; nothing while nobody is there to hear it. */
export type SayClaim = (message: object) => void;

/** The part of the browser's storage that keeps which scanner belongs to this desk. */
export type ClaimStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const storageKey = "edgeward.scanner";

/**
 * Which scans of the branch's scanners this window wants: the next one, when somebody at it has asked, else those that
 * nobody else has asked for.
 */
export class ScanClaim {
  readonly #storage: ClaimStorage;
  readonly #listeners = new Set<() => void>();
  #say: SayClaim | null = null;
  #asking = 0;
  /** What was said over this connection and has no answer yet. */
  #unanswered = 0;

  constructor(storage: ClaimStorage) {
    this.#storage = storage;
  }

  /** The scanner of this desk, or null for any. */
  readonly scannerId = (): string | null => this.#storage.getItem(storageKey);

  /**
   * Whether a scan comes to where this window has said last: the branch has answered all of it. Without a connection there
   * are only the scanners of this window's own machine, which need nobody's word.
   */
  readonly isHeld = (): boolean => this.#unanswered === 0;

  /** Hears when another scanner has been chosen, or the branch has answered. @returns how to stop hearing */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Says what this window wants, to its branch. */
  readonly claim = (): void => {
    if (this.#say !== null) {
      this.#unanswered += 1;
      this.#say({
        type: "scans",
        wants: this.#asking > 0 ? "next" : "all",
        scanner_id: this.scannerId(),
      });
    }
    this.#notify();
  };

  /** The branch goes by what was said. It answers each message, in their order. */
  readonly answered = (): void => {
    this.#unanswered = Math.max(0, this.#unanswered - 1);
    this.#notify();
  };

  /** There is a connection to the branch. @returns what to call when it is lost */
  attach(say: SayClaim): () => void {
    this.#say = say;
    this.#unanswered = 0;
    this.claim();
    return () => {
      if (this.#say !== say) return;
      this.#say = null;
      this.#unanswered = 0;
      this.#notify();
    };
  }

  /** Asks for the next scan, whatever window somebody looks at then. @returns how to ask no longer */
  ask(): () => void {
    this.#asking += 1;
    this.claim();
    let isAsking = true;
    return () => {
      if (!isAsking) return;
      isAsking = false;
      this.#asking -= 1;
      this.claim();
    };
  }

  /** Chooses the scanner of this desk; null for any. */
  choose(scannerId: string | null): void {
    if (scannerId === null) this.#storage.removeItem(storageKey);
    else this.#storage.setItem(storageKey, scannerId);
    this.claim();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
