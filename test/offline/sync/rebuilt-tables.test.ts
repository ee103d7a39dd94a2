import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateBranch } from "@edgeward/branch-node/db/branch-migrations.ts";
import { migrateUpTo } from "#support/earlier-branch.ts";

// More than two of the parts in which the keys are copied.
const keyCount = 120_000;
const rebuilding = "0009-search-keys-once";
const migrating = fileURLToPath(new URL("../../support/migrate-process.ts", import.meta.url));

const tables = {
  search_keys: "tenant_id, entity, search_key, entity_id",
  claims: "tenant_id, claim_kind, claim_value",
  reservations: "tenant_id, ref_id",
  pending_entities: "tenant_id, entity_id, op_id",
  domain_events: "tenant_id, id",
  audit_subjects: "tenant_id, subject_id, stream, first_seq",
} as const;

let folder: string;
let handle: Sqlite.Database;
/** What the tables had before: a later step may add to them. */
let earlierColumns: ReadonlyMap<string, readonly unknown[]>;

/** A database as the release before had left it, with work in it. */
function fillEarlier(): void {
  handle.pragma("journal_mode = WAL");
  migrateUpTo(handle, rebuilding);
  handle.exec(`
    WITH RECURSIVE series (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < ${keyCount})
      INSERT INTO search_keys
        SELECT 'ten_' || n % 3, 'patients', 'n:' || n * 7919 % ${keyCount}, 'pat_' || n FROM series;
    INSERT INTO claims VALUES ('ten_1', 'uhid', 'B-2', 'pat_2'), ('ten_1', 'uhid', 'B-1', 'pat_1');
    INSERT INTO reservations VALUES ('ten_1', 'apt_1', 'stf_1', 1000, 2000);
    INSERT INTO pending_entities VALUES ('ten_1', 'pat_2', 'op_2'), ('ten_1', 'pat_1', 'op_1');
    INSERT INTO domain_events VALUES ('evt_1', 'ten_1', NULL, 'patient.created', 'patients', 'pat_1', 1, 'op_1', '{}', '2026-01-01');
    INSERT INTO audit_subjects VALUES ('ten_1', 'pat_1', 'nod_1/main', 3, 9);
  `);
}

function contents(): Readonly<Record<string, readonly unknown[]>> {
  const ordered = (name: string, key: string) =>
    handle
      .prepare(`SELECT ${earlierColumns.get(name)?.join() ?? "*"} FROM ${name} ORDER BY ${key}`)
      .raw()
      .all();
  return Object.fromEntries(
    Object.entries(tables).map(([name, key]) => [name, ordered(name, key)]),
  );
}

function stepsTaken(): readonly unknown[] {
  return handle.prepare("SELECT name FROM schema_migrations ORDER BY name").pluck().all();
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-rebuilt-"));
  handle = new Sqlite(join(folder, "branch.db"));
  fillEarlier();
  earlierColumns = new Map(
    Object.keys(tables).map((name) => [
      name,
      handle.prepare("SELECT name FROM pragma_table_info(?)").pluck().all(name),
    ]),
  );
});

afterAll(() => {
  handle.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a node that is killed while it rebuilds its tables has all of them as before, and rebuilds them with its next start", async () => {
  const before = contents();
  const steps = stepsTaken();
  const child = fork(migrating, [join(folder, "branch.db"), "100000"]);
  const [code, signal] = await once(child, "exit");
  expect([code, signal]).toEqual([null, "SIGKILL"]);
  expect(stepsTaken()).toEqual(steps);
  expect(contents()).toEqual(before);

  const parts: number[] = [];
  expect(await migrateBranch(handle, ({ rows }) => parts.push(rows))).toContain(rebuilding);
  expect(parts).toEqual([50_000, 100_000, keyCount]);
  expect(contents()).toEqual(before);
  expect(handle.prepare("SELECT surface FROM domain_events").pluck().all()).toEqual(["clinical"]);
  expect(
    handle.prepare("SELECT name FROM sqlite_schema WHERE name LIKE '%_before%'").all(),
  ).toEqual([]);
});

test("after the rebuilding two reservations of one place still exclude each other", () => {
  const reserve = handle.prepare(
    "INSERT INTO reservations VALUES ('ten_1', ?, 'stf_1', ?, ?, FALSE)",
  );
  expect(() => reserve.run("apt_2", 1_500, 2_500)).toThrow("overlap");
  expect(() => reserve.run("apt_3", 2_000, 3_000)).not.toThrow();
});
