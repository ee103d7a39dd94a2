import { expect, test } from "vitest";
import { timeLines } from "./project-times.ts";

test("a project that takes longer than its budget is flagged, the longest first", () => {
  const times = [
    { project: "shared", seconds: 2.2 },
    { project: "offline", seconds: 200 },
    { project: "offline", seconds: 101.4 },
    { project: "hub", seconds: 4 },
  ];
  expect(timeLines(times, { shared: 10, offline: 300, hub: 4 })).toEqual([
    "project offline: 301 s of 300 s in 2 files, OVER ITS BUDGET",
    "project hub: 4 s of 4 s in 1 files",
    "project shared: 2 s of 10 s in 1 files",
  ]);
});

test("a project without a budget says so", () => {
  expect(timeLines([{ project: "new", seconds: 1 }], {})).toEqual([
    "project new: 1 s of no s in 1 files",
  ]);
});
