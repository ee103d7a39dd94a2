// A reading within this time of a kick shows what the kick did; later somebody may have closed the drawer again.
const kickShowsMs = 4_000;

/**
 * Whether a printer's cash drawer is open. Which level of its switch means open depends on the drawer, so that is learnt
 * from the kicks that the printer gives it.
 */
export class DrawerWatch {
  #level: boolean | null = null;
  #openLevel: boolean | null = null;
  #kick: { readonly from: boolean; readonly at: number } | null = null;

  /** To be called before a job that opens the drawer is sent. */
  kicks(): void {
    this.#kick = this.#level === null ? null : { from: this.#level, at: performance.now() };
  }

  /** Takes the level that the printer tells, null for one that tells none. @returns null as long as it is not known */
  isOpen(level: boolean | null): boolean | null {
    const kick = this.#kick;
    if (kick !== null && level !== null) {
      const isLate = performance.now() - kick.at > kickShowsMs;
      if (!isLate && level !== kick.from) this.#openLevel = level;
      if (isLate || level !== kick.from) this.#kick = null;
    }
    this.#level = level;
    return level === null || this.#openLevel === null ? null : level === this.#openLevel;
  }
}
