import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { schemaHistory } from "@edgeward/shared/sync/wire/schema-history.ts";
import { branchSchema } from "@edgeward/branch-node/db/branch-schema.ts";

// The first release's columns, as its migration wrote them: a node of it sends these and no others.
const foundation = readFileSync(
  new URL("../../branch-node/src/db/migrations/0001-foundation.sql", import.meta.url),
  "utf8",
);

function firstColumns(): ReadonlyMap<string, ReadonlySet<string>> {
  const tables = foundation.matchAll(/CREATE TABLE (\w+) \(\n(.*?)\n\)/gsu);
  return new Map(
    Array.from(tables, ([, name = "", body = ""]) => {
      const columns = body.split("\n").map((line) => line.trim().split(" ")[0] ?? "");
      return [name, new Set(columns)] as const;
    }),
  );
}

const { travelling } = branchSchema;

test("every table that travels and that the first release does not have stands in the history", () => {
  const first = firstColumns();
  const added = new Set(schemaHistory.flatMap((step) => step.tables));
  const forgotten = travelling.filter(({ name }) => !first.has(name) && !added.has(name));
  expect(forgotten.map(({ name }) => name)).toEqual([]);
  expect(travelling.filter(({ name }) => first.has(name)).length).toBeGreaterThan(8);
});

test("every required column that the first release does not have says in the history what older records have there", () => {
  const first = firstColumns();
  const forgotten = travelling.flatMap((table) => {
    const known = first.get(table.name);
    const given = new Set(
      schemaHistory.flatMap((step) => Object.keys(step.columns[table.name] ?? {})),
    );
    return Object.entries(table.columns)
      .filter(([name, column]) => known !== undefined && !column.isNullable && !known.has(name))
      .filter(([name]) => !given.has(name))
      .map(([name]) => `${table.name}.${name}`);
  });
  expect(forgotten).toEqual([]);
});
