import { expect, test } from "vitest";
import { steadyRows } from "./steady-rows.ts";

const row = (id: string, state = "waiting") => ({ id, state });
const [one, two, three] = [row("one"), row("two"), row("three")];

test("a row that comes between or before waits until nobody aims any more", () => {
  expect(steadyRows([one, two], [row("new"), one, row("between"), two])).toEqual([one, two]);
});

test("a row that goes, or goes elsewhere, stays where it was", () => {
  expect(steadyRows([one, two, three], [three, one])).toEqual([one, two, three]);
});

test("a row that comes after all of them is added at once, and what is new in one is shown", () => {
  const [seen, added] = [row("two", "seen"), row("four")];
  expect(steadyRows([one, two], [one, seen, added])).toEqual([one, seen, added]);
});

test("where all of them went nothing is added beneath them", () => {
  expect(steadyRows([one], [two, three])).toEqual([one]);
});
