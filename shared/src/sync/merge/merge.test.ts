import { describe, expect, test } from "vitest";
import type { Change, Operation } from "#db/model.ts";
import {
  column,
  defineTable,
  recordColumns,
  type MergeKind,
  type RecordRow,
  type TableDeclaration,
} from "#db/table.ts";
import { applyChange } from "./merge.ts";
import type { ChangeOrigin, ChangeResult } from "./merge-outcome.ts";
import { mergeTable, type Expected, type Situation } from "./merge-table.ts";

const tenantId = "ten_1";
const here: ChangeOrigin = { tenantId, nodeId: "nod_a", kind: "branch", branchId: "brn_a" };

function stamp(at: number, node = "nod_a"): string {
  return `${String(at).padStart(13, "0")}-0000-${node}`;
}

function declared(merge: MergeKind): TableDeclaration {
  return defineTable({
    name: "notes",
    merge,
    audience: "branch",
    stateFields: ["status"],
    stateMachine: () => ({ open: ["read", "done", "void"], read: ["done"], done: [], void: [] }),
    fieldRules: { tags: "set", log: "list", initials: { follows: "title" } },
    columns: {
      ...recordColumns,
      title: column.text(),
      initials: column.text(),
      body: column.nullable.text(),
      count: column.int(),
      tags: column.json<readonly string[]>(),
      log: column.json<readonly unknown[]>(),
      status: column.text(),
    },
  });
}

const fresh = {
  branch_id: "brn_a",
  metadata: {},
  title: "One",
  initials: "O",
  body: null,
  count: 1,
  tags: ["x"],
  log: [{ at: "1", say: "made" }],
  status: "open",
};

/** A record made at 10; another node's changes, made at `at`, on top of it. */
function standing(values: Readonly<Record<string, unknown>> = {}, at = 20): RecordRow {
  const changed = Object.keys(values).length > 0;
  return {
    ...fresh,
    ...values,
    id: "rec_1",
    tenant_id: tenantId,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    created_by: "stf_1",
    updated_by: "stf_1",
    version: changed ? 2 : 1,
    origin: "branch",
    origin_node_id: changed ? "nod_b" : "nod_a",
    hlc: changed ? stamp(at, "nod_b") : stamp(10),
    unknown_fields: {},
    stamps: {
      "*": stamp(10),
      ...Object.fromEntries(Object.keys(values).map((name) => [name, stamp(at, "nod_b")])),
    },
  };
}

function operation(at: number): Operation {
  const who = { id: "stf_2", type: "staff", role: null } as const;
  const place = { branch_id: "brn_a", device_id: null, reason: null, schema: 1 };
  const parts = { changes: [], events: [], actor: who };
  const about = { op_id: `op_${at}`, type: "note.write", entity: "notes", entity_id: "rec_1" };
  return { ...about, ...place, ...parts, hlc: stamp(at), at: "2026-01-02T00:00:00.000Z" };
}

function insert(fields: Readonly<Record<string, unknown>> = {}): Change {
  const about = { table: "notes", id: "rec_1", kind: "insert" } as const;
  return { ...about, fields: { ...fresh, ...fields }, base: {}, version: 1 };
}

/** A change by a writer that had seen the record as it was made, and nothing since. */
function update(fields: Readonly<Record<string, unknown>>): Change {
  const base = Object.fromEntries(Object.keys(fields).map((name) => [name, stamp(10)]));
  return { table: "notes", id: "rec_1", kind: "update", fields, base, version: 2 };
}

/** A change that adds to sets and lists, by a writer that had seen each as of a stamp. */
function adding(entries: Readonly<Record<string, readonly unknown[]>>, seen: string): Change {
  const base = Object.fromEntries(Object.keys(entries).map((name) => [name, seen]));
  return { ...update({}), added: entries, base };
}

interface Case {
  readonly current: RecordRow | null;
  readonly change: Change;
  /** The clock of the operation that arrives; the other node's change is of 20. */
  readonly at: number;
  /** What the record holds afterwards, where it is taken or a conflict. */
  readonly after?: Readonly<Record<string, unknown>>;
}

const late = 30;
const early = 15;
const added = { at: "2", say: "here" };
const other = { at: "3", say: "there" };

const cases: Readonly<Record<Situation, Case>> = {
  insert_new: { current: null, change: insert(), at: 10, after: fresh },
  insert_again: { current: standing({ body: "b" }), change: insert(), at: 10 },
  insert_alike: { current: standing(), change: insert(), at: late, after: fresh },
  insert_unlike: {
    current: standing(),
    change: insert({ title: "Two" }),
    at: late,
    after: { title: "Two" },
  },
  insert_for_other_branch: { current: null, change: insert({ branch_id: "brn_b" }), at: 10 },
  insert_for_no_branch: { current: null, change: insert({ branch_id: null }), at: 10 },
  update_seen: {
    current: standing(),
    change: update({ body: "b" }),
    at: late,
    after: { body: "b" },
  },
  update_again: {
    current: { ...standing(), stamps: { "*": stamp(10), body: stamp(late) } },
    change: update({ body: "b" }),
    at: late,
  },
  update_other_field: {
    current: standing({ body: "b" }),
    change: update({ count: 2 }),
    at: late,
    after: { body: "b", count: 2 },
  },
  update_same_field: {
    current: standing({ body: "b" }),
    change: update({ body: "c" }),
    at: late,
    after: { body: "c" },
  },
  update_same_field_earlier: {
    current: standing({ body: "b" }),
    change: update({ body: "c" }),
    at: early,
    after: { body: "b" },
  },
  update_same_value: {
    current: standing({ body: "b" }),
    change: update({ body: "b" }),
    at: early,
    after: { body: "b" },
  },
  state_seen: {
    current: standing(),
    change: update({ status: "read" }),
    at: late,
    after: { status: "read" },
  },
  state_unseen_possible: {
    current: standing({ status: "read" }),
    change: update({ status: "done" }),
    at: early,
    after: { status: "done" },
  },
  state_unseen_impossible: {
    current: standing({ status: "done" }),
    change: update({ status: "void" }),
    at: late,
    after: { status: "done" },
  },
  set_unseen: {
    current: standing({ tags: ["x", "y"] }),
    change: update({ tags: ["x", "z"] }),
    at: early,
    after: { tags: ["x", "y", "z"] },
  },
  list_unseen: {
    current: standing({ log: [...fresh.log, other] }),
    change: update({ log: [...fresh.log, added] }),
    at: late,
    after: { log: [...fresh.log, added, other] },
  },
  follower_of_winner: {
    current: standing({ title: "B", initials: "B" }),
    change: update({ title: "C", initials: "C" }),
    at: late,
    after: { title: "C", initials: "C" },
  },
  // The other side changed the title alone: what this side worked out from its own title must not join it.
  follower_of_loser: {
    current: standing({ title: "Oh" }),
    change: update({ title: "C", initials: "C" }),
    at: early,
    after: { title: "Oh", initials: "O" },
  },
  other_branch_record: {
    current: { ...standing(), branch_id: "brn_b" },
    change: update({ body: "b" }),
    at: late,
  },
  no_branch_record: {
    current: { ...standing(), branch_id: null },
    change: update({ body: "b" }),
    at: late,
  },
  other_tenant_record: {
    current: { ...standing(), tenant_id: "ten_2" },
    change: update({ body: "b" }),
    at: late,
  },
  move_to_other_branch: { current: standing(), change: update({ branch_id: "brn_b" }), at: late },
  missing_record: { current: null, change: update({ body: "b" }), at: late },
  unknown_field: {
    current: standing(),
    change: update({ later: "kept" }),
    at: late,
    after: { unknown_fields: { later: "kept" } },
  },
  wrong_type: { current: standing(), change: update({ count: "two" }), at: late },
  house_field: { current: standing(), change: update({ version: 9 }), at: late },
};

function summary(result: ChangeResult, at: number): Expected {
  if (result.outcome === "rejected") return result.code;
  if (result.outcome !== "conflict") return result.outcome;
  const [conflict] = result.conflicts;
  return conflict?.keptStamp === stamp(at) ? "conflict_incoming" : "conflict_standing";
}

const rows = Object.entries(mergeTable).flatMap(([kind, outcomes]) =>
  Object.entries(outcomes).map(([situation, expected]) => ({ kind, situation, expected })),
);

function kindOf(name: string): MergeKind {
  const found = (
    ["fact", "ledger", "shared_document", "branch_owned", "central_reference", "local"] as const
  ).find((kind) => kind === name);
  if (found === undefined) throw new Error(`${name} is no kind`);
  return found;
}

function caseOf(name: string): Case {
  const found = Object.entries(cases).find(([situation]) => situation === name);
  if (found === undefined) throw new Error(`${name} has no case`);
  return found[1];
}

describe("the table of what becomes of a change", () => {
  test.each(rows)("$kind, $situation: $expected", ({ kind, situation, expected }) => {
    const { current, change, at, after } = caseOf(situation);
    const result = applyChange(declared(kindOf(kind)), current, operation(at), change, here);
    expect(summary(result, at)).toBe(expected);
    // What is refused or known leaves the record alone, to the very object.
    const row = result.outcome === "rejected" ? current : result.row;
    const isTouched = result.outcome !== "rejected" && result.outcome !== "duplicate";
    expect(isTouched || row === current).toBe(true);
    expect(row ?? {}).toMatchObject(isTouched ? (after ?? {}) : {});
  });
});

describe("what holds beyond the table", () => {
  const table = declared("shared_document");

  function taken(result: ChangeResult): RecordRow {
    if (result.outcome === "rejected") throw new Error(result.message);
    return result.row;
  }

  test("a table that nobody knows is refused by name", () => {
    const result = applyChange(null, null, operation(10), insert(), here);
    expect(result).toMatchObject({ outcome: "rejected", code: "unknown_table" });
  });

  test("the hub may change central reference", () => {
    const hub: ChangeOrigin = { ...here, kind: "hub" };
    const result = applyChange(declared("central_reference"), null, operation(10), insert(), hub);
    expect(result.outcome).toBe("applied");
  });

  test("keeps both values of a conflict, and the base the loser had seen", () => {
    const result = applyChange(
      table,
      standing({ body: "b" }),
      operation(early),
      update({ body: "c" }),
      here,
    );
    expect(result).toMatchObject({
      conflicts: [
        {
          kind: "field",
          field: "body",
          keptValue: "b",
          otherValue: "c",
          baseStamp: stamp(10),
          keptStamp: stamp(20, "nod_b"),
          otherStamp: stamp(early),
        },
      ],
    });
  });

  test("takes a change whose writer had seen what stands although its clock is two days behind", () => {
    const current = standing({ body: "b" }, 172_800_000);
    const change = {
      ...update({ body: "c" }),
      base: { body: stamp(172_800_000, "nod_b") },
      version: 3,
    };
    const row = taken(applyChange(table, current, operation(50), change, here));
    expect(row).toMatchObject({
      body: "c",
      hlc: stamp(50),
      stamps: { body: stamp(50) },
      version: 3,
    });
  });

  test("does not take a writer for one that has seen the union of two sets", () => {
    const mine = { ...operation(late), hlc: stamp(late) };
    const merged = taken(
      applyChange(table, standing({ tags: ["x", "y"] }), mine, update({ tags: ["x", "z"] }), here),
    );
    const next = { ...update({ tags: ["x", "z", "w"] }), base: { tags: stamp(late) }, version: 3 };
    const row = taken(applyChange(table, merged, operation(40), next, here));
    expect(row["tags"]).toEqual(["x", "y", "z", "w"]);
  });

  test("puts what was added behind what its writer had seen, to the letter", () => {
    const current = standing({ tags: ["y", "x"], log: [other] });
    const change = adding({ tags: ["a"], log: [added] }, stamp(20, "nod_b"));
    const row = taken(applyChange(table, current, operation(late), change, here));
    expect(row["tags"]).toEqual(["y", "x", "a"]);
    expect(row["log"]).toEqual([other, added]);
    expect(row.stamps).toMatchObject({ tags: stamp(late), log: stamp(late) });
  });

  test("puts what was added beside what its writer had not seen, a list by time, each entry once", () => {
    const current = standing({ tags: ["y", "a"], log: [other] });
    const change = adding({ tags: ["a", "b"], log: [added] }, stamp(10));
    const row = taken(applyChange(table, current, operation(late), change, here));
    expect(row["tags"]).toEqual(["y", "a", "b"]);
    expect(row["log"]).toEqual([added, other]);
    expect(row.stamps).toMatchObject({ tags: `${stamp(late)}_`, log: `${stamp(late)}_` });
  });

  test("leaves a set as it stands that has what was added already", () => {
    const current = standing({ tags: ["y", "a"] });
    const change = adding({ tags: ["a"] }, stamp(10));
    const row = taken(applyChange(table, current, operation(late), change, here));
    expect(row["tags"]).toEqual(["y", "a"]);
    expect(row.stamps["tags"]).toBe(stamp(20, "nod_b"));
  });

  test("keeps what was added to a field that only a newer node knows beside the record", () => {
    const change = adding({ marks: [1] }, stamp(10));
    const row = taken(applyChange(table, standing(), operation(late), change, here));
    expect(row.unknown_fields).toEqual({ marks: [1] });
  });

  test.each([
    ["a text", { body: ["b"] }, {}],
    ["what cannot be kept", { tags: ["\u0000"] }, {}],
    ["a set that is given whole as well", { tags: ["b"] }, { tags: ["c"] }],
  ])("does not add to %s", (_title, entries, fields) => {
    const change = { ...adding(entries, stamp(10)), fields };
    expect(applyChange(table, standing(), operation(late), change, here)).toMatchObject({
      outcome: "rejected",
      code: "invalid_field",
    });
  });

  test("does not add to a record that it makes", () => {
    const change = { ...insert(), added: { tags: ["b"] } };
    expect(applyChange(table, null, operation(10), change, here)).toMatchObject({
      outcome: "rejected",
      code: "invalid_field",
    });
  });

  test("removes from a set what its writer had seen", () => {
    const change = { ...update({ tags: ["y"] }), base: { tags: stamp(20, "nod_b") }, version: 3 };
    const row = taken(
      applyChange(table, standing({ tags: ["x", "y"] }), operation(late), change, here),
    );
    expect(row["tags"]).toEqual(["y"]);
  });

  test("fills what an older node does not send with nothing", () => {
    const { body: _unsent, ...known } = fresh;
    const change = { ...insert(), fields: known };
    expect(taken(applyChange(table, null, operation(10), change, here))["body"]).toBeNull();
  });

  test("refuses a new record without what it must have", () => {
    const { title: _unsent, ...known } = fresh;
    const result = applyChange(table, null, operation(10), { ...insert(), fields: known }, here);
    expect(result).toMatchObject({ outcome: "rejected", code: "invalid_field" });
  });

  test.each(["\ud800", "a\u0000b"])("refuses text that no database keeps", (body) => {
    const result = applyChange(table, standing(), operation(late), update({ body }), here);
    expect(result).toMatchObject({ outcome: "rejected", code: "invalid_field" });
  });
});
