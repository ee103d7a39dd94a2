import { expect, test } from "vitest";
import { MergedStatements } from "./merged-statements.ts";

test("statements are joined into one whose values follow each other", () => {
  const merged = new MergedStatements();
  const made = merged.merge([
    { text: "INSERT INTO a VALUES ($1, $2)", values: [1, [2, 3]] },
    { text: "UPDATE b SET x = $1 WHERE id = $2", values: ["x", "id"] },
    { text: "DELETE FROM c WHERE id = $1", values: ["gone"] },
  ]);
  expect(made).toEqual({
    text: "WITH w0 AS (INSERT INTO a VALUES ($1, $2)), w1 AS (UPDATE b SET x = $3 WHERE id = $4), w2 AS (DELETE FROM c WHERE id = $5) SELECT 1 AS done",
    values: [1, [2, 3], "x", "id", "gone"],
  });
});

test("the same statements have the same text, with other values; others, or another order, have their own", () => {
  const merged = new MergedStatements();
  const one = (value: number) => ({ text: "INSERT INTO a VALUES ($1)", values: [value] });
  const other = (value: number) => ({ text: "INSERT INTO b VALUES ($1)", values: [value] });
  const first = merged.merge([one(1), other(2)]);
  expect(merged.merge([one(3), other(4)])).toEqual({ text: first.text, values: [3, 4] });
  const texts = [
    merged.merge([other(1), one(2)]),
    merged.merge([one(1)]),
    merged.merge([one(1), other(2), one(3)]),
  ].map(({ text }) => text);
  expect(new Set([first.text, ...texts]).size).toBe(4);
  expect(merged.merge([one(5)]).text).toBe(
    "WITH w0 AS (INSERT INTO a VALUES ($1)) SELECT 1 AS done",
  );
});

test("texts without end are forgotten and made again", () => {
  const merged = new MergedStatements();
  const nth = (place: number) => ({ text: `SELECT $1 AS c${place}`, values: [place] });
  for (let place = 0; place < 45_000; place += 1) merged.merge([nth(place)]);
  expect(merged.merge([nth(1), nth(44_999)])).toEqual({
    text: "WITH w0 AS (SELECT $1 AS c1), w1 AS (SELECT $2 AS c44999) SELECT 1 AS done",
    values: [1, 44_999],
  });
});
