/** One line of what was found: a row, or with a label something to do with the row above it. */
interface Line {
  readonly id: string;
  readonly label?: string;
}

const isRow = (line: Line | undefined) => line !== undefined && line.label === undefined;

/** The next row down or up from a line, round at the ends: what can be done with one is passed over. */
export function rowFrom(found: readonly Line[], index: number, step: number): number {
  let next = index < 0 && step < 0 ? 0 : index;
  do next = (next + step + found.length) % found.length;
  while (!isRow(found[next]) && next !== index);
  return next;
}

/** Aside from a line to what can be done with its row, and back to the row; null where nothing is there. */
export function besideFrom(found: readonly Line[], index: number, step: number): number | null {
  const at = step > 0 ? found[index + 1] : found[index];
  return at === undefined || isRow(at) ? null : index + step;
}
