import { randomBytes } from "node:crypto";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { migrateBranch } from "./branch-migrations.ts";
import { hasNewest, JournalMirror, missingBehind, missingFrom } from "./journal-mirror.ts";
import { readMirror, scanMirror } from "./mirror-file.ts";

const key = randomBytes(32);
let folder = "";
let file = "";
let handle: Sqlite.Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-mirror-"));
  file = join(folder, "journal.log");
  handle = new Sqlite(":memory:");
  await migrateBranch(handle);
});

afterEach(() => {
  handle.close();
  rmSync(folder, { recursive: true, force: true });
});

function operation(seq: number) {
  return {
    op_id: `op_${String(seq).padStart(26, "0")}`,
    type: "patient.update",
    entity: "patients",
    entity_id: "pat_1",
    hlc: `1700000000000-${String(seq).padStart(4, "0")}-nod_1`,
    at: "2026-01-01T00:00:00.000Z",
    branch_id: null,
    actor: { id: "system", type: "system", role: null },
    device_id: null,
    reason: null,
    schema: 1,
    changes: [],
    events: [],
  };
}

function write(seq: number): void {
  const { op_id: opId } = operation(seq);
  handle
    .prepare("INSERT INTO journal VALUES ('ten_1', 1, ?, ?, ?, 'pending', NULL, '2026-01-01')")
    .run(seq, opId, JSON.stringify(operation(seq)));
}

function attached(rotateBytes?: number): JournalMirror {
  const reading = readMirror(file, key);
  const mirror = new JournalMirror(file, key, reading, rotateBytes);
  mirror.attach(handle, missingFrom(handle, reading));
  return mirror;
}

function detach(mirror: JournalMirror): void {
  mirror.close();
  handle.exec("DROP TRIGGER mirror_journal; DROP TABLE mirror_queue");
}

function answerUpTo(seq: number): void {
  handle.prepare("UPDATE journal SET journal_state = 'acknowledged' WHERE seq <= ?").run(seq);
}

/** Rotates as soon as what was written is on the disk. */
async function rotated(mirror: JournalMirror): Promise<void> {
  await vi.waitFor(() => {
    expect(mirror.rotate()).toBe(true);
  });
}

function seqs(): readonly number[] {
  return readMirror(file, key).records.map((record) => record.seq);
}

test("follows the journal commit by commit, and leaves out what was taken back", () => {
  const mirror = attached();
  handle.exec("BEGIN");
  write(1);
  handle.exec("SAVEPOINT job");
  write(2);
  handle.exec("ROLLBACK TO job; COMMIT");
  mirror.catchUp();
  expect(seqs()).toEqual([1]);
  write(3);
  mirror.catchUp();
  mirror.catchUp();
  expect(seqs()).toEqual([1, 3]);
  mirror.close();
});

test("takes in at the start what is missing, once", () => {
  write(1);
  attached().close();
  handle.exec("DROP TRIGGER mirror_journal; DROP TABLE mirror_queue");
  write(2);
  attached().close();
  expect(seqs()).toEqual([1, 2]);
});

test("cuts a torn end off, keeps it aside, and goes on behind the last whole record", () => {
  write(1);
  attached().close();
  appendFileSync(file, randomBytes(50));
  handle.exec("DROP TRIGGER mirror_journal; DROP TABLE mirror_queue");
  write(2);
  attached().close();
  expect(seqs()).toEqual([1, 2]);
  expect(readMirror(file, key).goodBytes).toBe(readFileSync(file).length);
  expect(readFileSync(`${file}.damaged`).length).toBeGreaterThan(0);
});

test("notices every single bit that has turned", () => {
  write(1);
  write(2);
  attached().close();
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length; at += 7) {
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    writeFileSync(file, changed);
    expect(readMirror(file, key).goodBytes, `byte ${at}`).toBeLessThan(whole.length);
  }
});

test("shows nothing without the key", () => {
  write(1);
  attached().close();
  expect(readFileSync(file).includes("patient.update")).toBe(false);
  expect(() => readMirror(file, randomBytes(32))).toThrow(/authenticate/u);
});

test("is written anew without what the hub has, remembers how far each series had come, and goes on behind it", async () => {
  handle.exec(
    "INSERT INTO counters VALUES ('ten_1', 'journal:1', 4), ('ten_1', 'uhid:brn_1:branch', 77)",
  );
  const mirror = attached(1);
  for (const seq of [1, 2, 3, 4]) {
    write(seq);
    mirror.catchUp();
  }
  answerUpTo(3);
  const before = readFileSync(file).length;
  await rotated(mirror);
  expect(readFileSync(file).length).toBeLessThan(before);
  write(5);
  mirror.catchUp();
  detach(mirror);
  expect(seqs()).toEqual([4, 5]);
  expect(readMirror(file, key).base).toEqual({
    epoch: 1,
    counters: [
      ["journal:1", 4],
      ["uhid:brn_1:branch", 77],
    ],
  });
});

test("takes what was acknowledged before the rotation no second time when the node starts again", async () => {
  const mirror = attached(1);
  write(1);
  write(2);
  mirror.catchUp();
  answerUpTo(2);
  await rotated(mirror);
  detach(mirror);
  detach(attached());
  expect(seqs()).toEqual([]);
  write(3);
  const scan = scanMirror(file, key);
  expect(missingFrom(handle, readMirror(file, key))).toEqual([operation(3).op_id]);
  expect(scan.last).toBeNull();
});

test("is not written anew while it is short, in the middle of a transaction, or while thousands wait", () => {
  const mirror = attached(1_000_000);
  write(1);
  mirror.catchUp();
  expect(mirror.rotate()).toBe(false);
  detach(mirror);
  const small = attached(1);
  handle.exec("BEGIN");
  expect(small.rotate()).toBe(false);
  handle.exec("COMMIT");
  for (let seq = 2; seq <= 1_010; seq += 1) write(seq);
  expect(small.rotate()).toBe(false);
  expect(seqs()).toEqual([1]);
  small.close();
});

test("states by its newest operation whether the database has come as far", () => {
  write(1);
  write(2);
  const mirror = attached();
  const { last } = scanMirror(file, key);
  if (last === null) throw new Error("the mirror is empty");
  expect(hasNewest(handle, last)).toBe(true);
  write(3);
  expect(missingBehind(handle, last)).toEqual([operation(3).op_id]);
  handle.exec("DELETE FROM journal WHERE seq >= 2");
  expect(hasNewest(handle, last)).toBe(false);
  mirror.close();
});
