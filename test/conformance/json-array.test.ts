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

const kinds = [
  { kind: "json", type: "jsonb" },
  { kind: "document", type: "json" },
] as const;

type Kind = (typeof kinds)[number];

async function back({ kind, type }: Kind, values: readonly unknown[]): Promise<readonly unknown[]> {
  const { rows } = await client.query<{ value: unknown; place: string }>(
    `SELECT value, place FROM unnest($1::${type}[]) WITH ORDINALITY AS given (value, place) ORDER BY place`,
    [jsonArray(values, kind)],
  );
  return rows.map((row) => row.value);
}

test.each(kinds)(
  "the database has each JSON text of a list as it was, in its place, as $type",
  async (kind) => {
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
    expect(
      await back(
        kind,
        values.map((value) => JSON.stringify(value)),
      ),
    ).toEqual(values);
  },
);

test.each(kinds)(
  "what is absent is NULL, which JSON's own null is not, as $type",
  async ({ kind, type }) => {
    const { rows } = await client.query(
      `SELECT value IS NULL AS is_absent FROM unnest($1::${type}[]) AS given (value)`,
      [jsonArray([null, "null", undefined], kind)],
    );
    expect(rows).toEqual([true, false, true].map((absent) => ({ is_absent: absent })));
  },
);

test.each(kinds)("an empty list is an empty array of $type", async (of) => {
  expect(await back(of, [])).toEqual([]);
  const { rows } = await client.query(`SELECT cardinality($1::${of.type}[]) AS count`, [
    jsonArray([], of.kind),
  ]);
  expect(rows).toEqual([{ count: 0 }]);
});

test.each(kinds)("a list of some megabytes comes whole, as $type", async (kind) => {
  const values = Array.from({ length: 2_000 }, (_, index) => ({ index, text: "ē".repeat(1_000) }));
  expect(
    await back(
      kind,
      values.map((value) => JSON.stringify(value)),
    ),
  ).toEqual(values);
});

test("what is no text is refused before it is sent", () => {
  expect(() => jsonArray([{}], "json")).toThrow(TypeError);
});
