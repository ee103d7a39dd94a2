import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { compareFiles, longFiles } from "./longest-first.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("names no long file twice, and none that is not there", () => {
  expect(new Set(longFiles).size).toBe(longFiles.length);
  expect(longFiles.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("begins long files first, group by group and project by project", () => {
  const [longest = "", second = ""] = longFiles;
  const files = [
    { group: 2, project: "e2e", file: longest },
    { group: 1, project: "offline", file: "test/offline/another.test.ts" },
    { group: 1, project: "offline", file: second },
    { group: 1, project: "offline", file: longest },
    { group: 1, project: "chaos", file: "test/chaos/another.test.ts" },
  ];
  expect(files.toSorted(compareFiles)).toEqual(files.toReversed());
});
