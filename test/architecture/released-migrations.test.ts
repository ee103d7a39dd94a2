import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod";
// oxlint-disable-next-line no-restricted-imports -- the folders of migrations are named in one place
import { engineSchemas, hashFile } from "../../scripts/schema/pending.ts";

// A migration stands in databases out there. A change to one would reach new installations only: what has to change is
// the next numbered file, which `npm run migration` writes with its hash.

const hashes = z.record(z.string(), z.string());

describe.each(engineSchemas)("the $name's migrations", (engine) => {
  const known = hashes.parse(JSON.parse(readFileSync(hashFile(engine), "utf8")));
  const files = readdirSync(engine.folder).filter((file) => file.endsWith(".sql"));

  test("are all held to their text", () => {
    expect(files.toSorted()).toEqual(Object.keys(known));
    expect(files.length).toBeGreaterThan(5);
  });

  test.each(files)("%s is what was written", (file) => {
    const text = readFileSync(new URL(file, engine.folder));
    expect(createHash("sha256").update(text).digest("hex")).toBe(known[file]);
  });
});
