import { randomBytes } from "node:crypto";
import { fdatasync, fdatasyncSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Session } from "@edgeward/shared/db/session.ts";
import { openSqliteStore, type CommittingStore } from "./sqlite-store.ts";
import type { DiskAsking } from "./wal-sync.ts";

const scope = { tenantId: "ten_1" };
let folder = "";
let file = "";
let store: CommittingStore;
/** What the disk has been asked and not answered yet; null where it answers by itself. */
let asked: (() => void)[] | null = null;
let refusal: Error | null = null;

/** How long the disk takes, in milliseconds. */
let slowness = 0;
let atOnce = 0;

const disk: DiskAsking = {
  beside: (descriptor, done) => {
    const answer = () => {
      if (refusal === null) fdatasync(descriptor, done);
      else done(refusal);
    };
    if (asked !== null) asked.push(answer);
    else if (slowness > 0) setTimeout(answer, slowness);
    else answer();
  },
  atOnce: (descriptor) => {
    atOnce += 1;
    if (refusal !== null) throw refusal;
    for (const until = performance.now() + slowness; performance.now() < until;);
    fdatasyncSync(descriptor);
  },
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-wal-"));
  file = join(folder, "branch.db");
  [asked, refusal, slowness, atOnce] = [null, null, 0, 0];
  store = openSqliteStore({ file, key: randomBytes(32), disk });
  store.handle.exec("CREATE TABLE notes (id INTEGER PRIMARY KEY, note TEXT NOT NULL) STRICT");
});

afterEach(async () => {
  [asked, refusal] = [null, null];
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function put(note: string): Promise<unknown> {
  return store.write(scope, (session) =>
    session.query("INSERT INTO notes (note) VALUES (?)", [note]),
  );
}

const all = (session: Session) => session.query("SELECT note FROM notes ORDER BY id", []);

async function notes(): Promise<readonly unknown[]> {
  return (await store.read(scope, all)).map((row) => row["note"]);
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test("while the disk is at work the thread goes on, and nobody hears of what it does not have yet", async () => {
  asked = [];
  const heard: string[] = [];
  const written = put("on its way").then(() => heard.push("written"));
  await turns(20);
  expect(asked).toHaveLength(1);
  const read = notes().then((found) => heard.push(`read ${String(found)}`));
  const next = put("behind it").then(() => heard.push("next"));
  await turns(20);
  // The next transaction has not begun, and who has seen the first waits with it.
  expect([heard, asked.length]).toEqual([[], 1]);
  for (const answer of asked.splice(0)) answer();
  await Promise.all([written, read]);
  expect(heard.toSorted()).toEqual(["read on its way", "written"]);
  await turns(20);
  for (const answer of asked.splice(0)) answer();
  await next;
});

test("what the disk refuses to keep is refused, and all is brought into the database before more is written", async () => {
  await put("kept");
  refusal = Object.assign(new Error("i/o error"), { code: "EIO" });
  await expect(put("doubtful")).rejects.toThrow("i/o error");
  refusal = null;
  let walBefore = -1;
  await store.write(scope, async (session) => {
    walBefore = statSync(`${file}-wal`).size;
    await session.query("INSERT INTO notes (note) VALUES ('after')", []);
  });
  expect(walBefore).toBe(0);
  expect(await notes()).toEqual(["kept", "doubtful", "after"]);
});

test("while a read is still in a log that the disk refused, writes and what would be sent on are refused with a reason", async () => {
  await put("kept");
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const reading = store.read(scope, async (session) => {
    await all(session);
    await end;
  });
  refusal = new Error("i/o error");
  await expect(put("doubtful")).rejects.toThrow("i/o error");
  refusal = null;
  const refused = { code: "unavailable", details: { reason: "disk_refuses" } };
  const ownScope = { ...scope, urgency: "behind" } as const;
  await expect(put("too early")).rejects.toMatchObject(refused);
  await expect(store.read(ownScope, all)).rejects.toMatchObject(refused);
  expect(await notes()).toEqual(["kept", "doubtful"]);
  resolve();
  await reading;
  expect(await store.read(ownScope, all)).toHaveLength(2);
  await put("after");
  expect(await notes()).toEqual(["kept", "doubtful", "after"]);
});

/** Writes one after the other, and says how many of them asked the disk at once. */
async function writes(count: number): Promise<number> {
  const before = atOnce;
  for (let n = 0; n < count; n += 1) await put(`note ${n}`);
  return atOnce - before;
}

test("a quick disk is asked at once by who is alone, and one that takes long never holds the thread for more than two commits", async () => {
  // The first is asked beside; a busy machine may take some for slow ones.
  await expect.poll(() => writes(10), { timeout: 10_000 }).toBeGreaterThan(0);
  slowness = 5;
  expect(await writes(10)).toBeLessThanOrEqual(2);
  expect(await writes(10)).toBe(0);
  slowness = 0;
  await expect.poll(() => writes(10), { timeout: 10_000 }).toBeGreaterThan(0);
  const together = Array.from({ length: 20 }, (_, n) => put(`together ${n}`));
  const before = atOnce;
  await Promise.all(together);
  expect(atOnce - before).toBe(0);
  refusal = new Error("i/o error");
  await expect(put("doubtful")).rejects.toThrow("i/o error");
  refusal = null;
  await put("after");
});
