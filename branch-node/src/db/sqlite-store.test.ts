import { setTimeout as delay } from "node:timers/promises";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTableStatements, sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import { createSchema } from "@edgeward/shared/db/schema.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { insertStatement } from "@edgeward/shared/db/statements.ts";
import { column, defineTable } from "@edgeward/shared/db/table.ts";
import { branchSchema } from "./branch-schema.ts";
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

test("the numbers of a refused command are given back, and those of one that can no more be refused stand with what it wrote", async () => {
  const tables = branchSchema.tables.filter(({ name }) => name === "counters");
  for (const text of tables.flatMap((table) => createTableStatements(sqliteDialect, table)))
    store.handle.exec(text);
  const counted = (end: (session: Session) => Promise<void>) =>
    store.write(scope, async (session) => {
      const number = await session.next("bills");
      await put(`bill ${number}`)(session);
      await end(session);
      return number;
    });
  const kept = (session: Session) => session.keepNumbers();
  expect(await counted((session) => session.undo())).toBe(1);
  expect(await counted(kept)).toBe(1);
  const refused = counted(async (session) => {
    await kept(session);
    throw new Error("the disk is full");
  });
  await expect(refused).rejects.toThrow("the disk is full");
  const late = counted(async (session) => {
    await kept(session);
    await session.undo();
  });
  expect(await late).toBe(2);
  expect(await counted(kept)).toBe(3);
  expect(await notes()).toEqual(["bill 1", "bill 2", "bill 3"]);
});

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

test("what has been committed is answered so, whatever fails behind it, and all that follows a commit is done", async () => {
  const heard: string[] = [];
  let followed = 0;
  store.onNotice(({ kind }) => heard.push(kind));
  store.afterCommit(() => {
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  });
  store.afterCommit(() => {
    followed += 1;
  });
  const answers = await Promise.allSettled([
    store.write(scope, put("first")),
    store.write(scope, put("second")),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(await notes()).toEqual(["first", "second"]);
  expect([followed, heard]).toEqual([1, ["after_commit"]]);
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
  // Both in one moment: a busy machine may need some attempts for that.
  let isBusy = false;
  for (let attempts = 0; attempts < 20 && !isBusy; attempts += 1) {
    await delay(600);
    const first = notes();
    expect(store.isBusy?.()).toBe(false);
    const second = notes();
    isBusy = store.isBusy?.() === true;
    await Promise.all([first, second]);
  }
  expect(isBusy).toBe(true);
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

describe("rows get their values back by the table they come from", () => {
  const rooms = defineTable({
    name: "trial_rooms",
    columns: { tenant_id: column.text(), id: column.text(), location: column.text() },
  });
  const carts = defineTable({
    name: "trial_carts",
    columns: {
      tenant_id: column.text(),
      id: column.text(),
      room_id: column.text(),
      location: column.json<{ readonly floor: number }>(),
      is_locked: column.bool(),
    },
  });
  let trial: CommittingStore;

  beforeEach(async () => {
    const schema = createSchema([...branchSchema.tables, rooms, carts]);
    trial = openSqliteStore({ file: join(folder, "trial.db"), key: randomBytes(32), schema });
    for (const table of [rooms, carts])
      for (const text of createTableStatements(sqliteDialect, table)) trial.handle.exec(text);
    await trial.write(scope, (session) =>
      session.runAll([
        insertStatement(session.dialect, rooms, { tenant_id: "ten_1", id: "r", location: "7" }),
        insertStatement(session.dialect, carts, {
          tenant_id: "ten_1",
          id: "c",
          room_id: "r",
          location: { floor: 7 },
          is_locked: true,
        }),
      ]),
    );
  });

  afterEach(() => trial.close());

  async function asked(text: string): Promise<readonly SqlRow[]> {
    return trial.read(scope, (session) => session.query(text, []));
  }

  test("so that one column's name may be of two kinds", async () => {
    const [room] = await asked("SELECT * FROM trial_rooms");
    expect(room).toMatchObject({ location: "7" });
    const [cart] = await asked("SELECT * FROM trial_carts");
    expect(cart).toMatchObject({ location: { floor: 7 }, is_locked: true });
  });

  test("also joined, under another name, and through a subquery", async () => {
    const text = `SELECT c.location AS place, r.location, c.is_locked AS shut
      FROM (SELECT * FROM trial_carts) AS c JOIN trial_rooms AS r ON r.id = c.room_id`;
    expect(await asked(text)).toEqual([{ place: { floor: 7 }, location: "7", shut: true }]);
  });
});
