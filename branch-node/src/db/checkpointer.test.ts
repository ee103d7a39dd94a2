import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Checkpointer } from "./checkpointer.ts";
import { openHandle } from "./sqlite-handle.ts";

const folder = mkdtempSync(join(tmpdir(), "edgeward-checkpointer-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("is closed while its thread still loads the driver, and the process goes on", async () => {
  const file = { file: join(folder, "branch.db"), key: new Uint8Array(32).fill(7) };
  const handle = openHandle(file);
  handle.pragma("journal_mode = WAL");
  handle.exec("CREATE TABLE entries (text TEXT) STRICT");
  for (let round = 0; round < 8; round += 1) {
    const checkpointer = new Checkpointer(file, handle, () => {});
    handle.exec("INSERT INTO entries VALUES ('x')");
    for (let commit = 0; commit < 64; commit += 1) checkpointer.committed();
    // Sooner or later, as a node may be told to end.
    await new Promise((resolve) => setTimeout(resolve, round * 4));
    await checkpointer.close();
    await checkpointer.close();
  }
  expect(handle.prepare("SELECT count(*) FROM entries").pluck().get()).toBe(8);
  handle.close();
});
