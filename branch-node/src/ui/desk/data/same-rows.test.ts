import { replaceEqualDeep } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { sameRows } from "./same-rows.ts";

const row = (id: string, room = "1") => ({ id, room, history: [{ at: "09:00" }] });
const before = ["a", "b", "c", "d"].map((id) => row(id));

/** How many rows of a list are drawn anew. */
function drawn(now: unknown): number {
  const rows: readonly unknown[] = Array.isArray(now) ? now : [];
  return rows.filter((each) => !before.some((known) => known === each)).length;
}

test("draws the one row anew that comes between the others, or that has changed", () => {
  const between = ["a", "x", "b", "c", "d"].map((id) => row(id));
  expect(drawn(sameRows(before, between))).toBe(1);
  expect(drawn(replaceEqualDeep(before, between))).toBe(4);
  const changed = ["a", "b", "c", "d"].map((id) => row(id, id === "b" ? "2" : "1"));
  expect(drawn(sameRows(before, changed))).toBe(1);
  expect(sameRows(before, changed)).toEqual(changed);
});

test("draws nothing anew of those that stand in another order, or of whom one has gone", () => {
  expect(
    drawn(
      sameRows(
        before,
        ["d", "c", "a"].map((id) => row(id)),
      ),
    ),
  ).toBe(0);
});

test("is the list itself where all is as it was, and what was read where that is no list of rows", () => {
  expect(
    sameRows(
      before,
      ["a", "b", "c", "d"].map((id) => row(id)),
    ),
  ).toBe(before);
  const first = [row("a")];
  expect(sameRows(undefined, first)).toBe(first);
  expect(sameRows(before, "none")).toBe("none");
});
