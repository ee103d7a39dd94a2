// As many as one answer has.
const mostAtOnce = 100;
// Rows of a table ask within one picture of each other.
const gatherMs = 8;

interface Asked<T> {
  readonly resolve: (record: T) => void;
  readonly reject: (error: unknown) => void;
}

/** How records of one kind are read. */
export interface RecordReads<T> {
  /** One that is wanted alone; null where it is to be read as several are. */
  readonly alone: (id: string) => Promise<T | null>;
  /** Those of some ids that there are. @param most as many as one answer has */
  readonly several: (ids: readonly string[], most: number) => Promise<readonly T[]>;
  /** One that was not among several: the branch says why in its own way. */
  readonly one: (id: string) => Promise<T>;
}

/** Reads records for whoever asks for one: those that are asked for together in one question. */
export class RecordLoader<T extends { readonly id: string }> {
  readonly #reads: RecordReads<T>;
  #asked = new Map<string, Asked<T>[]>();
  #isGathering = false;

  constructor(reads: RecordReads<T>) {
    this.#reads = reads;
  }

  /** One record. @throws ApiError as reading one alone does */
  load(id: string): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#asked.set(id, [...(this.#asked.get(id) ?? []), { resolve, reject }]);
      if (this.#isGathering) return;
      this.#isGathering = true;
      setTimeout(() => this.#send(), gatherMs);
    });
  }

  #send(): void {
    const asked = [...this.#asked];
    this.#asked = new Map();
    this.#isGathering = false;
    for (let from = 0; from < asked.length; from += mostAtOnce)
      void this.#read(asked.slice(from, from + mostAtOnce));
  }

  async #read(asked: readonly (readonly [string, readonly Asked<T>[]])[]): Promise<void> {
    const waiting = new Map(asked);
    const settle = (id: string, how: (each: Asked<T>) => void) => {
      for (const each of waiting.get(id) ?? []) how(each);
      waiting.delete(id);
    };
    try {
      const [first] = asked;
      const alone = asked.length === 1 ? first?.[0] : undefined;
      const one = alone === undefined ? null : await this.#reads.alone(alone);
      const ids = [...waiting.keys()];
      const found = one === null ? await this.#reads.several(ids, mostAtOnce) : [one];
      for (const record of found) settle(record.id, ({ resolve }) => resolve(record));
      // Nothing of that id: asked alone, the branch says so in its own way.
      for (const id of waiting.keys()) {
        const record = await this.#reads.one(id);
        settle(id, ({ resolve }) => resolve(record));
      }
    } catch (error) {
      for (const id of waiting.keys()) settle(id, ({ reject }) => reject(error));
    }
  }
}
