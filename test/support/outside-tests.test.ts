import { expect, test } from "vitest";
import { outsideLines } from "./outside-tests.ts";

test("a worker that ended is named with the file that it left without a result", () => {
  const files = [
    { project: "hub", file: "hub/src/a.test.ts", tests: 3, state: "passed" },
    { project: "e2e", file: "test/e2e/b.test.ts", tests: 0, state: "queued" },
    { project: "e2e", file: "test/e2e/c.test.ts", tests: 2, state: "pending" },
  ] as const;
  const errors = [{ name: "Error", message: "Worker exited unexpectedly\n    at a.js:1" }];
  expect(outsideLines(files, errors)).toEqual([
    "error outside a test: Error: Worker exited unexpectedly",
    "no result: |e2e| test/e2e/b.test.ts",
    "no result: |e2e| test/e2e/c.test.ts",
  ]);
});

test("an error is told with what it came of, down to what was thrown first", () => {
  const first = Object.assign(new Error("write EPIPE\n    at a.js:1"), { code: "EPIPE" });
  const message = "[vitest-pool]: Worker forks emitted error.";
  const ended = new TypeError("the channel is closed", { cause: first });
  expect(outsideLines([], [new Error(message, { cause: ended })])).toEqual([
    `error outside a test: Error: ${message}; caused by TypeError: the channel is closed; caused by Error: write EPIPE (EPIPE)`,
  ]);
  expect(outsideLines([], [new Error(message, { cause: "no room" })])).toEqual([
    `error outside a test: Error: ${message}; caused by no room`,
  ]);
});

test("causes that go round in a circle come to an end", () => {
  const one = new Error("one");
  one.cause = new Error("two", { cause: one });
  const [line] = outsideLines([], [one]);
  expect(line?.split("; caused by ").length).toBeLessThan(10);
});

test("a file that could not be loaded is named, one whose tests failed or were skipped speaks for itself", () => {
  const files = [
    { project: "hub", file: "hub/src/a.test.ts", tests: 0, state: "failed" },
    { project: "hub", file: "hub/src/b.test.ts", tests: 2, state: "failed" },
    { project: "usb", file: "test/usb/c.test.ts", tests: 16, state: "skipped" },
  ] as const;
  expect(outsideLines(files, [])).toEqual(["no result: |hub| hub/src/a.test.ts"]);
});
