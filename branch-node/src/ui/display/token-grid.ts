/** Rows and columns in which tokens stand. */
export interface TokenGrid {
  readonly columns: number;
  readonly rows: number;
}

// A token is some six tenths of its letters' height wide for each of them, with as much between two as one letter; a row
// needs half as much again as its letters are high.
const letterWidth = 0.66;
const rowHeight = 1.5;
const mostColumns = 8;
// Three tokens do not have to be as large as the screen.
const fewest = 8;

/**
 * The grid in which so many tokens can be largest.
 * @param shape the width of its place over its height @param letters of the longest token
 */
export function tokenGrid(count: number, shape: number, letters: number): TokenGrid {
  const places = Math.max(count, fewest);
  const grids = Array.from({ length: mostColumns }, (_, index) => ({
    columns: index + 1,
    rows: Math.ceil(places / (index + 1)),
  }));
  const sizeOf = ({ columns, rows }: TokenGrid) =>
    Math.min(shape / columns / (letterWidth * (letters + 1)), 1 / rows / rowHeight);
  return grids.reduce((best, grid) => (sizeOf(grid) > sizeOf(best) ? grid : best));
}
