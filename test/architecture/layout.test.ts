import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesMatching, root } from "./sources.ts";

const FOLDERS = ["bin", "branch-node", "devices", "docs", "hub", "scripts", "shared", "test"];
const FILES = [
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "LICENSE",
  "README.md",
  "SECURITY.md",
  "knip.json",
  "package.json",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  "tsconfig.base.json",
  "tsconfig.json",
  "vitest.config.ts",
];
// What git ignores: installed packages, builds, a demo's data, coverage reports.
const IGNORED = ["node_modules", "dist", "var", "coverage"];

test("the top of the tree holds the rooms, and nothing that belongs in one", () => {
  const allowed = new Set([...FOLDERS, ...FILES, ...IGNORED]);
  const found = readdirSync(root).filter((name) => !name.startsWith(".") && !allowed.has(name));
  expect(found.filter((name) => !name.endsWith(".tsbuildinfo"))).toEqual([]);
});

test("every test file belongs to a project of the test run", () => {
  const { stdout } = spawnSync(
    join(root, "node_modules", ".bin", "vitest"),
    ["list", "--filesOnly", "--no-color"],
    { cwd: root, encoding: "utf8", env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" } },
  );
  const listed = new Set(stdout.split("\n").map((line) => line.replace(/^\[[^\]]*\] /, "")));
  const files = filesMatching(
    "{shared,hub,branch-node,devices,test,scripts,bin}/**/*.test.{ts,tsx}",
  );
  expect(files).toContain("test/architecture/layout.test.ts");
  expect(files.filter((file) => !listed.has(file))).toEqual([]);
});
