import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonArray } from "@edgeward/shared/db/json-array.ts";
import { startTestPostgres, type TestPostgres } from "#support/postgres.ts";

let postgres: TestPostgres;
let client: pg.Client;

beforeAll(async () => {
  postgres = await startTestPostgres();
  client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await postgres.stop();
});

async function back(values: readonly unknown[]): Promise<readonly unknown[]> {
  const { rows } = await client.query<{ value: unknown; place: string }>(
    "SELECT value, place FROM unnest($1::jsonb[]) WITH ORDINALITY AS given (value, place) ORDER BY place",
    [jsonArray(values)],
  );
  return rows.map((row) => row.value);
}

test("the database has each JSON text of a list as it was, in its place", async () => {
  const values = [
    { name: String.raw`say "x\y", {c}`, next: "line\nbreak" },
    "NULL",
    "",
    "लक्ष्मी बाई 🩺",
    null,
    -12.5,
    true,
    [],
    { deep: [{ er: ["}", "{", ","] }] },
  ];
  expect(await back(values.map((value) => JSON.stringify(value)))).toEqual(values);
});

test("what is absent is NULL, which JSON's own null is not", async () => {
  const { rows } = await client.query(
    "SELECT value IS NULL AS is_absent FROM unnest($1::jsonb[]) AS given (value)",
    [jsonArray([null, "null", undefined])],
  );
  expect(rows).toEqual([true, false, true].map((absent) => ({ is_absent: absent })));
});

test("an empty list is an empty array", async () => {
  expect(await back([])).toEqual([]);
  const { rows } = await client.query("SELECT cardinality($1::jsonb[]) AS count", [jsonArray([])]);
  expect(rows).toEqual([{ count: 0 }]);
});

test("a list of some megabytes comes whole", async () => {
  const values = Array.from({ length: 2_000 }, (_, index) => ({ index, text: "ē".repeat(1_000) }));
  expect(await back(values.map((value) => JSON.stringify(value)))).toEqual(values);
});

test("what is no text is refused before it is sent", () => {
  expect(() => jsonArray([{}])).toThrow(TypeError);
});
