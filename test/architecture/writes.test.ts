import { describe, expect, test } from "vitest";
import { filesMatching, parseSource, roomSources, textOf, type Source } from "./sources.ts";
import { declaredTables, importsOf, rowChanges, type RowChange } from "./writes.ts";

// Clinical rows change in one place, because only there do they get a version, a journal entry, an
// audit event and their domain event, all in one transaction.

/**
 * Where rows of every kind may be changed: the one writer, what applies another node's operations (at the hub
 * the ingest of batches), and the two engines' sessions, which carry out what these hand them.
 */
const WRITERS = [
  /^shared\/src\/(db|audit|write|sync)\//,
  /^(hub|branch-node)\/src\/db\//,
  /^hub\/src\/fleet\/ingest\//,
  /^branch-node\/src\/sync\/pull\.ts$/,
];

/** Who may change rows of their own tables, which are no clinical record. None may touch a clinical table. */
const KEEPERS = [
  {
    files: /^shared\/src\/(pipeline\/idempotency|http\/old-answers)\.ts$/,
    why: "answers kept for repeated requests",
  },
  { files: /^shared\/src\/http\/attempt-limits\.ts$/, why: "counts of attempts to get in" },
  { files: /^hub\/src\/(booking|account|webhooks|sandbox)\//, why: "surfaces of the hub alone" },
  { files: /^hub\/src\/console\/[\w-]+\.store\.ts$/, why: "sessions of the hub's console" },
  { files: /^hub\/src\/(fleet|tenancy)\//, why: "nodes, their feed, keys and limits" },
  { files: /^branch-node\/src\/(.+\/)?([\w-]+\.)?store\.ts$/, why: "state of this one node" },
  { files: /^branch-node\/src\/sync\//, why: "the journal and the node's place in sync" },
];

const clinicalTables = new Set(
  filesMatching("shared/src/clinical/**/*.table.ts").flatMap((path) =>
    declaredTables(parseSource(path, textOf(path))),
  ),
);

function isClinicalTableFile(specifier: string): boolean {
  return /(^#|^@edgeward\/shared\/)clinical\/.+\.table\.ts$/.test(specifier);
}

/** Whether a keeper changes a row that may be clinical: a table known by name, or one whose name cannot be read. */
function isSuspect(source: Source, change: RowChange, clinical: ReadonlySet<string>): boolean {
  if (change.table !== null) return clinical.has(change.table);
  if (change.sql === null) return importsOf(source).some(isClinicalTableFile);
  // A statement whose table is put in by the code may mean any table that the code speaks of.
  const said = change.sql.includes("${") ? source.text : change.sql;
  return [...clinical].some((table) => new RegExp(`\\b${table}\\b`).test(said));
}

function faults(source: Source, clinical: ReadonlySet<string>): string[] {
  if (WRITERS.some((files) => files.test(source.path))) return [];
  const isKeeper = KEEPERS.some((keeper) => keeper.files.test(source.path));
  return rowChanges(source)
    .filter((change) => !isKeeper || isSuspect(source, change, clinical))
    .map(({ line, by, table }) => `${source.path}:${line} ${by} ${table ?? ""}`.trim());
}

test("clinical rows change only through the one writer", () => {
  const found = roomSources("shared", "hub", "branch-node").flatMap((source) =>
    faults(source, clinicalTables),
  );
  expect(found.join("\n")).toBe("");
});

describe("a write past the writer is found", () => {
  const clinical = new Set(["patients"]);
  const MODULE = "shared/src/clinical/visit/visit.module.ts";
  const STORE = "hub/src/account/users/users.store.ts";

  test.each([
    ["the query builder", MODULE, 'db.insertInto("visits").values(v).execute();'],
    ["a builder method on the next line", MODULE, 'db\n  .updateTable("visits").set(v).execute();'],
    [
      "a table named by a variable",
      "branch-node/src/printing/spooler.ts",
      "db.deleteFrom(table).execute();",
    ],
    ["SQL in a template", MODULE, "sql`update ${table} set a = 1`.execute(db);"],
    ["SQL in a string", "hub/src/graphql/visit.ts", 'client.query("DELETE FROM queue");'],
    [
      "a bulk load past the writer",
      "hub/src/graphql/visit.ts",
      "bulkInsert(session, table, rows);",
    ],
    ["a statement of the database layer", MODULE, "session.run(insertStatement(dialect, t, row));"],
    ["a store that writes a clinical table", STORE, 'db.updateTable("patients").set(v).execute();'],
    ["a store that writes one in SQL", STORE, 'client.query("update patients set a = 1");'],
    [
      "a store that borrows a clinical table",
      STORE,
      'import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";\nrun(insertStatement(dialect, patientsTable, row));',
    ],
  ])("by %s", (_how, path, text) => {
    expect(faults(parseSource(path, text), clinical)).toHaveLength(1);
  });

  test.each([
    ["reads", MODULE, 'db.selectFrom("patients").selectAll().execute();'],
    [
      "speaks of an update in a sentence",
      MODULE,
      'say("Please update your browser, then set it up");',
    ],
    ["keeps accounts in their own table", STORE, 'db.insertInto("users").values(v).execute();'],
  ])("and code that %s is left alone", (_what, path, text) => {
    expect(faults(parseSource(path, text), clinical)).toEqual([]);
  });

  test("a table's name is read from its declaration", () => {
    const text = 'export const t = defineTable({ name: "visits", columns: {} });';
    expect(declaredTables(parseSource("visits.table.ts", text))).toEqual(["visits"]);
  });
});
