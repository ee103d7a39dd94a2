import type { SqlRow } from "./model.ts";

// Of text; with what is made of them the rows take some three times as much.
const usualBytes = 4_000_000;

/** A row as it was read, by what it is known again, and what it takes. */
interface KeptRow {
  readonly stamp: string | SqlRow;
  readonly row: SqlRow;
  readonly bytes: number;
}

const kept = new WeakSet<object>();

/** Whether a row is the very one that will be given again while it stands unchanged: what is made of it may be kept with it. */
export function isKept(row: object): boolean {
  return kept.has(row);
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

/** Makes a value and all that is in it unchangeable: it is given to whoever asks next as well. */
export function frozen<T>(value: T): T {
  freeze(value);
  return value;
}

function bytesOf(row: SqlRow): number {
  let bytes = 0;
  for (const name in row) {
    const value = row[name];
    if (typeof value === "string") bytes += value.length;
    else bytes += typeof value === "object" && value !== null ? JSON.stringify(value).length : 8;
  }
  return bytes;
}

// So much a row counts for whether the next ones are likely to be here.
const share = 1 / 128;

/**
 * Rows that were read of late. Nothing is given from here before the database has been asked whether it still stands as it
 * was: a row is kept with its stamp, or with the values as the engine gave them, and is of no use beside another. Bounded by
 * what the rows take; those go first that were asked for longest ago.
 */
export class KeptRows {
  readonly #most: number;
  readonly #rows = new Map<string, KeptRow>();
  readonly #rates = new Map<string, number>();
  #bytes = 0;

  /** @param most bytes of the rows' text */
  constructor(most = usualBytes) {
    this.#most = most;
  }

  /** What is kept of a table's row, if anything is, with what it was kept by. */
  find(table: string, id: string): Pick<KeptRow, "stamp" | "row"> | undefined {
    const key = `${table} ${id}`;
    const known = this.#rows.get(key);
    if (known === undefined) return undefined;
    this.#rows.delete(key);
    this.#rows.set(key, known);
    return known;
  }

  /** Keeps a row in place of what was kept of it. Neither it nor what is in it may change any more. */
  keep(table: string, id: string, stamp: string | SqlRow, row: SqlRow): void {
    const key = `${table} ${id}`;
    // As the engine gave them its values are texts already.
    const bytes = bytesOf(typeof stamp === "string" ? row : stamp);
    this.#forget(key);
    kept.add(frozen(row));
    this.#rows.set(key, { stamp, row, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#rows.keys()) {
      if (this.#bytes <= this.#most) return;
      this.#forget(oldest);
    }
  }

  /** Notes whether a row that was asked for was here. */
  count(table: string, isFound: boolean): void {
    const rate = this.#rates.get(table) ?? 0;
    this.#rates.set(table, rate + (Number(isFound) - rate) * share);
  }

  /** Whether most of a table's rows that were read of late had been here: then it pays to ask for stamps first. */
  isLikely(table: string): boolean {
    return (this.#rates.get(table) ?? 0) > 0.6;
  }

  #forget(key: string): void {
    const known = this.#rows.get(key);
    if (known === undefined) return;
    this.#rows.delete(key);
    this.#bytes -= known.bytes;
  }
}
