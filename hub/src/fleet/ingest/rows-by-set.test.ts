import { expect, test } from "vitest";
import type { RecordRow } from "@edgeward/shared/db/table.ts";
import { RowsBySet } from "./rows-by-set.ts";

function rowOf(id: string, fields: Readonly<Record<string, unknown>>): RecordRow {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- of a record these tests need no more than its fields
  return { id, ...fields } as RecordRow;
}

class Counted extends Map<string, RecordRow> {
  looked = 0;

  override *[Symbol.iterator](): MapIterator<[string, RecordRow]> {
    for (const entry of this.entries()) {
      this.looked += 1;
      yield entry;
    }
  }
}

const idsOf = (rows: readonly RecordRow[]) => rows.map(({ id }) => id);

test("finds the records of as many sets as ask by looking through all of them once", () => {
  const rows = new Counted();
  for (let n = 0; n < 1_000; n += 1)
    rows.set(`lines/l${n}`, rowOf(`l${n}`, { bill_id: `b${n % 100}` }));
  const sets = new RowsBySet(rows);
  for (let n = 0; n < 100; n += 1)
    expect(sets.of({ table: "lines", column: "bill_id", value: `b${n}` })).toHaveLength(10);
  expect(rows.looked).toBe(1_000);
});

test("sees what was put down since: new records, and what has come to be of another set", () => {
  const rows = new Map([["lines/l1", rowOf("l1", { bill_id: "b1" })]]);
  const sets = new RowsBySet(rows);
  const of = (value: string) => idsOf(sets.of({ table: "lines", column: "bill_id", value }));
  expect(of("b1")).toEqual(["l1"]);
  sets.put("lines/l2", rowOf("l2", { bill_id: "b1" }));
  sets.put("others/l3", rowOf("l3", { bill_id: "b1" }));
  expect(of("b1")).toEqual(["l1", "l2"]);
  sets.put("lines/l1", rowOf("l1", { bill_id: "b2" }));
  expect([of("b1"), of("b2")]).toEqual([["l2"], ["l1"]]);
  expect([...rows.keys()]).toEqual(["lines/l1", "lines/l2", "others/l3"]);
});

test("a set that says so has those as well that name one of its records", () => {
  const rows = new Map([
    ["payments/p1", rowOf("p1", { of_id: "b1" })],
    ["payments/p2", rowOf("p2", { of_id: "p1" })],
    ["payments/p3", rowOf("p3", { of_id: "b2" })],
  ]);
  const set = { table: "payments", column: "of_id", value: "b1" } as const;
  expect(idsOf(new RowsBySet(rows).of(set))).toEqual(["p1"]);
  expect(idsOf(new RowsBySet(rows).of({ ...set, andOfThese: true }))).toEqual(["p1", "p2"]);
});
