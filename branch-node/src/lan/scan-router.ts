/** What a page wants of the branch's scanners: every scan, the next one alone, or none. */
export interface ScanClaim {
  readonly wants: "all" | "next" | "none";
  /** One scanner's only, or anyone's. */
  readonly scannerId: string | null;
}

/**
 * Decides which window a scan goes to: the one that has asked for the next, else one that listens to that scanner, else
 * one that listens to any; of several the one that asked last, which is the one that somebody looks at. Never to two: a
 * scan that opens a patient on another's desk shows a record to who must not see it.
 */
export class ScanRouter<Page extends object> {
  // A map keeps the order in which its keys were put in.
  readonly #claims = new Map<Page, ScanClaim>();

  claim(page: Page, claim: ScanClaim): void {
    this.#claims.delete(page);
    if (claim.wants !== "none") this.#claims.set(page, claim);
  }

  leave(page: Page): void {
    this.#claims.delete(page);
  }

  /** The window for a scan of that scanner, or null. What asked for one scan has had it. */
  take(scannerId: string): Page | null {
    const fitting = [...this.#claims]
      .filter(([, { scannerId: wanted }]) => wanted === null || wanted === scannerId)
      .toReversed();
    const [page, claim] =
      fitting.find(([, { wants }]) => wants === "next") ??
      fitting.find(([, { scannerId: wanted }]) => wanted === scannerId) ??
      fitting[0] ??
      [];
    if (page === undefined || claim === undefined) return null;
    if (claim.wants === "next") this.#claims.delete(page);
    return page;
  }
}
