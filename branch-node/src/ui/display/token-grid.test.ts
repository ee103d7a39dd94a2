import { expect, test } from "vitest";
import { tokenGrid } from "./token-grid.ts";

test.each([
  [18, 0.9],
  [30, 0.9],
  [18, 1.6],
  [30, 1.6],
])(
  "has a place for each of %i tokens, in more than one column, on a place of the shape %d",
  (count, shape) => {
    const { columns, rows } = tokenGrid(count, shape, 7);
    expect(columns * rows).toBeGreaterThanOrEqual(count);
    expect(columns).toBeGreaterThan(1);
  },
);

test("gives long tokens fewer columns than short ones", () => {
  const columnsFor = (letters: number) => tokenGrid(30, 1.2, letters).columns;
  expect(columnsFor(14)).toBeLessThan(columnsFor(4));
});

test("has one place more than a place for nobody", () => {
  const { columns, rows } = tokenGrid(0, 1, 7);
  expect(columns * rows).toBeGreaterThan(0);
});
