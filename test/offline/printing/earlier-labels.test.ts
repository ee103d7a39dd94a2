import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrateBranch } from "@edgeward/branch-node/db/branch-migrations.ts";
import { labLabel } from "#printing/samples.ts";
import { migrateUpTo } from "#support/earlier-branch.ts";

let handle: Sqlite.Database;

beforeEach(() => {
  handle = new Sqlite(":memory:");
  migrateUpTo(handle, "0011-specimen-keys");
});

afterEach(() => {
  handle.close();
});

/** A job as the release before kept it. */
function keep(id: string, type: string, data: object): void {
  const columns = handle.prepare("SELECT name, type FROM pragma_table_info('print_jobs')").all();
  const values = columns.map((column) => {
    const { name, type: kind } = Object(column);
    const known: Readonly<Record<string, string>> = {
      id,
      tenant_id: "ten_1",
      branch_id: "brn_1",
      document_type: type,
      data: JSON.stringify(data),
    };
    return known[String(name)] ?? (kind === "INTEGER" ? 1 : "{}");
  });
  const places = values.map(() => "?").join(", ");
  handle.prepare(`INSERT INTO print_jobs VALUES (${places})`).run(...values);
}

test("the tubes' labels that were printed before are found by their code as well", async () => {
  keep("prn_1", "lab_label", { document: { ...labLabel, specimen_code: "l26-7" }, letterhead: {} });
  keep("prn_2", "receipt", { document: { receipt_no: "R-1" }, letterhead: {} });
  keep("prn_3", "queue_token", { token_code: "GEN-001" });
  await migrateBranch(handle);
  const kept = handle.prepare("SELECT id, specimen_key FROM print_jobs ORDER BY id").raw().all();
  expect(kept).toEqual([
    ["prn_1", "L26-7"],
    ["prn_2", null],
    ["prn_3", null],
  ]);
});

test("a code is looked for by an index that holds nothing of other documents", async () => {
  await migrateBranch(handle);
  const plan = handle
    .prepare(
      `EXPLAIN QUERY PLAN SELECT data FROM print_jobs
        WHERE tenant_id = ? AND branch_id = ? AND specimen_key = ? AND status NOT IN ('queued', 'failed')
        ORDER BY created_at DESC, id DESC LIMIT 50`,
    )
    .all("ten_1", "brn_1", "L26-7");
  expect(JSON.stringify(plan)).toContain("USING INDEX print_jobs_by_specimen");
  expect(plan).toHaveLength(1);
});
