/** Takes a scan, or leaves it (false) to who listened before. */
export type ScanListener = (text: string) => boolean;

/** Hands each scan to the newest part of the page that takes it: a form that is open before the desk beneath. */
export class ScanBus {
  readonly #listeners: ScanListener[] = [];

  /** @returns how to stop listening */
  listen(listener: ScanListener): () => void {
    this.#listeners.push(listener);
    return () => {
      const place = this.#listeners.indexOf(listener);
      if (place !== -1) this.#listeners.splice(place, 1);
    };
  }

  hear(text: string): void {
    this.#listeners.toReversed().some((listener) => listener(text));
  }
}
