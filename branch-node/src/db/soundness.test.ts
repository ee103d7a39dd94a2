import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lookBeside, needsLook, requireSound } from "./soundness.ts";
import { openHandle } from "./sqlite-handle.ts";

const key = randomBytes(32);
let folder = "";
let file = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-sound-"));
  file = join(folder, "branch.db");
  const handle = openHandle({ file, key });
  handle.exec("CREATE TABLE notes (id INTEGER PRIMARY KEY, note TEXT NOT NULL) STRICT");
  const insert = handle.prepare("INSERT INTO notes (note) VALUES (?)");
  handle.transaction(() => {
    for (let index = 0; index < 500; index += 1) insert.run("x".repeat(200));
  })();
  handle.pragma("wal_checkpoint(TRUNCATE)");
  handle.close();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function turnBit(): void {
  const descriptor = openSync(file, "r+");
  const at = Math.floor(statSync(file).size / 2);
  const byte = Buffer.alloc(1);
  readSync(descriptor, byte, 0, 1, at);
  writeSync(descriptor, Buffer.from([byte.readUInt8(0) ^ 8]), 0, 1, at);
  closeSync(descriptor);
}

test("a large database is looked through beside the desk, and again by the start once damage was found", async () => {
  expect(needsLook(file, 1)).toBe(false);
  expect(await lookBeside({ file, key })).toBeNull();
  turnBit();
  expect(await lookBeside({ file, key })).not.toBeNull();
  expect(needsLook(file, 1)).toBe(true);
  const handle = openHandle({ file, key });
  expect(() => requireSound(handle, file)).toThrow(/malformed|damaged/u);
  handle.close();
});

test("a database that turns out sound is no longer marked", async () => {
  turnBit();
  await lookBeside({ file, key });
  turnBit();
  const handle = openHandle({ file, key });
  requireSound(handle, file);
  handle.close();
  expect(existsSync(`${file}.damaged`)).toBe(false);
});

test("a small database is looked through by every start", () => {
  expect(needsLook(file)).toBe(true);
});
