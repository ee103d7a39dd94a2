import { describe, expect, test } from "vitest";
import * as z from "zod";
import { eventTypes } from "#contract/event-types.ts";
import { int, str, ts } from "#contract/fields.ts";
import { recordForms } from "#contract/record.ts";
import type { Change, DomainEvent, Operation } from "#db/model.ts";
import { column, defineTable, recordColumns, type RecordRow } from "#db/table.ts";
import { writesOf } from "#resource/command-writes.ts";
import { createIdSource } from "#kernel/ids.ts";
import { commandOf, nodeCommand } from "#resource/commands.ts";
import { createJudge } from "./judge.ts";

const newId = createIdSource(Date.now);
const branchId = newId("brn");
const id = newId("itm");

const boxes = defineTable({
  name: "boxes",
  merge: "shared_document",
  fieldRules: { label_key: { follows: "label" } },
  forms: {
    ...recordForms("itm"),
    label: str(1, 20),
    weight: int(0, 100),
    sizes: z.array(z.strictObject({ width: int(1, 9) })).max(2),
    opened_at: ts,
  },
  columns: {
    ...recordColumns,
    label: column.text(),
    label_key: column.text(),
    weight: column.int(),
    sizes: column.json<readonly unknown[]>(),
    opened_at: column.nullable.text(),
  },
});
const other = defineTable({
  name: "others",
  merge: "fact",
  forms: { ...recordForms("itm"), note: str(1, 20) },
  columns: { ...recordColumns, note: column.text() },
});

const boxEvents = eventTypes("box", { created: "a box was made", updated: "it was changed" });
const aNode = { id: "nod_1", type: "system", role: null } as const;
const access = { resource: "items", action: "update" } as const;
const judge = createJudge([
  commandOf({ operation: "box.create", access }, [
    writesOf(boxes, { makes: true, events: [boxEvents.created] }),
  ]),
  commandOf({ operation: "box.update", access }, [
    writesOf(boxes, {
      changes: ["weight", "sizes"],
      events: [boxEvents.updated],
      eventFields: { was: int(0, 9) },
    }),
  ]),
  commandOf({ operation: "box.import", access }, [
    writesOf(boxes, { makes: true, several: true }),
    writesOf(other, { makes: true }),
  ]),
  nodeCommand("other.note", [writesOf(other, { makes: true })]),
  commandOf(
    { operation: "box.note", access },
    [writesOf(other, { makes: true }), writesOf(boxes, { changes: ["weight"] })],
    { guard: ({ before, operation: { changes } }) => guardOf(changes.map(before)) },
  ),
]);

function guardOf(rows: readonly (RecordRow | null)[]): string | null {
  return rows.every((row) => row === null) ? null : "changes.0.id: is here already";
}

const made = {
  branch_id: branchId,
  metadata: {},
  label: "a",
  label_key: "A",
  weight: 1,
  sizes: [],
};

function insert(fields: object = {}): Change {
  const all = { ...made, opened_at: null, ...fields };
  return { table: "boxes", id, kind: "insert", fields: all, base: {}, version: 1 };
}

function update(fields: Change["fields"]): Change {
  return { table: "boxes", id, kind: "update", fields, base: {}, version: 2 };
}

function event(type: string, more: Partial<DomainEvent> = {}): DomainEvent {
  const about = { entity: "boxes", entity_id: id, entity_version: 1, branch_id: branchId };
  return { id: newId("evt"), type, ...about, payload: {}, ...more };
}

function operation(type: string, changes: readonly Change[], events: readonly DomainEvent[] = []) {
  const actor = { id: "stf_1", type: "staff", role: null } as const;
  const [first] = changes;
  const whole: Operation = {
    op_id: newId("op"),
    type,
    entity: first?.table ?? "",
    entity_id: first?.id ?? "",
    hlc: "0",
    at: "2026-11-23T03:00:00.000Z",
    branch_id: branchId,
    actor,
    device_id: null,
    reason: null,
    schema: 1,
    changes,
    events,
  };
  return whole;
}

describe("an operation within its command", () => {
  test.each([
    [
      "makes a record and tells of it",
      operation(
        "box.create",
        [insert()],
        [event("box.created", { payload: { label: "a", opened_at: null } })],
      ),
    ],
    [
      "changes what may change",
      operation("box.update", [update({ weight: 2, sizes: [{ width: 3 }] })]),
    ],
    [
      "tells what it declares besides",
      operation(
        "box.update",
        [update({ weight: 2 })],
        [event("box.updated", { entity_version: 2, payload: { was: 1 } })],
      ),
    ],
  ])("%s", (_title, whole) => {
    expect(judge.faultOf(whole)).toBeNull();
  });
});

const beyond = "not_of_command";

describe("an operation beyond its command is refused by the field", () => {
  test.each([
    ["an unknown command", operation("box.burn", [insert()]), beyond, "type: "],
    [
      "a node in place of a person",
      { ...operation("box.create", [insert()]), actor: aNode },
      beyond,
      "actor.type: ",
    ],
    ["a person in place of a node", operation("other.note", [insert()]), beyond, "actor.type: "],
    ["no change at all", operation("box.create", [], [event("box.created")]), beyond, "changes: "],
    [
      "another subject",
      { ...operation("box.create", [insert()]), entity_id: newId("itm") },
      beyond,
      "entity_id: ",
    ],
    [
      "another table",
      operation("box.create", [{ ...insert(), table: "others" }]),
      beyond,
      "changes.0.table: ",
    ],
    [
      "a change where it only makes",
      operation("box.create", [update({ weight: 2 })]),
      beyond,
      "changes.0.kind: ",
    ],
    [
      "a record where it only changes",
      operation("box.update", [insert()]),
      beyond,
      "changes.0.kind: ",
    ],
    [
      "a field that is given once",
      operation("box.update", [update({ label: "b" })]),
      beyond,
      "changes.0.fields.label: ",
    ],
    [
      "a field that nobody declared",
      operation("box.create", [insert({ secret: 1 })]),
      beyond,
      "changes.0.fields.secret: ",
    ],
    [
      "a system column",
      operation("box.create", [insert({ created_by: "stf_2" })]),
      beyond,
      "changes.0.fields.created_by: ",
    ],
    [
      "another command's event",
      operation(
        "box.update",
        [update({ weight: 2 })],
        [event("box.created", { entity_version: 2 })],
      ),
      beyond,
      "events.0.type: ",
    ],
    [
      "an event of another record",
      operation("box.create", [insert()], [event("box.created", { entity_id: newId("itm") })]),
      beyond,
      "events.0.entity_id: ",
    ],
    [
      "an event of another version",
      operation("box.create", [insert()], [event("box.created", { entity_version: 7 })]),
      beyond,
      "events.0.entity_version: ",
    ],
    [
      "an event that tells more",
      operation("box.create", [insert()], [event("box.created", { payload: { name: "x" } })]),
      beyond,
      "events.0.payload.name: ",
    ],
    [
      "an event with a value of no form",
      operation("box.create", [insert()], [event("box.created", { payload: { weight: "7" } })]),
      "invalid_field",
      "events.0.payload.weight: ",
    ],
  ])("%s", (_title, whole, code, place) => {
    const fault = judge.faultOf(whole);
    expect(fault).toMatchObject({ code });
    expect(fault?.message.startsWith(place)).toBe(true);
  });

  test.each([
    ["a control character", { label: "\u001b@a" }, "label"],
    ["a payment card's number", { label: "4111 1111 1111 1111" }, "label"],
    ["a text that is too long", { label: "a".repeat(21) }, "label"],
    ["a text that is not as it is kept", { label: " a" }, "label"],
    ["a number out of range", { weight: 101 }, "weight"],
    ["what is not in a document's form", { sizes: [{ width: 3, depth: 1 }] }, "sizes"],
    ["an instant of another zone", { opened_at: "2026-11-23T03:00:00+05:30" }, "opened_at"],
    ["another branch's form of id", { branch_id: "brn_1" }, "branch_id"],
  ])("%s", (_title, fields, name) => {
    const fault = judge.faultOf(operation("box.create", [insert(fields)]));
    expect(fault?.code).toBe("invalid_field");
    expect(fault?.message.startsWith(`changes.0.fields.${name}: `)).toBe(true);
  });

  test.each([
    ["a field that its command does not change", "label", ["b"], beyond],
    ["an entry that is not in its form", "sizes", [{ width: 3, depth: 1 }], "invalid_field"],
  ])("what is added to %s", (_title, name, entries, code) => {
    const fault = judge.faultOf(
      operation("box.update", [{ ...update({}), added: { [name]: entries } }]),
    );
    expect(fault?.code).toBe(code);
    expect(fault?.message.startsWith(`changes.0.added.${name}: `)).toBe(true);
  });

  test("an id that is not of its kind", () => {
    const [change] = [{ ...insert(), id: "stf_1" }];
    expect(judge.faultOf(operation("box.create", [change]))).toMatchObject({
      code: "invalid_field",
      message: "changes.0.id: must be an id that begins with itm_",
    });
  });
});

test("an operation begins with the table that its command begins with", () => {
  const note: Change = { ...insert(), table: "others", fields: { branch_id: branchId, note: "n" } };
  const weight = update({ weight: 2 });
  expect(judge.faultOf(operation("box.note", [note, weight]))).toBeNull();
  expect(judge.faultOf(operation("box.note", [weight, note]))).toEqual({
    code: beyond,
    message: "changes.0.table: box.note begins with others",
  });
});

test("a command writes one record of each table, unless it says that it may write several, and each once", () => {
  const [one, two] = [insert(), { ...insert(), id: newId("itm") }];
  const fields = { branch_id: branchId, note: "n" };
  const notes = [one, two].map((box): Change => ({ ...box, table: "others", fields }));
  const fault = (message: string) => ({ code: beyond, message });
  expect(judge.faultOf(operation("box.create", [one, two]))).toEqual(
    fault("changes.1.id: box.create writes one record of boxes alone"),
  );
  expect(judge.faultOf(operation("box.import", [one, two, ...notes.slice(1)]))).toBeNull();
  expect(judge.faultOf(operation("box.import", [one, ...notes]))).toEqual(
    fault("changes.2.id: box.import writes one record of others alone"),
  );
  expect(judge.faultOf(operation("box.import", [one, two, one]))).toEqual(
    fault("changes.2.id: is written twice"),
  );
});

test("what a command asks of the records that its operations meet is asked of its operations alone", () => {
  const whole = operation("box.note", [insert()]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- nothing of it is looked at
  const row = {} as RecordRow;
  const schema = { find: () => null };
  const arrival = {
    operation: whole,
    before: () => row,
    among: () => [],
    sumOf: () => 0,
    schema,
    roles: null,
  };
  expect(judge.faultMet(arrival)).toEqual({
    code: beyond,
    message: "changes.0.id: is here already",
  });
  expect(judge.faultMet({ ...arrival, before: () => null })).toBeNull();
  expect(judge.faultMet({ ...arrival, operation: operation("box.create", [insert()]) })).toBeNull();
});

test("what a command is judged by is looked for beside what its operations change", () => {
  const rule = { table: "others", id };
  const set = { table: "others", column: "box_id", value: id };
  const sum = { table: "others", sum: "weight", of: { box_id: id } };
  const named = { ...nodeCommand("box.weigh", []), judgedBy: () => [rule, set, sum] };
  const weighed = operation("box.weigh", [insert()]);
  expect(createJudge([named]).recordsFor(weighed)).toEqual([...weighed.changes, rule]);
  expect(createJudge([named]).setsFor(weighed)).toEqual([set]);
  expect(createJudge([named]).sumsFor(weighed)).toEqual([sum]);
  expect(judge.setsFor(weighed)).toEqual([]);
  expect(judge.sumsFor(weighed)).toEqual([]);
  const noted = operation("box.note", [insert()]);
  expect(judge.recordsFor(noted)).toEqual(noted.changes);
});

test("a field that only a newer program knows is no fault of a newer program's operation", () => {
  const whole = operation("box.create", [insert({ colour: "red" })]);
  expect(judge.faultOf(whole, true)).toBeNull();
  expect(
    judge.faultOf(operation("box.create", [insert({ weight: -1, colour: "red" })]), true),
  ).toMatchObject({ code: "invalid_field" });
});

test("a table whose fields declare no forms stops the program that would take it", () => {
  const table = defineTable({
    name: "loose",
    merge: "fact",
    columns: { ...recordColumns, note: column.text() },
  });
  const loose = nodeCommand("loose.note", [writesOf(table, { makes: true })]);
  expect(() => createJudge([loose])).toThrow("loose.branch_id declares no form of its values");
});
