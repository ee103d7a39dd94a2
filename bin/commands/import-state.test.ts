import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { doneRows, openNote, rangesOf } from "./import-state.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-import-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const notePath = () => join(folder, "imports", "abc.json");

test("rows are kept as runs, in whatever order they were done", () => {
  expect(rangesOf([5, 1, 2, 3, 9, 8])).toEqual([
    [1, 3],
    [5, 5],
    [8, 9],
  ]);
  expect(rangesOf([])).toEqual([]);
});

test("runs give back the rows they were made of", () => {
  const rows = doneRows([
    [1, 3],
    [8, 9],
  ]);
  rows.add(4);
  expect([1, 4, 5, 9].map((row) => rows.has(row))).toEqual([true, true, false, true]);
  expect(rows.size).toBe(6);
  expect(rows.ranges()).toEqual([
    [1, 4],
    [8, 9],
  ]);
});

describe("the note of an unfinished import", () => {
  test("is taken up by the next run with the same setup", () => {
    const first = openNote(notePath(), "hub");
    first.done.add(1);
    first.done.add(2);
    first.save();
    expect(openNote(notePath(), "hub").done.ranges()).toEqual([[1, 2]]);
  });

  test("counts for nothing when the rows would go elsewhere or be read otherwise", () => {
    const first = openNote(notePath(), "hub");
    first.done.add(1);
    first.save();
    expect(openNote(notePath(), "branch").done.size).toBe(0);
  });

  test("that was cut off begins anew instead of failing", () => {
    const first = openNote(notePath(), "hub");
    first.done.add(1);
    first.save();
    writeFileSync(notePath(), readFileSync(notePath(), "utf8").slice(0, 20));
    expect(openNote(notePath(), "hub").done.size).toBe(0);
  });

  test("is readable by its owner alone, and gone when the import is through", () => {
    const note = openNote(notePath(), "hub");
    note.save();
    expect(statSync(notePath()).mode & 0o777).toBe(0o600);
    note.finish();
    expect(existsSync(notePath())).toBe(false);
  });
});
