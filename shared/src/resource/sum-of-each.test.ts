import { expect, test } from "vitest";
import { sumOfEach } from "./sum-of-each.ts";

test("what fails for one leaves the others looked after, and is told when all were", async () => {
  const seen: number[] = [];
  const work = (branch: number) => {
    seen.push(branch);
    return branch === 2 ? Promise.reject(new Error("no such zone")) : Promise.resolve(branch);
  };
  expect(await sumOfEach([1, 3], work)).toBe(4);
  const failed = await sumOfEach([1, 2, 3], work).catch((error: unknown) => error);
  expect(failed).toMatchObject({ errors: [{ message: "no such zone" }], message: "1 of 3 failed" });
  expect(seen).toEqual([1, 3, 1, 2, 3]);
});
