import {
  Kysely,
  PostgresAdapter,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { expect, test } from "vitest";
import { boundDriver } from "./bound-connection.ts";
import type { Database } from "./database.ts";
import { question } from "./question.ts";

/** A query builder that notes what it is asked. */
function noting(adapter: typeof SqliteAdapter | typeof PostgresAdapter = SqliteAdapter) {
  const asked: (readonly [text: string, values: readonly unknown[]])[] = [];
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new adapter(),
      createDriver: () =>
        boundDriver(async ({ sql, parameters }) => {
          asked.push([sql, parameters]);
          return { rows: [] };
        }),
      createIntrospector: (of) => new SqliteIntrospector(of),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return { db, asked };
}

interface Wanted {
  readonly tenantId: string;
  readonly ids: readonly string[];
}

function counted() {
  const made = { count: 0 };
  const ask = question((db, { tenantId, ids }: Wanted) => {
    made.count += 1;
    return db
      .selectFrom("patients")
      .select("name")
      .where("id", "in", ids)
      .where("status", "=", "active")
      .where("tenant_id", "=", tenantId);
  });
  return { ask, made };
}

test("asks with the values of each time, and is put together once", async () => {
  const { db, asked } = noting();
  const { ask, made } = counted();
  await ask(db, { tenantId: "one", ids: ["a", "b"] });
  await ask(db, { ids: ["c", "d"], tenantId: "two" });
  const text =
    'select "name" from "patients" where "id" in (?, ?) and "status" = ? and "tenant_id" = ?';
  expect(asked).toEqual([
    [text, ["a", "b", "active", "one"]],
    [text, ["c", "d", "active", "two"]],
  ]);
  expect(made.count).toBe(1);
});

test("has a text for each length of a list, and one for each engine", async () => {
  const { db, asked } = noting();
  const { ask, made } = counted();
  await ask(db, { tenantId: "one", ids: ["a"] });
  await ask(db, { tenantId: "one", ids: ["a", "b", "c"] });
  await ask(db, { tenantId: "one", ids: ["a", "b", "c", "d"] });
  expect(asked.map(([, values]) => values)).toEqual([
    ["a", "active", "one"],
    ["a", "b", "c", "c", "active", "one"],
    ["a", "b", "c", "d", "active", "one"],
  ]);
  expect(made.count).toBe(2);
  await ask(noting(PostgresAdapter).db, { tenantId: "one", ids: ["a"] });
  expect(made.count).toBe(3);
});

test("refuses to be put together without one of its values", async () => {
  const ask = question((db, { tenantId }: Wanted) =>
    db.selectFrom("patients").select("name").where("tenant_id", "=", tenantId),
  );
  await expect(ask(noting().db, { tenantId: "one", ids: ["a"] })).rejects.toThrow("asks with ids");
});
