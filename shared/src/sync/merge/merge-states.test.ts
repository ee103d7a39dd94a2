import { describe, expect, test } from "vitest";
import { conflictsTable } from "#db/core.table.ts";
import { column, defineTable, recordColumns, type TableDeclaration } from "#db/table.ts";
import { isLostDecision } from "./conflict-guard.ts";
import { conflictIdOf } from "./conflict-id.ts";
import { mergeFields } from "./merge-fields.ts";
import type { ChangeResult } from "./merge-outcome.ts";
import { stamp, documents, record, operationAt, update } from "./merge-samples.ts";

// Beside the table of what becomes of a change: states, and the conflicts that are left.

describe("a state that was moved on both sides", () => {
  function moved(table: TableDeclaration, from: unknown, to: unknown, at = 30) {
    const current = record({ status: from, stamps: { "*": stamp(10), status: stamp(20) } });
    const change = update({ status: to }, { status: stamp(10) });
    return mergeFields({ table, current, operation: operationAt(at), change });
  }

  test("goes on where its machine has a way, and by no clock", () => {
    expect(moved(documents, "open", "done", 15).values).toEqual({ status: "done" });
    expect(moved(documents, "done", "open")).toMatchObject({
      values: {},
      conflicts: [{ kind: "state", keptValue: "done", otherValue: "open" }],
    });
  });

  test.each([
    ["from nothing", null, "done"],
    ["to nothing", "open", null],
    ["from where the machine has no place", "lost", "done"],
  ])("%s waits for a person", (_what, from, to) => {
    expect(moved(documents, from, to).conflicts).toHaveLength(1);
  });

  test("of a table without a machine waits for a person", () => {
    const plain = defineTable({
      name: "notes",
      merge: "shared_document",
      stateFields: ["status"],
      columns: { ...recordColumns, status: column.nullable.text() },
    });
    expect(moved(plain, "open", "done").conflicts).toHaveLength(1);
    expect(
      moved({ ...documents, stateMachine: () => null }, "open", "done").conflicts,
    ).toHaveLength(1);
  });
});

describe("a conflict", () => {
  const change = { ...update({ conflict_status: "resolved" }), table: conflictsTable.name };
  const conflict = {
    field: "conflict_status",
    keptValue: 1,
    otherValue: 2,
    baseStamp: null,
    keptStamp: "a",
    otherStamp: "b",
  };

  function resultOf(...kinds: readonly ("state" | "field")[]): ChangeResult {
    const conflicts = kinds.map((kind) => ({ ...conflict, kind }));
    return { outcome: "conflict", row: record(), conflicts };
  }

  test("settled a second time, unseen, is a decision that lost", () => {
    const open = record({ conflict_status: "open" });
    const closed = record({ conflict_status: "resolved" });
    const merged = { outcome: "merged", row: record(), conflicts: [] } as const;
    expect(isLostDecision(change, open, resultOf("field", "state"))).toBe(true);
    expect(isLostDecision(change, open, resultOf("field"))).toBe(false);
    expect(isLostDecision(change, open, merged)).toBe(false);
    expect(isLostDecision(change, null, resultOf("state"))).toBe(false);
    expect(isLostDecision({ ...change, table: "notes" }, open, resultOf("state"))).toBe(false);
    // Decided alike, the second has nothing to do any more; the same one again is the first.
    expect(isLostDecision(change, closed, merged)).toBe(true);
    expect(isLostDecision(change, closed, { ...merged, outcome: "duplicate" })).toBe(false);
  });

  test("has one id wherever it is found, and another for every other field, record, operation and value that it met", () => {
    const about = { table: "notes", id: "rec_1" };
    const met = { field: "body", keptStamp: "2", otherStamp: "1" };
    const id = conflictIdOf({ op_id: "op_1" }, about, met);
    expect(id).toMatch(/^cnf_[0-9a-z]{26}$/);
    expect(conflictIdOf({ op_id: "op_1" }, about, { ...met })).toBe(id);
    // Which of the two stands is no matter.
    const turned = { ...met, keptStamp: "1", otherStamp: "2" };
    expect(conflictIdOf({ op_id: "op_1" }, about, turned)).toBe(id);
    const others = [
      conflictIdOf({ op_id: "op_2" }, about, met),
      conflictIdOf({ op_id: "op_1" }, { ...about, table: "forms" }, met),
      conflictIdOf({ op_id: "op_1" }, { ...about, id: "rec_2" }, met),
      conflictIdOf({ op_id: "op_1" }, about, { ...met, field: "title" }),
      conflictIdOf({ op_id: "op_1" }, about, { ...met, otherStamp: "3" }),
    ];
    expect(new Set([id, ...others]).size).toBe(6);
  });
});
