import { expect, test } from "vitest";
import { inList } from "./statements.ts";

test("keeps every value and grows only to the next power of two", () => {
  expect(inList([])).toEqual([]);
  expect(inList(["a"])).toEqual(["a"]);
  expect(inList(["a", "b", "c"])).toEqual(["a", "b", "c", "c"]);
  for (let count = 1; count < 140; count += 1) {
    const values = Array.from({ length: count }, (_, index) => `v${index}`);
    const list = inList(values);
    expect(new Set(list)).toEqual(new Set(values));
    expect(Math.log2(list.length) % 1).toBe(0);
    expect(list.length).toBeLessThan(count * 2);
  }
});
