import { expect, test } from "vitest";
import { changesOf } from "./page-looks.ts";

const kept = [
  "h1 | 216 65 134 29 1 | black on white",
  "save | 233 328 139 36 1 | white on teal",
  "cancel | 384 328 130 36 1 | teal on white",
];

test("finds no change where letters are a little wider", () => {
  const seen = kept.map((line) => line.replace("384 328 130", "389 328 127"));
  expect(changesOf(kept, seen)).toEqual([]);
});

test("says by its name what has moved, runs over more lines, has other colours, has come or gone", () => {
  const seen = [
    "h1 | 216 65 134 58 1 | black on white",
    "save | 233 328 139 36 2 | white on teal",
    "cancel 2 | 384 328 130 36 1 | teal on white",
  ];
  expect(changesOf(kept, seen)).toEqual([
    "cancel is gone",
    "h1 stood at 216 65 134 29, now at 216 65 134 58",
    "save ran over 1 lines, now 2",
    "cancel 2 is new",
  ]);
  const other = kept.map((line) => line.replace("white on teal", "white on grey"));
  expect(changesOf(kept, other)).toEqual(["save was white on teal, now white on grey"]);
});
