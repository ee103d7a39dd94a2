import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "./sources.ts";

const CHECKS = ["typecheck", "lint", "format:check", "unused", "imports", "test"];

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "edgeward-ci-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function program(name: string, script: string): void {
  writeFileSync(join(home, "bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** Runs the real script over an npm whose one given check fails. */
function runWith(
  failing: string,
  says = "",
): { status: number | null; stdout: string; ran: string[] } {
  mkdirSync(join(home, "bin"));
  mkdirSync(join(home, ".ci"));
  cpSync(join(root, ".ci", "run"), join(home, ".ci", "run"));
  program("chromium", "echo Chromium");
  program(
    "npm",
    `for last; do :; done; echo "ran:$last"; echo "ran:$last" >> "${join(home, "calls")}"; if [ "$last" = "${failing}" ]; then printf '${says}'; exit 1; fi`,
  );
  const { status, stdout } = spawnSync(join(home, ".ci", "run"), {
    encoding: "utf8",
    env: { ...process.env, PATH: `${join(home, "bin")}${delimiter}${process.env["PATH"] ?? ""}` },
  });
  const calls = spawnSync("cat", [join(home, "calls")], { encoding: "utf8" }).stdout;
  return { status, stdout, ran: calls.trim().replaceAll("ran:", "").split("\n") };
}

test("the run passes when every check passes", () => {
  const { status, stdout, ran } = runWith("nothing");
  expect(ran).toEqual(CHECKS);
  expect(stdout).toMatch(/\nall checks passed in \d+ s\n$/);
  expect(status).toBe(0);
});

test.each(CHECKS)("the run fails when %s fails, and still runs the others", (check) => {
  const { status, stdout, ran } = runWith(check);
  expect(ran).toEqual(CHECKS);
  expect(stdout).toContain(`ran:${check}\n`);
  expect(stdout).toMatch(/\nFAILED: [\w ]+\n$/);
  expect(status).toBe(1);
});

test("the summary states what each project took, and which is over its budget", () => {
  const { status, stdout } = runWith(
    "test",
    "project offline: 301 s of 300 s in 2 files, OVER ITS BUDGET\\nproject shared: 2 s of 10 s in 1 files\\n",
  );
  expect(stdout.slice(stdout.lastIndexOf("\n\n"))).toBe(
    "\n\nproject offline: 301 s of 300 s in 2 files, OVER ITS BUDGET\nproject shared: 2 s of 10 s in 1 files\n" +
      "tests: 0 passed, 0 failed, 0 skipped\nFAILED: tests\n",
  );
  expect(status).toBe(1);
});

test("the last lines name each test that failed with the first line of its reason, and count them all", () => {
  const { stdout } = runWith(
    "test",
    " FAIL  |room| a.test.ts > loses nothing\\nError: lost one\\nmore\\n      Tests  1 failed | 41 passed (42)\\n",
  );
  expect(stdout.slice(stdout.lastIndexOf("\n\n"))).toBe(
    "\n\n FAIL  |room| a.test.ts > loses nothing\nError: lost one\n" +
      "tests: 41 passed, 1 failed, 0 skipped\nFAILED: tests\n",
  );
});

test("of each that failed they also say what was waited for, how what came differs, and where", () => {
  const { stdout } = runWith(
    "test",
    " FAIL  |room| a.test.ts > opens\nTimeoutError: 90000ms exceeded.\nCall log:\n  - waiting for list\n  - waiting for more\n\n ❯ open test/a.ts:3:1\n ❯ test/a.ts:9:2\n" +
      " FAIL  |room| b.test.ts > is even\nAssertionError: not equal\n- Expected\n+ Received\n  {\n-   one\n+   two\n ❯ test/b.ts:4:1\n",
  );
  expect(stdout.slice(stdout.lastIndexOf("\n\n FAIL"))).toBe(
    "\n\n FAIL  |room| a.test.ts > opens\nTimeoutError: 90000ms exceeded.\n  - waiting for list\n ❯ open test/a.ts:3:1\n" +
      " FAIL  |room| b.test.ts > is even\nAssertionError: not equal\n- Expected\n+ Received\n-   one\n+   two\n ❯ test/b.ts:4:1\n" +
      "tests: 0 passed, 0 failed, 0 skipped\nFAILED: tests\n",
  );
});
