import { randomBytes } from "node:crypto";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrateBranch } from "./branch-migrations.ts";
import { JournalMirror, readMirror } from "./journal-mirror.ts";

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

function attached(): JournalMirror {
  const reading = readMirror(file, key);
  const mirror = new JournalMirror(file, key, reading);
  mirror.attach(handle, new Map(reading.records.map((one) => [one.operation.op_id, one])));
  return mirror;
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
