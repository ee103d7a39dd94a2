import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Migrations that stand in databases out there, with the SHA-256 of their text. A change to one of them would reach new
 * installations only: what has to change is the next numbered file. A release adds its own lines here.
 */
const released = {
  "hub/src/db/migrations/0001-foundation.sql":
    "32b79d563f5ca98865bb03af30139407794e82b6bf2e93e0799eeac45dfa3438",
  "branch-node/src/db/migrations/0001-foundation.sql":
    "dc65fc9022dc80757bff19320ceff3a7e9e23e1e24b363ad7580b7bf3c11ce0b",
};

test.each(Object.entries(released))("%s is what was released", (path, hash) => {
  const text = readFileSync(join(root, path));
  expect(createHash("sha256").update(text).digest("hex")).toBe(hash);
});
