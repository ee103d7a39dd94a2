import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openHandle } from "@edgeward/branch-node/db/sqlite-handle.ts";

// A thousand with `npm run soak`; EDGEWARD_SEED turns the same bits again.
const flips = process.env["EDGEWARD_SOAK"] === "1" ? 1_000 : 40;
const seed = Number(process.env["EDGEWARD_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const key = randomBytes(32);
let folder = "";
let whole = "";
let rows = 0;

/** Numbers from 0 up to 1 that follow from the seed alone (mulberry32). */
function chance(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-rot-"));
  whole = join(folder, "whole.db");
  const handle = openHandle({ file: whole, key });
  handle.exec("CREATE TABLE notes (id TEXT PRIMARY KEY, note TEXT NOT NULL) STRICT");
  const insert = handle.prepare("INSERT INTO notes VALUES (?, ?)");
  handle.transaction(() => {
    for (rows = 0; rows < 2_000; rows += 1) insert.run(`n${rows}`, `note ${"x".repeat(rows % 97)}`);
  })();
  handle.pragma("wal_checkpoint(TRUNCATE)");
  handle.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads everything that a database holds; what a desk could be shown. @throws the engine's error for a page that is not as written */
function readAll(file: string): string {
  const handle = openHandle({ file, key });
  try {
    if (handle.pragma("quick_check", { simple: true }) !== "ok") throw new Error("not sound");
    return JSON.stringify(handle.prepare("SELECT * FROM notes ORDER BY id").all());
  } finally {
    handle.close();
  }
}

test(`no bit of the database turns unnoticed (${flips} bits)`, () => {
  const expected = readAll(whole);
  const bytes = statSync(whole).size;
  const next = chance(seed);
  const file = join(folder, "turned.db");
  const unnoticed: string[] = [];
  for (let index = 0; index < flips; index += 1) {
    copyFileSync(whole, file);
    const at = Math.floor(next() * bytes);
    const bit = Math.floor(next() * 8);
    const turned = readFileSync(file);
    turned.writeUInt8(turned.readUInt8(at) ^ (1 << bit), at);
    writeFileSync(file, turned);
    try {
      const read = readAll(file);
      unnoticed.push(`byte ${at} bit ${bit}: ${read === expected ? "harmless" : "WRONG DATA"}`);
    } catch {
      // Noticed.
    }
  }
  expect(unnoticed, `seed ${seed}`).toEqual([]);
}, 300_000);
