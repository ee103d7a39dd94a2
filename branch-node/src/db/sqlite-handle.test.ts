import { randomBytes } from "node:crypto";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openHandle } from "./sqlite-handle.ts";

const key = randomBytes(32);
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-handle-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function make(name: string, note: string): string {
  const file = join(folder, name);
  const handle = openHandle({ file, key });
  handle.exec("CREATE TABLE notes (note TEXT) STRICT");
  handle.prepare("INSERT INTO notes VALUES (?)").run(note);
  handle.close();
  return file;
}

function noteIn(file: string, by = key): unknown {
  const handle = openHandle({ file, key: by });
  try {
    return handle.prepare("SELECT note FROM notes").pluck().get();
  } finally {
    handle.close();
  }
}

test("opens a database again, and another that was put in its place", () => {
  const file = make("branch.db", "first");
  expect([noteIn(file), noteIn(file)]).toEqual(["first", "first"]);
  renameSync(make("other.db", "other"), file);
  expect(noteIn(file)).toBe("other");
});

test("opens what the cipher has made with the key alone, as every release has made it", () => {
  const file = join(folder, "earlier.db");
  const earlier = new Sqlite(file);
  earlier.pragma("cipher = 'aegis'");
  earlier.pragma(`hexkey='${key.toString("hex")}'`);
  earlier.exec("CREATE TABLE notes (note TEXT) STRICT; INSERT INTO notes VALUES ('earlier')");
  earlier.close();
  expect(noteIn(file)).toBe("earlier");
});

test("is opened by the cipher with the key alone, as an earlier release does", () => {
  const file = make("branch.db", "later");
  expect(noteIn(file)).toBe("later");
  const earlier = new Sqlite(file);
  earlier.pragma("cipher = 'aegis'");
  earlier.pragma(`hexkey='${key.toString("hex")}'`);
  expect(earlier.prepare("SELECT note FROM notes").pluck().get()).toBe("later");
  earlier.close();
});

test("opens nothing by another key", () => {
  const file = make("branch.db", "first");
  expect(() => noteIn(file, randomBytes(32))).toThrow("file is not a database");
  expect(noteIn(file)).toBe("first");
});
