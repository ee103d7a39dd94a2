import { createContext, useContext, useMemo, type ReactNode } from "react";
import type { Key, Selection } from "react-aria-components/Table";
import { useKept } from "./steady-table.tsx";

interface Identified {
  readonly id: string;
}

/** A row as the library knows it: by its id, and by how it is read aloud. */
export interface Place extends Identified {
  readonly text: string;
}

/** Gives the places of before again, so that the library finds nothing new where only what stands in a row has changed. */
export class Places {
  #all: readonly Place[] = [];

  of(now: readonly Place[]): readonly Place[] {
    const before = new Map(this.#all.map((place) => [place.id, place]));
    const all = now.map((place) => {
      const known = before.get(place.id);
      return known?.text === place.text ? known : place;
    });
    const isSame =
      all.length === this.#all.length && all.every((place, at) => place === this.#all[at]);
    if (!isSame) this.#all = all;
    return this.#all;
  }
}

/** What stands in a cell now, and what it was made of. */
type Draw = (
  row: string,
  column: string,
) => { readonly of: readonly unknown[]; readonly drawn: ReactNode };

const DrawContext = createContext<Draw>(() => ({ of: [], drawn: null }));

/** What stands in the cells of the table within it. */
export function Contents<T extends Identified>({
  rows,
  columns,
  children,
}: {
  readonly rows: readonly T[];
  readonly columns: readonly (Identified & { readonly cell: (row: T) => ReactNode })[];
  readonly children: ReactNode;
}) {
  const draw = useMemo((): Draw => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const cells = new Map(columns.map(({ id, cell }) => [id, cell]));
    return (rowId, columnId) => {
      const row = byId.get(rowId);
      const cell = cells.get(columnId);
      // A row that has gone is drawn until the library has taken it away.
      return { of: [row, cell], drawn: row === undefined ? null : cell?.(row) };
    };
  }, [rows, columns]);
  return <DrawContext.Provider value={draw}>{children}</DrawContext.Provider>;
}

/** What stands in one cell. */
export function CellContent({ row, column }: { readonly row: string; readonly column: string }) {
  const { of, drawn } = useContext(DrawContext)(row, column);
  return useKept(drawn, of);
}

interface Doings<T> {
  readonly onOpen?: (row: T) => void;
  readonly onChoose?: (id: string | null) => void;
  readonly onMore?: (() => void) | undefined;
}

/** What is done with the rows as they are now, for rows that stand since before. */
export class Handlers<T extends Identified> {
  #shown: readonly T[] = [];
  #doings: Doings<T> = {};

  are(shown: readonly T[], doings: Doings<T>): this {
    this.#shown = shown;
    this.#doings = doings;
    return this;
  }

  readonly open = (key: Key): void => {
    const row = this.#shown.find(({ id }) => id === String(key));
    if (row !== undefined) this.#doings.onOpen?.(row);
  };

  readonly choose = (keys: Selection): void => {
    const [key] = keys === "all" ? [] : keys;
    this.#doings.onChoose?.(key === undefined ? null : String(key));
  };

  readonly more = (): void => this.#doings.onMore?.();
}
