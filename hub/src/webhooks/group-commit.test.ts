import { expect, test } from "vitest";
import { groupCommit } from "./group-commit.ts";

test("what comes while a write is under way goes out together in the next", async () => {
  const batches: (readonly number[])[] = [];
  const gate = Promise.withResolvers<void>();
  const add = groupCommit<number>(async (items) => {
    batches.push(items);
    await gate.promise;
  });
  const all = Promise.all([1, 2, 3].map(add));
  expect(batches).toEqual([[1]]);
  gate.resolve();
  await all;
  expect(batches).toEqual([[1], [2, 3]]);
  await add(4);
  expect(batches).toEqual([[1], [2, 3], [4]]);
});

test("a write that fails rejects for those whose items were in it, and for nobody else", async () => {
  const add = groupCommit<number>(async (items) => {
    if (items.includes(1)) throw new Error("refused");
  });
  const [first, second, third] = await Promise.allSettled([add(1), add(2), add(3)]);
  expect(first).toMatchObject({ status: "rejected" });
  expect([second, third]).toMatchObject([{ status: "fulfilled" }, { status: "fulfilled" }]);
});
