import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readPackedFile, writePackedFile } from "./packed-file.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-packed-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

// Of three bytes a character, so that some lie across the border of two chunks.
const lines = Array.from(
  { length: 30_000 },
  (_, index) =>
    `${index} ${index % 7 === 0 ? "लक्ष्मी बाई" : "Lakshmi Bai"} ${randomBytes(8).toString("hex")}`,
);

async function* texts(): AsyncGenerator<string> {
  for (let from = 0; from < lines.length; from += 1_000)
    yield `${lines.slice(from, from + 1_000).join("\n")}\n`;
}

async function read(path: string, key: Uint8Array): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const some of readPackedFile(path, key)) all.push(...some);
  return all;
}

test("gives back the lines that were written, in their order", async () => {
  const [path, key] = [join(folder, "whole"), randomBytes(32)];
  const { size } = await writePackedFile(path, key, texts());
  expect(readFileSync(path).length).toBe(size);
  expect(await read(path, key)).toEqual(lines);
});

test("shows nothing of its text without the key", async () => {
  const [path, key] = [join(folder, "sealed"), randomBytes(32)];
  await writePackedFile(path, key, texts());
  expect(readFileSync(path).includes("Lakshmi")).toBe(false);
  await expect(read(path, randomBytes(32))).rejects.toThrow(Error);
});

test("is refused when a single bit of it has turned, wherever", async () => {
  const [path, key] = [join(folder, "turned"), randomBytes(32)];
  const { size } = await writePackedFile(path, key, texts());
  const bytes = readFileSync(path);
  for (const place of [0, 11, 12, Math.floor(size / 2), size - 17, size - 1]) {
    const turned = Buffer.from(bytes);
    turned.writeUInt8(turned.readUInt8(place) ^ 1, place);
    writeFileSync(path, turned);
    await expect(read(path, key), `byte ${place}`).rejects.toThrow(Error);
  }
});

test("is refused when its end is missing", async () => {
  const [path, key] = [join(folder, "cut"), randomBytes(32)];
  const { size } = await writePackedFile(path, key, texts());
  writeFileSync(path, readFileSync(path).subarray(0, size - 1_000));
  await expect(read(path, key)).rejects.toThrow(Error);
});

test("is not written over another file", async () => {
  const [path, key] = [join(folder, "twice"), randomBytes(32)];
  await writePackedFile(path, key, texts());
  await expect(writePackedFile(path, randomBytes(32), texts())).rejects.toThrow(/EEXIST/u);
  expect(await read(path, key)).toEqual(lines);
});
