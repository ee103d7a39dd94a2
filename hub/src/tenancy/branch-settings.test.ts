import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { branchFinder } from "./branch-settings.ts";

/** A finder whose questions are counted, and answered by nobody. */
function counted() {
  let [asked, now] = [0, 0];
  const read = () => {
    asked += 1;
    return new Promise<never>(() => undefined);
  };
  const find = branchFinder({ read }, () => now);
  return {
    reads: (branchId: string) => void find("ten_a", branchId, false),
    writes: (branchId: string) => void find("ten_a", branchId, true),
    pass: (ms: number) => (now += ms),
    asked: () => asked,
  };
}

test("asks for every write, once for those of one turn", async () => {
  const { writes, asked } = counted();
  writes("brn_a");
  writes("brn_a");
  writes("brn_b");
  expect(asked()).toBe(2);
  await nextTurn();
  writes("brn_a");
  expect(asked()).toBe(3);
});

test("asks for reading once a second, and takes what a write has asked for", async () => {
  const { reads, writes, pass, asked } = counted();
  reads("brn_a");
  await nextTurn();
  pass(999);
  reads("brn_a");
  expect(asked()).toBe(1);
  pass(1);
  reads("brn_a");
  expect(asked()).toBe(2);
  await nextTurn();
  pass(500);
  writes("brn_a");
  pass(999);
  reads("brn_a");
  expect(asked()).toBe(3);
});
