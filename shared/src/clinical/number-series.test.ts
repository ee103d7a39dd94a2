import { expect, test } from "vitest";
import { clinicalTables } from "./index.ts";

test("no two kinds of paper carry one number: what stands between the branch's code and the count is each table's own", () => {
  const series = clinicalTables.flatMap(({ name, series: all }) =>
    all.flatMap(({ column, afterCode }) =>
      afterCode === undefined ? [] : [{ column: `${name}.${column}`, afterCode }],
    ),
  );
  const groups = Map.groupBy(series, ({ afterCode }) => afterCode);
  const shared = [...groups.values()].filter((group) => group.length > 1);
  expect(shared.map((group) => group.map(({ column }) => column))).toEqual([]);
  expect(series.length).toBeGreaterThan(2);
});
