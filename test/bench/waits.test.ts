import { expect, test } from "vitest";
import { containsJobBytes } from "./printer-tap.ts";
import { since, waitFinding } from "./waits.ts";

test("what never came counts as a failure, and makes no other figure smaller or larger", () => {
  const finding = waitFinding("a scan", "max ≤ 100", [since(10, 13), since(20, null), 1, 2]);
  expect(finding).toMatchObject({
    ours: { median: 2, min: 1, max: 3 },
    latency: { p50: 2, p95: 3 },
    failures: 1,
  });
});

test("a question how the printer is counts as no byte of a job, and the first of a job behind it does", () => {
  const question = [0x10, 0x04, 1, 0x10, 0x04, 2, 0x10, 0x04, 4];
  expect(containsJobBytes(Uint8Array.from(question))).toBe(false);
  expect(containsJobBytes(Uint8Array.from([...question, 0x1b, 0x40]))).toBe(true);
  expect(containsJobBytes(Uint8Array.from([0x1b, 0x40]))).toBe(true);
});
