import { expect, test } from "vitest";
import { column, defineTable, recordColumns, type RecordRow } from "#db/table.ts";
import { claimRows } from "./derived.ts";
import { sampleRow } from "./row-samples.ts";

const people = defineTable({
  name: "people",
  merge: "shared_document",
  fieldRules: { numbers: "set" },
  columns: { ...recordColumns, numbers: column.json<readonly string[]>() },
  claims: ({ numbers }) =>
    numbers.map((number, index) => ({
      kind: "number",
      value: number.toLowerCase(),
      field: `numbers.${index}`,
      code: "duplicate_identifier" as const,
    })),
});

function row(id: string, numbers: readonly string[]): RecordRow {
  return sampleRow({ id, numbers });
}

function rows(id: string, before: readonly string[] | null, after: readonly string[]) {
  return { table: people, before: before === null ? null : row(id, before), after: row(id, after) };
}

const held = (id: string, value: string) => ({
  tenant_id: "ten_1",
  claim_kind: "number",
  claim_value: value,
  entity_id: id,
});

test("a value that a record says twice is held once, passed on once and given up with the last that says it", () => {
  const made = claimRows([rows("one", null, ["A1", "a1"])]);
  expect(made.added.map((added) => added.row)).toEqual([held("one", "a1")]);
  const kept = claimRows([rows("one", ["A1", "a1"], ["a1"])]);
  expect(kept).toEqual({ added: [], moved: [], gone: [] });
  const passedOn = claimRows([rows("one", ["A1", "a1"], []), rows("two", [], ["A1", "a1"])]);
  expect(passedOn.moved.map((moved) => moved.row)).toEqual([held("two", "a1")]);
  expect(passedOn.gone).toEqual([]);
  const gone = claimRows([rows("one", ["A1", "a1"], [])]);
  expect(gone.gone).toEqual([held("one", "a1")]);
});

test("a value that is not known yet, and one that says nothing, is held by nobody", () => {
  expect(claimRows([rows("one", null, ["", "a1"])]).added).toHaveLength(1);
  // As a program from before has written it.
  expect(claimRows([rows("one", [""], [])]).gone).toEqual([held("one", "")]);
});
