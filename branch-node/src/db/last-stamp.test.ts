import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrateBranch } from "./branch-migrations.ts";
import { lastStamp } from "./last-stamp.ts";
import { stateStatement } from "./node-state.ts";
import { openSqliteStore, type SqliteStore } from "./sqlite-store.ts";

const tenantId = "ten_1";
let folder = "";
let store: SqliteStore;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-stamp-"));
  store = openSqliteStore({ file: join(folder, "branch.db"), key: randomBytes(32) });
  await migrateBranch(store.handle);
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function stamp(ms: number): string {
  return `${1_700_000_000_000 + ms}-0000-nod_1`;
}

function made(epoch: number, seq: number, hlc: string): void {
  store.handle
    .prepare("INSERT INTO journal VALUES (?, ?, ?, ?, ?, 'pending', NULL, '2026-01-01')")
    .run(tenantId, epoch, seq, `op_${epoch}_${seq}`, JSON.stringify({ hlc }));
}

async function noted(hlc: string): Promise<void> {
  await store.write({ tenantId }, (session) =>
    session.runAll([stateStatement(session, "last_hlc", hlc)]),
  );
}

function newest(): Promise<string | null> {
  return store.read({ tenantId }, (session) => lastStamp(session, tenantId));
}

test("a node that begins has no stamp", async () => {
  expect(await newest()).toBeNull();
});

test("the newest stamp is the last operation's, or what was taken in after it", async () => {
  made(1, 7, stamp(10));
  made(2, 1, stamp(20));
  await noted(stamp(15));
  expect(await newest()).toBe(stamp(20));
  await noted(stamp(25));
  expect(await newest()).toBe(stamp(25));
});

test("an operation that a tablet had made earlier does not take the stamp back", async () => {
  made(1, 1, stamp(30));
  made(1, 2, stamp(5));
  expect(await newest()).toBe(stamp(30));
});
