import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Session } from "@edgeward/shared/db/session.ts";
import { openSqliteStore, type CommittingStore } from "./sqlite-store.ts";

const scope = { tenantId: "ten_1" };
const behind = { tenantId: "ten_1", urgency: "behind" } as const;
let folder = "";
let store: CommittingStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-store-"));
  store = openSqliteStore({ file: join(folder, "branch.db"), key: randomBytes(32) });
  store.handle.exec("CREATE TABLE notes (id INTEGER PRIMARY KEY, note TEXT NOT NULL) STRICT");
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function put(note: string) {
  return async (session: Session) => {
    await session.query("INSERT INTO notes (note) VALUES (?)", [note]);
  };
}

async function notes(): Promise<readonly unknown[]> {
  const rows = await store.read(scope, (session) =>
    session.query("SELECT note FROM notes ORDER BY id", []),
  );
  return rows.map((row) => row["note"]);
}

test("writes that arrive together share a commit, and one that fails takes no other with it", async () => {
  let commits = 0;
  store.afterCommit(() => {
    commits += 1;
  });
  const answers = await Promise.allSettled([
    store.write(scope, put("first")),
    store.write(scope, async (session) => {
      await put("never")(session);
      throw new Error("refused");
    }),
    store.write(scope, put("second")),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await notes()).toEqual(["first", "second"]);
  expect(commits).toBe(1);
});

test("a write that fails by itself leaves nothing behind, and the next ones are taken", async () => {
  const refused = store.write(scope, async (session) => {
    await put("never")(session);
    throw new Error("refused");
  });
  await expect(refused).rejects.toThrow("refused");
  await store.write(scope, put("after"));
  expect(await notes()).toEqual(["after"]);
});

test("lets those for whom somebody waits go before those for whom nobody does", async () => {
  await Promise.all([
    store.write(behind, put("from the feed")),
    store.write(behind, put("from the feed, too")),
    store.write(scope, put("from the desk")),
  ]);
  expect(await notes()).toEqual(["from the desk", "from the feed", "from the feed, too"]);
});

test("answers reads while a long transaction is open", async () => {
  const opened = Promise.withResolvers<void>();
  const closing = Promise.withResolvers<void>();
  const long = store.write(behind, async (session) => {
    await put("unfinished")(session);
    opened.resolve();
    await closing.promise;
  });
  await opened.promise;
  expect(await notes()).toEqual([]);
  closing.resolve();
  await long;
  expect(await notes()).toEqual(["unfinished"]);
});

test("is busy from the second request of a moment on, and not by what it does for itself", async () => {
  await store.write(behind, put("from the feed"));
  await store.write(behind, put("from the feed, too"));
  expect(store.isBusy?.()).toBe(false);
  await notes();
  expect(store.isBusy?.()).toBe(false);
  await notes();
  expect(store.isBusy?.()).toBe(true);
});

test("keeps its log short under a load that never rests", async () => {
  const wal = join(folder, "branch.db-wal");
  let longest = 0;
  const long = "x".repeat(40_000);
  for (let index = 0; index < 800; index += 1) {
    await store.write(scope, async (session) => {
      for (let row = 0; row < 4; row += 1)
        await session.query("INSERT INTO notes (note) VALUES (?)", [long]);
    });
    longest = Math.max(longest, statSync(wal).size);
  }
  // 128 MB went through it.
  expect(longest).toBeLessThan(96 * 1_048_576);
});
