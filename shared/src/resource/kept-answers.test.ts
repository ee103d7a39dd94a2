import { expect, test } from "vitest";
import { KeptRows } from "#db/kept-rows.ts";
import { madeOnce, textOnce } from "./kept-answers.ts";

const maker = {};

function keptRow() {
  const row = { id: "1" };
  new KeptRows().keep("people", "1", "a", row);
  return row;
}

test.each([
  ["the state", { maker, state: "pending", computed: { minutes: 1, names: ["a"] } }],
  ["a value", { maker, state: "synced", computed: { minutes: 2, names: ["a"] } }],
  ["a value within one", { maker, state: "synced", computed: { minutes: 1, names: ["b"] } }],
  ["who makes it", { maker: {}, state: "synced", computed: { minutes: 1, names: ["a"] } }],
])("an answer is made anew when %s has changed", (_, changed) => {
  const row = keptRow();
  const given = { maker, state: "synced", computed: { minutes: 1, names: ["a"] } };
  const first = madeOnce(row, given, () => ({ minutes: 1 }));
  const again = { ...given, computed: { minutes: 1, names: ["a"] } };
  expect(madeOnce(row, again, () => ({ minutes: 1 }))).toBe(first);
  expect(madeOnce(row, changed, () => ({ minutes: 1 }))).not.toBe(first);
});

test("nothing is kept of a row that is not kept itself, and no text of an answer that is not", () => {
  const row = { id: "1" };
  const given = { maker, state: "synced", computed: undefined };
  const first = madeOnce(row, given, () => ({ id: "1" }));
  expect(madeOnce(row, given, () => ({ id: "1" }))).not.toBe(first);
  expect(textOnce(first, maker, () => "one")).toBe("one");
  expect(textOnce(first, maker, () => "two")).toBe("two");
});

test("a text is made once for each who makes it", () => {
  const answer = madeOnce(keptRow(), { maker, state: "synced", computed: undefined }, () => ({}));
  expect(textOnce(answer, maker, () => "one")).toBe("one");
  expect(textOnce(answer, maker, () => "two")).toBe("one");
  expect(textOnce(answer, {}, () => "three")).toBe("three");
});
