import { describe, expect, test } from "vitest";
import type { Change } from "#db/model.ts";
import { mergeFields } from "./merge-fields.ts";
import { stamp, documents, record, operationAt, update, apply, rowOf } from "./merge-samples.ts";

// Beside the table of what becomes of a change: the edges of merging fields, one by one.

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
    ["an honest clock against one that is far ahead", 25, { body: "ours" }],
    ["one that is far ahead against an honest clock", 90, {}],
  ])("lets no stamp win that no clock can have given yet: %s", (_what, at, values) => {
    const theirs = at === 90 ? stamp(20) : stamp(80);
    const merged = mergeFields({
      table: documents,
      current: record({ body: "theirs", stamps: { "*": stamp(10), body: theirs } }),
      operation: operationAt(at),
      change: update({ body: "ours" }, { body: stamp(10) }),
      latest: stamp(50),
    });
    expect(merged.values).toEqual(values);
    expect(merged.conflicts).toMatchObject([{ field: "body" }]);
  });

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

  test("system columns are left out", () => {
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
