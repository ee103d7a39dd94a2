import { expect, test } from "vitest";
import fc from "fast-check";
import type { Change } from "#db/model.ts";
import { column, defineTable, recordColumns, type RecordRow } from "#db/table.ts";
import { auditOfNew, auditOfRow, travellingChange, withAdded } from "./row-change.ts";
import { sampleRow } from "./row-samples.ts";

const notes = defineTable({
  name: "notes",
  merge: "shared_document",
  fieldRules: { tags: "set", log: "list" },
  columns: {
    ...recordColumns,
    body: column.text(),
    tags: column.json<readonly unknown[]>(),
    log: column.json<readonly unknown[]>(),
  },
});

function row(values: Readonly<Record<string, unknown>>): RecordRow {
  return sampleRow({ body: "b", tags: [], log: [], ...values, id: "rec_1" });
}

function changed(before: object, after: object): Change {
  return travellingChange({ table: notes, before: row({ ...before }), after: row({ ...after }) });
}

test("of a list that grew only what is new travels, with the stamp that its writer had seen", () => {
  const old = { at: "1", say: "a".repeat(50_000) };
  const change = changed({ log: [old] }, { log: [old, { at: "2", say: "b" }], body: "c" });
  expect(change).toMatchObject({
    fields: { body: "c" },
    added: { log: [{ at: "2", say: "b" }] },
    base: { body: "10", log: "10" },
  });
  expect(JSON.stringify(change).length).toBeLessThan(500);
});

test.each([
  ["lost an entry", ["a", "b"], ["a"]],
  ["has another order", ["a", "b"], ["b", "a", "c"]],
  ["has an entry twice", ["a"], ["a", "a"]],
  ["was none", null, ["a"]],
])("a set that %s travels whole", (_title, before, after) => {
  const change = changed({ tags: before }, { tags: after });
  expect(change.fields).toEqual({ tags: after });
  expect(change.added).toBeUndefined();
});

const named = defineTable({
  name: "named",
  merge: "shared_document",
  fieldRules: { key: { follows: "body" } },
  derive: (one) => ({ key: one.body.toLowerCase() }),
  columns: { ...recordColumns, body: column.text(), key: column.text(), tags: column.text() },
});

test.each([
  ["stood wrong before stays at home", { body: "A", key: "?" }, { body: "A", key: "a" }, {}],
  [
    "follows a change travels",
    { body: "A", key: "a" },
    { body: "B", key: "b" },
    { body: "B", key: "b" },
  ],
])("a derived column that %s", (_title, before, after, fields) => {
  const given = { table: named, before: row(before), after: row({ ...after, tags: "x" }) };
  expect(travellingChange(given).fields).toEqual({ ...fields, tags: "x" });
});

test("whatever becomes of a set or a list, its change gives on the other side what stands here", () => {
  const entries = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 5 });
  const property = fc.property(entries, entries, (before, after) => {
    const { fields, added } = changed({ tags: before }, { tags: after });
    const there =
      added?.["tags"] === undefined ? (fields["tags"] ?? before) : withAdded(before, added["tags"]);
    expect(there).toEqual(after);
  });
  fc.assert(property, { numRuns: 500 });
});

test("the audit of a new record is one hash of all it was made with, the same where it was made and where it arrives", () => {
  const after = row({ body: "c", tags: ["x"] });
  const made = auditOfRow({ table: notes, before: null, after }, String);
  const fields = { log: [], tags: ["x"], body: "c", metadata: {}, branch_id: "brn_a" };
  expect(made.changes).toEqual(auditOfNew({ ...fields, unset: null }, String));
  expect(made.changes).not.toEqual(auditOfNew({ ...fields, body: "d" }, String));
  expect(made.changes).toHaveLength(1);
});
