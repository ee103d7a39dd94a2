import type { RecordRow } from "@edgeward/shared/db/table.ts";
import type { RecordSet } from "@edgeward/shared/resource/command-writes.ts";

type ByValue = Map<unknown, Map<string, RecordRow>>;

function putInto(index: ByValue, value: unknown, name: string, row: RecordRow): void {
  const own = index.get(value) ?? new Map<string, RecordRow>();
  own.set(name, row);
  index.set(value, own);
}

/** Records at hand by the sets that they are of: looked through once for each column that sets are of, however many ask. */
export class RowsBySet {
  readonly #rows: Map<string, RecordRow>;
  readonly #indexes = new Map<string, Map<string, ByValue>>();

  /** @param rows by table and id; what is put down goes there too */
  constructor(rows: Map<string, RecordRow>) {
    this.#rows = rows;
  }

  /** The records of a set. */
  of({ table, column, value, andOfThese }: RecordSet): readonly RecordRow[] {
    const index = this.#index(table, column);
    const own = [...(index.get(value)?.values() ?? [])];
    if (andOfThese !== true || own.length === 0) return own;
    return [...own, ...own.flatMap(({ id }) => [...(index.get(id)?.values() ?? [])])];
  }

  /** Puts a record down as it has become. */
  put(name: string, row: RecordRow): void {
    const before = this.#rows.get(name);
    this.#rows.set(name, row);
    for (const [column, index] of this.#indexes.get(tableOf(name)) ?? []) {
      if (before !== undefined && before[column] !== row[column])
        index.get(before[column])?.delete(name);
      putInto(index, row[column], name, row);
    }
  }

  #index(table: string, column: string): ByValue {
    const ofTable = this.#indexes.get(table) ?? new Map<string, ByValue>();
    this.#indexes.set(table, ofTable);
    const known = ofTable.get(column);
    if (known !== undefined) return known;
    const index: ByValue = new Map();
    for (const [name, row] of this.#rows)
      if (tableOf(name) === table) putInto(index, row[column], name, row);
    ofTable.set(column, index);
    return index;
  }
}

function tableOf(name: string): string {
  return name.slice(0, name.indexOf("/"));
}
