import { describe, expect, test } from "vitest";
import { conflictsTable } from "#db/core.table.ts";
import type { Change, Operation } from "#db/operation.ts";
import {
  column,
  defineTable,
  recordColumns,
  type MergeKind,
  type RecordRow,
  type TableDeclaration,
} from "#db/table.ts";
import { isLostDecision } from "./conflict-guard.ts";
import { conflictIdOf } from "./conflict-id.ts";
import { refuseChange } from "./merge-checks.ts";
import { mergeFields } from "./merge-fields.ts";
import { applyChange } from "./merge.ts";
import type { ChangeOrigin, ChangeResult } from "./merge-outcome.ts";

// Beside the table of what becomes of a change: the edges of each rule, one by one.

const tenantId = "ten_1";
const branch: ChangeOrigin = { tenantId, nodeId: "nod_a", kind: "branch", branchId: "brn_a" };
const hub: ChangeOrigin = { tenantId, nodeId: "hub", kind: "hub", branchId: "brn_hub" };

function stamp(at: number): string {
  return `${String(at).padStart(13, "0")}-0000-nod_a`;
}

function declared(
  merge: MergeKind,
  more: Partial<Parameters<typeof defineTable>[0]> = {},
): TableDeclaration {
  return defineTable({
    name: "notes",
    merge,
    audience: "branch",
    stateFields: ["status"],
    stateMachine: () => ({ open: ["done"], done: [] }),
    fieldRules: { tags: "set", log: "list", mine: "own", initials: { follows: "title" } },
    columns: {
      ...recordColumns,
      title: column.text(),
      initials: column.nullable.text(),
      body: column.nullable.text(),
      mine: column.nullable.text(),
      count: column.nullable.int(),
      flag: column.nullable.bool(),
      facts: column.nullable.json<unknown>(),
      tags: column.nullable.json<readonly unknown[]>(),
      log: column.nullable.json<readonly unknown[]>(),
      status: column.nullable.text(),
    },
    ...more,
  });
}

const documents = declared("shared_document");

function record(values: Readonly<Record<string, unknown>> = {}): RecordRow {
  const none = { initials: null, body: null, mine: null, count: null, flag: null, facts: null };
  return {
    branch_id: "brn_a",
    metadata: {},
    title: "One",
    ...none,
    tags: null,
    log: null,
    status: "open",
    id: "rec_1",
    tenant_id: tenantId,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    created_by: "stf_1",
    updated_by: "stf_1",
    version: 4,
    origin: "hub",
    origin_node_id: "hub",
    hlc: stamp(20),
    unknown_fields: {},
    stamps: { "*": stamp(10) },
    ...values,
  };
}

function operationAt(at: number, actor = "stf_2"): Operation {
  const who = { id: actor, type: "staff", role: null } as const;
  const place = { branch_id: "brn_a", device_id: null, reason: null, schema: 1 };
  const about = { op_id: `op_${at}`, type: "note.write", entity: "notes", entity_id: "rec_1" };
  return {
    ...about,
    ...place,
    actor: who,
    changes: [],
    events: [],
    hlc: stamp(at),
    at: "2026-01-02T00:00:00.000Z",
  };
}

function insert(fields: Readonly<Record<string, unknown>>): Change {
  const all = { branch_id: "brn_a", title: "One", ...fields };
  return { table: "notes", id: "rec_1", kind: "insert", fields: all, base: {}, version: 1 };
}

function update(
  fields: Readonly<Record<string, unknown>>,
  base: Readonly<Record<string, string>> = {},
  version = 5,
): Change {
  return { table: "notes", id: "rec_1", kind: "update", fields, base, version };
}

function apply(current: RecordRow | null, at: number, change: Change, actor?: string) {
  return applyChange(documents, current, operationAt(at, actor), change, branch);
}

function rowOf(result: ChangeResult): RecordRow {
  if (result.outcome === "rejected") throw new Error(`it was refused: ${result.message}`);
  return result.row;
}

function faultOf(field: string, value: unknown): string | undefined {
  const fields = { [field]: value };
  return refuseChange(documents, record(), update(fields), branch)?.message;
}

describe("the form of a field", () => {
  test.each([
    ["title", 1, "notes.title is not text"],
    ["title", "a\u0000b", "notes.title is not text"],
    ["title", "\ud800", "notes.title is not text"],
    ["title", null, "notes.title is not text"],
    ["count", 1.5, "notes.count is not int"],
    ["count", 2 ** 53, "notes.count is not int"],
    ["flag", "true", "notes.flag is not bool"],
    ["facts", undefined, "notes.facts is not json"],
    ["facts", { a: "x\u0000" }, "notes.facts is not json"],
    ["facts", ["\udfff"], "notes.facts is not json"],
    ["facts", ["\ud800"], "notes.facts is not json"],
    ["future", "x\u0000", "notes.future is not json"],
    ["created_by", "stf_9", "notes.created_by is kept by the house"],
  ])("refuses %s of %j", (field, value, message) => {
    expect(faultOf(field, value)).toBe(message);
  });

  test.each([
    ["title", "é"],
    ["body", null],
    ["count", 0],
    ["flag", true],
    ["flag", false],
    ["facts", { deep: [1, "\\u0041", "d8"] }],
    ["facts", "\u{1f600}"],
    ["future", { any: 1 }],
    ["future", null],
  ])("takes %s of %j", (field, value) => {
    expect(faultOf(field, value)).toBeUndefined();
  });

  test("a new record must have what its table demands, but what the house adds", () => {
    const { title: _title, ...without } = insert({}).fields;
    const missing = { ...insert({}), fields: without };
    expect(refuseChange(documents, null, missing, branch)).toEqual({
      outcome: "rejected",
      code: "invalid_field",
      message: "notes.title is missing",
    });
    expect(refuseChange(documents, null, insert({}), branch)).toBeNull();
    expect(refuseChange(documents, record(), update({ body: "b" }), branch)).toBeNull();
  });
});

describe("whose a record is", () => {
  const owned = declared("branch_owned");
  const shared = declared("shared_document", { audience: "tenant" });
  const change = update({ body: "b" });

  test.each([
    [
      "another tenant's",
      documents,
      { tenant_id: "ten_2" },
      "tenant_mismatch",
      "the record belongs to another tenant",
    ],
    [
      "owned by another branch",
      owned,
      { branch_id: "brn_b" },
      "owned_by_branch",
      "the record belongs to another branch",
    ],
    [
      "owned by no branch",
      owned,
      { branch_id: null },
      "owned_by_branch",
      "the record belongs to another branch",
    ],
    [
      "held by another branch",
      documents,
      { branch_id: "brn_b" },
      "branch_forbidden",
      "the record is another branch's",
    ],
  ] as const)("refuses a change of a record %s", (_what, table, values, code, message) => {
    const refused = refuseChange(table, record(values), change, branch);
    expect(refused).toEqual({ outcome: "rejected", code, message });
  });

  test("takes a change of what belongs to every branch, whoever made it", () => {
    expect(refuseChange(documents, record({ branch_id: null }), change, branch)).toBeNull();
    expect(refuseChange(shared, record({ branch_id: "brn_b" }), change, branch)).toBeNull();
    expect(refuseChange(owned, record(), change, branch)).toBeNull();
  });

  test("the hub changes records of every branch", () => {
    expect(refuseChange(owned, record({ branch_id: "brn_b" }), change, hub)).toBeNull();
    expect(refuseChange(documents, record({ branch_id: "brn_b" }), change, hub)).toBeNull();
    expect(refuseChange(documents, null, insert({ branch_id: "brn_b" }), hub)).toBeNull();
    expect(refuseChange(owned, null, insert({ branch_id: "brn_b" }), hub)).toBeNull();
  });

  test("a record does not move, and may say again where it is", () => {
    const moved = refuseChange(documents, record(), update({ branch_id: "brn_b" }), branch);
    expect(moved).toMatchObject({
      code: "branch_forbidden",
      message: "a record does not move to another branch by sync",
    });
    expect(refuseChange(documents, record(), update({ branch_id: "brn_a" }), branch)).toBeNull();
  });

  test("a node makes records for its own branch, or for none", () => {
    expect(refuseChange(documents, null, insert({ branch_id: "brn_b" }), branch)).toMatchObject({
      code: "branch_forbidden",
      message: "a node makes records for its own branch only",
    });
    expect(refuseChange(documents, null, insert({ branch_id: null }), branch)).toBeNull();
    expect(refuseChange(owned, null, insert({ branch_id: null }), branch)).toMatchObject({
      code: "owned_by_branch",
      message: "the record belongs to another branch",
    });
    expect(refuseChange(owned, null, insert({}), branch)).toBeNull();
  });

  test("what stays on its node, what only the hub changes and what is not there say so", () => {
    const local = refuseChange(declared("local"), null, insert({}), branch);
    expect(local).toMatchObject({ code: "not_syncable", message: "notes stays on its node" });
    const central = declared("central_reference");
    expect(refuseChange(central, null, insert({}), branch)).toMatchObject({
      code: "hub_only",
      message: "notes is changed at the hub",
    });
    expect(refuseChange(central, null, insert({}), hub)).toBeNull();
    expect(refuseChange(documents, null, change, branch)).toMatchObject({
      code: "missing_record",
      message: "the record to change is not here",
    });
    expect(applyChange(null, null, operationAt(30), change, branch)).toEqual({
      outcome: "rejected",
      code: "unknown_table",
      message: "notes is not known here",
    });
  });
});

describe("a record that is new", () => {
  test("has every column of the house, and what nobody here knows beside them", () => {
    const result = apply(null, 30, { ...insert({ future: 1 }), version: 3 });
    expect(result).toEqual({
      outcome: "applied",
      conflicts: [],
      row: {
        branch_id: "brn_a",
        metadata: {},
        title: "One",
        initials: null,
        body: null,
        mine: null,
        count: null,
        flag: null,
        facts: null,
        tags: null,
        log: null,
        status: null,
        id: "rec_1",
        tenant_id: tenantId,
        created_at: "2026-01-02T00:00:00.000Z",
        updated_at: "2026-01-02T00:00:00.000Z",
        created_by: "stf_2",
        updated_by: "stf_2",
        version: 3,
        origin: "branch",
        origin_node_id: "nod_a",
        hlc: stamp(30),
        stamps: { "*": stamp(30) },
        unknown_fields: { future: 1 },
      },
    });
  });

  test("with the branch left out belongs to all", () => {
    const { branch_id: _branch, ...fields } = insert({}).fields;
    expect(rowOf(apply(null, 30, { ...insert({}), fields })).branch_id).toBeNull();
  });

  test("made twice is one, made alike is one, and a fact made unlike is refused", () => {
    const made = record({ stamps: { "*": stamp(30) } });
    expect(apply(made, 30, insert({}))).toEqual({ outcome: "duplicate", row: made, conflicts: [] });
    const alike = record({ unknown_fields: { future: 1 } });
    const again = apply(alike, 30, insert({ future: 1, body: null }));
    expect(again).toEqual({ outcome: "merged", row: alike, conflicts: [] });
    const fact = applyChange(
      declared("fact"),
      made,
      operationAt(31),
      insert({ body: "b" }),
      branch,
    );
    expect(fact).toEqual({
      outcome: "rejected",
      code: "fact_changed",
      message: "another fact has this id",
    });
  });

  test.each(["fact", "ledger"] as const)("of a %s is never changed", (merge) => {
    const result = applyChange(
      declared(merge),
      record(),
      operationAt(30),
      update({ body: "b" }),
      branch,
    );
    expect(result).toEqual({
      outcome: "rejected",
      code: "fact_changed",
      message: "a fact is corrected by another",
    });
  });
});

describe("a change of a record", () => {
  const seen = { body: stamp(10) };

  test("known already changes nothing", () => {
    const known = record({ stamps: { "*": stamp(10), body: stamp(30) } });
    const result = apply(known, 30, update({ body: "b" }, seen));
    expect(result).toEqual({ outcome: "duplicate", row: known, conflicts: [] });
  });

  test("known in part is taken for the rest", () => {
    const half = record({ body: "b", stamps: { "*": stamp(10), body: stamp(30) } });
    const row = rowOf(apply(half, 30, update({ body: "x", title: "Two" }, { title: stamp(10) })));
    expect(row).toMatchObject({ title: "Two", body: "b" });
  });

  test("that had seen everything leaves its own stamp and time, also with an earlier clock", () => {
    const result = apply(record(), 15, update({ body: "b" }, seen));
    expect(result.outcome).toBe("applied");
    expect(rowOf(result)).toMatchObject({
      version: 5,
      hlc: stamp(15),
      updated_at: "2026-01-02T00:00:00.000Z",
      updated_by: "stf_2",
      origin: "branch",
      origin_node_id: "nod_a",
      stamps: { "*": stamp(10), body: stamp(15) },
    });
  });

  test.each([
    [30, 5, "merged", 5, stamp(30), "stf_2"],
    [20, 3, "merged", 5, stamp(20), "stf_1"],
    [15, 9, "merged", 9, stamp(20), "stf_1"],
  ] as const)("of clock %i and version %i beside another", (...row) => {
    const [at, version, outcome, to, hlc, by] = row;
    const current = record({ title: "Two", stamps: { "*": stamp(10), title: stamp(20) } });
    const change = update({ body: "b", count: 1 }, { ...seen, count: stamp(9) }, version);
    const merged = apply(current, at, { ...change, base: { ...seen, count: stamp(10) } });
    const isStraight = version === 5;
    expect(merged.outcome).toBe(isStraight ? "applied" : outcome);
    expect(rowOf(merged)).toMatchObject({ version: to, hlc, updated_by: by });
  });

  test("keeps what nobody here knows beside the columns, and not in them", () => {
    const current = record({ unknown_fields: { old: 1 } });
    const row = rowOf(apply(current, 30, update({ future: 2, body: "b" }, seen)));
    expect(row.unknown_fields).toEqual({ old: 1, future: 2 });
    expect(row).not.toHaveProperty("future");
    expect(row["body"]).toBe("b");
  });

  test("of a field that nobody here knows, unseen, is a conflict with what is kept", () => {
    const stamps = { "*": stamp(10), future: stamp(20) };
    const current = record({ unknown_fields: { future: "theirs" }, stamps });
    const result = apply(current, 30, update({ future: "ours" }, { future: stamp(10) }));
    expect(result).toMatchObject({
      outcome: "conflict",
      conflicts: [{ kind: "field", field: "future", keptValue: "ours", otherValue: "theirs" }],
    });
  });
});

describe("a field that was changed on both sides", () => {
  function met(
    values: Readonly<Record<string, unknown>>,
    at: number,
    change: Change,
    actor?: string,
  ) {
    const names = Object.keys(values);
    const stamps = Object.fromEntries(names.map((name) => [name, stamp(20)]));
    const current = record({ ...values, stamps: { "*": stamp(10), ...stamps } });
    return mergeFields({ table: documents, current, operation: operationAt(at, actor), change });
  }

  test.each([
    [30, "ours", "theirs", stamp(30), stamp(20), { body: "ours" }],
    [15, "theirs", "ours", stamp(20), stamp(15), {}],
  ])("keeps both, the later clock in place (%i)", (...row) => {
    const [at, kept, other, keptAt, otherAt, values] = row;
    const merged = met({ body: "theirs" }, at, update({ body: "ours" }, { body: stamp(10) }));
    expect(merged).toEqual({
      values,
      stamps: at === 30 ? { body: stamp(30) } : {},
      conflicts: [
        {
          kind: "field",
          field: "body",
          keptValue: kept,
          otherValue: other,
          baseStamp: stamp(10),
          keptStamp: keptAt,
          otherStamp: otherAt,
        },
      ],
      isAllSeen: false,
    });
  });

  test("without a word of what was seen names no base", () => {
    const [conflict] = met({ body: "theirs" }, 30, update({ body: "ours" })).conflicts;
    expect(conflict?.baseStamp).toBeNull();
  });

  test.each([
    [30, stamp(30)],
    [15, stamp(20)],
  ])("to the same value keeps the later stamp (%i)", (at, kept) => {
    const merged = met({ body: "b" }, at, update({ body: "b" }, { body: stamp(10) }));
    expect(merged).toMatchObject({ values: { body: "b" }, stamps: { body: kept }, conflicts: [] });
  });

  test.each([
    [30, `${stamp(30)}_`],
    [15, `${stamp(20)}_`],
  ])("of a set has all entries under a stamp that is neither's (%i)", (at, kept) => {
    const merged = met({ tags: ["b", "a"] }, at, update({ tags: ["c", "b"] }, { tags: stamp(10) }));
    expect(merged).toMatchObject({ values: { tags: ["b", "a", "c"] }, stamps: { tags: kept } });
  });

  test("of a set with nothing on one side has the other's", () => {
    expect(met({ tags: null }, 30, update({ tags: ["c"] })).values).toEqual({ tags: ["c"] });
  });

  test("of a list has all entries by their times; those without come first, in their order", () => {
    const theirs = [{ at: "2", n: 1 }, { at: "4" }, { at: 9 }, null];
    const ours = [{ at: "3" }, { at: "2", n: 2 }, "word", { other: 1 }];
    const merged = met({ log: theirs }, 30, update({ log: ours }));
    expect(merged.values["log"]).toEqual([
      { at: 9 },
      null,
      "word",
      { other: 1 },
      { at: "2", n: 1 },
      { at: "2", n: 2 },
      { at: "3" },
      { at: "4" },
    ]);
  });

  test("by one person at two screens is the newer, and no conflict", () => {
    const change = update({ mine: "ours" }, { mine: stamp(10) });
    expect(met({ mine: "theirs" }, 30, change, "stf_1")).toMatchObject({
      values: { mine: "ours" },
      conflicts: [],
    });
    expect(met({ mine: "theirs" }, 15, change, "stf_1")).toMatchObject({
      values: {},
      conflicts: [],
    });
    expect(met({ mine: "theirs" }, 20, change, "stf_1")).toMatchObject({
      values: {},
      conflicts: [],
    });
    expect(met({ mine: "theirs" }, 30, change, "stf_2").conflicts).toHaveLength(1);
    expect(met({ body: "x" }, 30, update({ body: "y" }), "stf_1").conflicts).toHaveLength(1);
  });

  test("that follows another goes with it, whatever was seen of itself and wherever it stands", () => {
    const both = { initials: "T", title: "Two" };
    const kept = met({ title: "X", initials: "X" }, 30, update(both));
    expect(kept.values).toEqual({ title: "Two", initials: "T" });
    expect(kept.conflicts.map(({ field }) => field)).toEqual(["title"]);
    const lost = met({ title: "X", initials: "X" }, 15, update(both));
    expect(lost.values).toEqual({});
    expect(lost.conflicts.map(({ field }) => field)).toEqual(["title"]);
  });

  test("that follows another, without it, is a field like any other", () => {
    const alone = met({ initials: "X" }, 30, update({ initials: "T" }));
    expect(alone.conflicts.map(({ field }) => field)).toEqual(["initials"]);
  });

  test("what the house keeps is left out", () => {
    expect(met({}, 30, update({ version: 9, body: "b" }, { body: stamp(10) })).values).toEqual({
      body: "b",
    });
  });

  test("one field unseen is enough not to have seen all", () => {
    const change = update({ body: "b", title: "Two" }, { body: stamp(1), title: stamp(10) });
    expect(met({}, 30, change).isAllSeen).toBe(false);
    const seen = update({ body: "b", title: "Two" }, { body: stamp(10), title: stamp(10) });
    expect(met({}, 30, seen).isAllSeen).toBe(true);
  });
});

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
    expect(isLostDecision(change, resultOf("field", "state"))).toBe(true);
    expect(isLostDecision(change, resultOf("field"))).toBe(false);
    expect(isLostDecision({ ...change, table: "notes" }, resultOf("state"))).toBe(false);
    expect(isLostDecision(change, { outcome: "merged", row: record(), conflicts: [] })).toBe(false);
  });

  test("has one id wherever it is found, and another for every other field, record and operation", () => {
    const about = { table: "notes", id: "rec_1" };
    const id = conflictIdOf({ op_id: "op_1" }, about, "body");
    expect(id).toMatch(/^cnf_[0-9a-z]{26}$/);
    expect(conflictIdOf({ op_id: "op_1" }, about, "body")).toBe(id);
    const others = [
      conflictIdOf({ op_id: "op_2" }, about, "body"),
      conflictIdOf({ op_id: "op_1" }, { ...about, table: "forms" }, "body"),
      conflictIdOf({ op_id: "op_1" }, { ...about, id: "rec_2" }, "body"),
      conflictIdOf({ op_id: "op_1" }, about, "title"),
    ];
    expect(new Set([id, ...others]).size).toBe(5);
  });
});
