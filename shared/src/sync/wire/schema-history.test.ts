import fc from "fast-check";
import { expect, test } from "vitest";
import type { Operation } from "#db/model.ts";
import {
  operationAt,
  upcastFields,
  upcastOperation,
  versionOf,
  type SchemaHistory,
} from "./schema-history.ts";

const history: SchemaHistory = [
  { version: 2, tables: ["beds"], columns: { notes: { colour: "white" } } },
  {
    version: 3,
    tables: [],
    columns: { notes: { weight: null }, forms: { kind: "paper" } },
    rewrites: { forms: ({ name, title, ...rest }) => ({ ...rest, title: title ?? name }) },
  },
  { version: 5, tables: ["rooms"], columns: { notes: { colour: "grey", size: 1 } } },
];

const newest = versionOf(history);

function operation(schema: number, changes: Operation["changes"]): Operation {
  const about = { op_id: "op_1", type: "note.write", entity: "notes", entity_id: "rec_1" };
  const place = { branch_id: "brn_a", device_id: null, reason: null, events: [] };
  const actor = { id: "stf_1", type: "staff", role: null } as const;
  return { ...about, ...place, actor, schema, changes, hlc: "1", at: "2026-01-01T00:00:00.000Z" };
}

const plainFields = fc.dictionary(fc.constantFrom("body", "title", "count"), fc.jsonValue());

// What a node of today writes into the columns that are new, where it has nothing else to say.
const changes = fc.array(
  fc.record({
    table: fc.constant("notes"),
    id: fc.constantFrom("rec_1", "rec_2"),
    kind: fc.constantFrom("insert", "update"),
    fields: plainFields,
    base: fc.constant({}),
    version: fc.nat(),
  }),
  { maxLength: 4 },
);
const defaults = { colour: "white", weight: null, size: 1 };

test("an operation of any earlier version, brought up to today, is the one that today would have made", () => {
  const property = fc.property(changes, fc.integer({ min: 1, max: newest }), (made, version) => {
    const today = operation(
      newest,
      made.map((change) =>
        change.kind === "insert"
          ? { ...change, fields: { ...defaults, ...change.fields } }
          : change,
      ),
    );
    // The colour of a note is grey from the fifth version on, and what was white before stays white.
    const before = operationAt(history, today, version);
    const lifted = upcastOperation(history, before);
    const colour = version < 2 ? "white" : "grey";
    for (const [index, change] of lifted.changes.entries()) {
      const wanted = today.changes[index];
      const isOlder = change.kind === "insert" && version < 5;
      expect(change).toEqual(
        isOlder ? { ...wanted, fields: { ...wanted?.fields, colour } } : wanted,
      );
    }
    expect(lifted.changes).toHaveLength(today.changes.length);
  });
  fc.assert(property);
});

test("what an older node wrote stands above what is put in for it", () => {
  expect(upcastFields(history, "notes", { colour: "red", body: "b" }, 1)).toEqual({
    colour: "red",
    weight: null,
    size: 1,
    body: "b",
  });
  expect(upcastFields(history, "forms", { name: "Old" }, 2)).toEqual({
    kind: "paper",
    title: "Old",
  });
  expect(upcastFields(history, "forms", { title: "New" }, 3)).toEqual({ title: "New" });
  expect(upcastFields(history, "other", { a: 1 }, 1)).toEqual({ a: 1 });
});

test("a change of a record gets nothing put in, only what was renamed", () => {
  const change = { table: "forms", id: "rec_1", base: {}, version: 2 } as const;
  const old = operation(1, [{ ...change, kind: "update", fields: { name: "Old" } }]);
  expect(upcastOperation(history, old).changes[0]?.fields).toEqual({ title: "Old" });
  const today = operation(newest, [{ ...change, kind: "update", fields: { name: "kept" } }]);
  expect(upcastOperation(history, today)).toBe(today);
});

test("an operation for an older node says nothing of tables and columns that it does not know", () => {
  const about = { id: "rec_1", kind: "insert", base: {}, version: 1 } as const;
  const today = operation(newest, [
    { ...about, table: "rooms", fields: { a: 1 } },
    { ...about, table: "beds", fields: { a: 1 } },
    { ...about, table: "notes", fields: { body: "b", colour: "red", weight: 2, size: 3 } },
  ]);
  const tablesAt = (version: number) =>
    operationAt(history, today, version).changes.map(({ table }) => table);
  expect(tablesAt(1)).toEqual(["notes"]);
  expect(tablesAt(2)).toEqual(["beds", "notes"]);
  expect(tablesAt(5)).toEqual(["rooms", "beds", "notes"]);
  const old = operationAt(history, today, 2);
  expect(old.schema).toBe(2);
  expect(old.changes[1]?.fields).toEqual({ body: "b" });
  expect(operationAt(history, { ...today, schema: 1 }, 3).schema).toBe(1);
});

test("a history without steps leads to the first version", () => {
  expect(versionOf([])).toBe(1);
  expect(newest).toBe(5);
});
