import { expect, test } from "vitest";
import { besideFrom, rowFrom } from "./result-steps.ts";

const move = { id: "move", label: "Move" };
const edit = { id: "edit", label: "Edit" };
const found = [{ id: "asha" }, move, edit, { id: "ravi" }, edit, { id: "page" }];

test("up and down lead from row to row, round at the ends", () => {
  expect([-1, 0, 1, 2, 3, 4, 5].map((from) => rowFrom(found, from, 1))).toEqual([
    0, 3, 3, 3, 5, 5, 0,
  ]);
  expect([-1, 0, 1, 2, 3, 4, 5].map((from) => rowFrom(found, from, -1))).toEqual([
    5, 5, 0, 0, 0, 3, 3,
  ]);
  expect(rowFrom([{ id: "asha" }, edit], 0, 1)).toBe(0);
});

test("aside lies what can be done with a row, and back the row", () => {
  expect([-1, 0, 1, 2, 3, 4, 5].map((from) => besideFrom(found, from, 1))).toEqual([
    null,
    1,
    2,
    null,
    4,
    null,
    null,
  ]);
  expect([-1, 0, 1, 2, 3, 4, 5].map((from) => besideFrom(found, from, -1))).toEqual([
    null,
    null,
    0,
    1,
    null,
    3,
    null,
  ]);
});
