import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { longFiles, orderFiles } from "./longest-first.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("names no long file that is not there", () => {
  expect([...longFiles.keys()].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("begins long files first, group by group and project by project", () => {
  const files = [
    { group: 1, project: "chaos", file: "test/chaos/histories.test.ts" },
    { group: 1, project: "chaos", file: "test/chaos/another.test.ts" },
    { group: 1, project: "offline", file: "test/offline/files/files.test.ts" },
    { group: 1, project: "offline", file: "test/offline/faults/kills.test.ts" },
    { group: 1, project: "offline", file: "test/offline/another.test.ts" },
    { group: 2, project: "usb", file: "test/usb/usb.test.ts" },
  ];
  expect(orderFiles(files.toReversed())).toEqual(files);
});

test("spreads the browsers' files among the others of their group by the time that they take", () => {
  const of = (project: string, count: number) =>
    Array.from({ length: count }, (_, nth) => ({
      group: 1,
      project,
      file: `test/${project}/a-${nth}.test.ts`,
    }));
  const names = orderFiles([...of("offline", 6), ...of("e2e", 3)]).map(({ project }) => project);
  const spread = [
    ["e2e", "offline", "offline"],
    ["e2e", "offline", "offline"],
  ];
  expect(names).toEqual([...spread, ["e2e", "offline", "offline"]].flat());
});
