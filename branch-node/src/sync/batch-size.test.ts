import { expect, test } from "vitest";
import { maximumBatchOperations } from "@edgeward/shared/sync/wire/sizes.contract.ts";
import { BatchSize } from "./batch-size.ts";

test("halves with each refusal down to one operation, in whose place a stub goes", () => {
  const size = new BatchSize();
  const tried: number[] = [];
  do tried.push(size.most);
  while (size.refused(size.most));
  expect(tried).toEqual([1_000, 500, 250, 125, 62, 31, 15, 7, 3, 1]);
  expect(size.most).toBe(1);
});

test("grows again only after a row of batches that got through, and never past the contract", () => {
  const size = new BatchSize();
  size.refused(800);
  for (let count = 0; count < 15; count += 1) size.passed();
  expect(size.most).toBe(400);
  size.passed();
  expect(size.most).toBe(800);
  for (let count = 0; count < 100; count += 1) size.passed();
  expect(size.most).toBe(maximumBatchOperations);
});

test("a refusal begins the row anew", () => {
  const size = new BatchSize();
  size.refused(100);
  for (let count = 0; count < 15; count += 1) size.passed();
  size.refused(50);
  size.passed();
  expect(size.most).toBe(25);
});
