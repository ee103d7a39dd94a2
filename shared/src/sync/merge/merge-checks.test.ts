import { describe, expect, test } from "vitest";
import { refuseChange } from "./merge-checks.ts";
import { applyChange } from "./merge.ts";
import {
  tenantId,
  branch,
  hub,
  stamp,
  declared,
  documents,
  record,
  operationAt,
  insert,
  update,
  apply,
  rowOf,
  faultOf,
} from "./merge-samples.ts";

// Beside the table of what becomes of a change: what is looked at before anything is merged.

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
    ["created_by", "stf_9", "notes.created_by is a system column"],
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

  test("a new record must have what its table demands, but the system columns", () => {
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
  const anybodys = declared("shared_document", { withoutBranch: "anybody" });
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
      "of no branch",
      documents,
      { branch_id: null },
      "hub_only",
      "the record is the whole tenant's, which the hub changes",
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
    expect(refuseChange(shared, record({ branch_id: null }), change, branch)).toBeNull();
    expect(refuseChange(anybodys, record({ branch_id: null }), change, branch)).toBeNull();
    expect(refuseChange(anybodys, record({ branch_id: "brn_b" }), change, branch)).not.toBeNull();
    expect(refuseChange(shared, record({ branch_id: "brn_b" }), change, branch)).toBeNull();
    expect(refuseChange(owned, record(), change, branch)).toBeNull();
  });

  test("the hub changes records of every branch", () => {
    expect(refuseChange(owned, record({ branch_id: "brn_b" }), change, hub)).toBeNull();
    expect(refuseChange(documents, record({ branch_id: "brn_b" }), change, hub)).toBeNull();
    expect(refuseChange(documents, record({ branch_id: null }), change, hub)).toBeNull();
    expect(refuseChange(documents, null, insert({ branch_id: null }), hub)).toBeNull();
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

  test("a node makes records for its own branch, and for none only where those are nobody's alone", () => {
    const { branch_id: _branch, ...without } = insert({}).fields;
    const nameless = { ...insert({}), fields: without };
    for (const made of [insert({ branch_id: "brn_b" }), insert({ branch_id: null }), nameless])
      expect(refuseChange(documents, null, made, branch)).toMatchObject({
        code: "branch_forbidden",
        message: "a node makes records for its own branch only",
      });
    for (const table of [shared, anybodys]) {
      expect(refuseChange(table, null, insert({ branch_id: null }), branch)).toBeNull();
      expect(refuseChange(table, null, nameless, branch)).toBeNull();
      expect(refuseChange(table, null, insert({ branch_id: "brn_b" }), branch)).not.toBeNull();
    }
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
  test("has every system column, and what nobody here knows beside them", () => {
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

  test("of what branches share belongs to all with the branch left out", () => {
    const { branch_id: _branch, ...fields } = insert({}).fields;
    const shared = declared("shared_document", { audience: "tenant" });
    const made = applyChange(shared, null, operationAt(30), { ...insert({}), fields }, branch);
    expect(rowOf(made).branch_id).toBeNull();
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
