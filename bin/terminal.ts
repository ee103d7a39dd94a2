/** Where a command's words go: results to standard output, everything about the run to standard error. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Draws over its own last line; says nothing where nobody watches. */
  readonly progress: (line: string) => void;
  readonly endProgress: () => void;
}

const clearLine = "\r\u001B[K";

/** The process's own streams; progress is drawn on a terminal only. */
export function processTerminal(): Terminal {
  const isWatched = process.stderr.isTTY;
  return {
    out: (line) => {
      process.stdout.write(`${line}\n`);
    },
    err: (line) => {
      process.stderr.write(`${line}\n`);
    },
    progress: (line) => {
      if (isWatched) process.stderr.write(`${clearLine}${line}`);
    },
    endProgress: () => {
      if (isWatched) process.stderr.write(clearLine);
    },
  };
}

/** A value as the one line of JSON that a script reads. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value);
}

/** A whole number as people read it. */
export function counted(count: number): string {
  return count.toLocaleString("en");
}

/** Rows under their titles, in columns; "" where there is no row. */
export function columnsOf(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const lines = [titles, ...rows].map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return lines.join("\n");
}
