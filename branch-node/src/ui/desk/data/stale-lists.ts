import type { QueryClient } from "@tanstack/react-query";

// What one write says comes in messages of their own, each within this of the one before it.
const usualMs = 4;

/**
 * Has read again what has changed. A write says several things at once, and each of them reads the same lists: asked for one
 * by one, each question would call off the one before it, which the branch has begun to answer.
 */
export class StaleLists {
  readonly #queries: Pick<QueryClient, "invalidateQueries">;
  readonly #gatherMs: number;
  readonly #keys = new Map<string, readonly string[]>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRead: Promise<void> = Promise.resolve();
  #haveRead = () => {};

  /** @param gatherMs how long more of the same is waited for */
  constructor(queries: Pick<QueryClient, "invalidateQueries">, gatherMs = usualMs) {
    this.#queries = queries;
    this.#gatherMs = gatherMs;
  }

  /** Notes what is stale: everything under some keys. Resolves when it has been read. */
  add(keys: readonly (readonly string[])[]): Promise<void> {
    if (keys.length === 0) return Promise.resolve();
    for (const key of keys) this.#keys.set(key.join(" "), key);
    if (this.#timer === undefined) {
      this.#timer = setTimeout(() => this.#read(), this.#gatherMs);
      this.#isRead = new Promise((resolve) => {
        this.#haveRead = resolve;
      });
    }
    return this.#isRead;
  }

  /** Forgets what was noted: whoever hears again reads everything anew. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#keys.clear();
    this.#haveRead();
  }

  #read(): void {
    this.#timer = undefined;
    const keys = [...this.#keys.values()];
    this.#keys.clear();
    const haveRead = this.#haveRead;
    // What is being read is shown when it comes: called off by each message, nothing would be for as long as some follow.
    const reading = keys.map((queryKey) =>
      this.#queries.invalidateQueries({ queryKey }, { cancelRefetch: false }),
    );
    void Promise.allSettled(reading).then(haveRead);
  }
}
