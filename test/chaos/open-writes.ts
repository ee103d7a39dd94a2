// Open writes keep a connection each, and some must be left for everything else.
const mostOpen = 8;

interface OpenTransaction {
  readonly held: PromiseWithResolvers<void>;
  readonly done: Promise<void>;
}

/** Makes a patient in a transaction that commits when `written` is over. */
type MakePatient = (ordinal: number, written: () => Promise<void>) => Promise<void>;

/** Writes at the hub that stay open while others commit. */
export class OpenWrites {
  readonly #makePatient: MakePatient;
  readonly #open: OpenTransaction[] = [];
  #made = 0;

  constructor(makePatient: MakePatient) {
    this.#makePatient = makePatient;
  }

  async open(): Promise<void> {
    if (this.#open.length >= mostOpen) return;
    this.#made += 1;
    const held = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const done = this.#makePatient(100_000 + this.#made, () => {
      written.resolve();
      return held.promise;
    });
    // It is awaited when the write ends.
    done.catch(() => undefined);
    this.#open.push({ held, done });
    await Promise.race([written.promise, done]);
  }

  async commit(place: number): Promise<void> {
    const [one] = this.#open.splice(place % Math.max(1, this.#open.length), 1);
    one?.held.resolve();
    await one?.done;
  }

  /** Ends all of them with nothing written: their server has gone. */
  async abandon(): Promise<void> {
    const left = this.#open.splice(0);
    for (const { held } of left) held.reject(new Error("the hub was stopped"));
    await Promise.allSettled(left.map(({ done }) => done));
  }
}
