import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";

/** First and last number of a run of rows. */
export type RowRange = readonly [number, number];

/** Which rows of a file are in. */
export interface DoneRows {
  readonly size: number;
  has(row: number): boolean;
  add(row: number): void;
  ranges(): readonly RowRange[];
}

/** Row numbers as runs, so that a file of a million rows leaves a note of a few lines. */
export function rangesOf(rows: Iterable<number>): readonly RowRange[] {
  const ranges: [number, number][] = [];
  for (const row of [...rows].toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === row - 1) last[1] = row;
    else ranges.push([row, row]);
  }
  return ranges;
}

/** The rows of these runs. */
export function doneRows(ranges: readonly RowRange[] = []): DoneRows {
  const rows = new Set(
    ranges.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, step) => first + step),
    ),
  );
  return {
    get size() {
      return rows.size;
    },
    has: (row) => rows.has(row),
    add: (row) => {
      rows.add(row);
    },
    ranges: () => rangesOf(rows),
  };
}

const stateFile = z.object({
  version: z.literal(1),
  setup: z.string(),
  done: z.array(z.tuple([z.int(), z.int()])),
});

/** The note of an unfinished import. */
export interface ImportNote {
  readonly done: DoneRows;
  save(): void;
  /** Removes the note: nothing is left to go on with. */
  finish(): void;
}

function readNote(path: string, setup: string): readonly RowRange[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  try {
    const state = stateFile.safeParse(JSON.parse(text));
    return state.success && state.data.setup === setup ? state.data.done : [];
  } catch {
    // A note cut off by a power failure costs time only: rows that are in already are found to be there.
    return [];
  }
}

/**
 * The note beside an import, taken up where an earlier run of the same setup left it.
 * @param setup everything that decides what a row becomes and where it goes
 */
export function openNote(path: string, setup: string): ImportNote {
  const done = doneRows(readNote(path, setup));
  return {
    done,
    save: () => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const text = JSON.stringify({ version: 1, setup, done: done.ranges() });
      writeFileSync(`${path}.new`, text, { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
    finish: () => rmSync(path, { force: true }),
  };
}
