import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { migrateBranch } from "#db/branch-migrations.ts";
import { nextPending } from "#db/journal-rows.ts";
import { openSqliteStore, type SqliteStore } from "#db/sqlite-store.ts";
import { journalCounts, unsentOperations } from "./sync-status.module.ts";

const tenantId = "ten_1";
let folder = "";
let store: SqliteStore;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-status-"));
  store = openSqliteStore({ file: join(folder, "branch.db"), key: randomBytes(32) });
  await migrateBranch(store.handle);
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function made(seq: number, state: string): void {
  store.handle
    .prepare("INSERT INTO journal VALUES (?, 1, ?, ?, '{}', ?, NULL, ?)")
    .run(tenantId, seq, `op_${seq}`, state, `2026-01-0${seq}`);
}

/** Has it that the hub decided about an operation, with nothing else said of the decision. */
function decided(opId: string): void {
  const known: Readonly<Record<string, string>> = {
    id: opId,
    tenant_id: tenantId,
    op_outcome: "applied",
  };
  const columns = z
    .array(z.object({ name: z.string(), type: z.string() }))
    .parse(store.handle.pragma("table_info(operation_outcomes)"));
  const values = columns.map(({ name, type }) => known[name] ?? (type === "TEXT" ? "" : 0));
  const places = columns.map(() => "?").join(", ");
  store.handle.prepare(`INSERT INTO operation_outcomes VALUES (${places})`).run(values);
}

test("what waits is counted by its state, without what was decided at the hub", async () => {
  ["acknowledged", "pending", "held", "pending", "rejected", "rejected", "discarded"].forEach(
    (state, index) => {
      made(index + 1, state);
    },
  );
  const counts = () => store.read({ tenantId }, journalCounts);
  expect(await counts()).toEqual({ unsent: 2, held: 1, rejected: 2 });
  decided("op_6");
  expect(await counts()).toEqual({ unsent: 2, held: 1, rejected: 1 });
});

test("however much waits after a long outage, its count is read from the index, and its oldest from one row", async () => {
  const plans = await store.read({ tenantId }, async (session) => {
    const { kysely } = session;
    const asked = [unsentOperations(kysely), nextPending(kysely, tenantId)];
    const plan = ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) =>
      session.query(`EXPLAIN QUERY PLAN ${sql}`, parameters);
    return Promise.all(asked.map((one) => plan(one.compile())));
  });
  expect(plans.map((plan) => plan.map(({ detail }) => detail))).toEqual([
    ["SEARCH journal USING COVERING INDEX journal_open (journal_state=?)"],
    ["SEARCH journal USING INDEX journal_open (journal_state=?)"],
  ]);
});
