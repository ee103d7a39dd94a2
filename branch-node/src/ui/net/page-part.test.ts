import { expect, test } from "vitest";
import { pagePart } from "./page-part.ts";

/** A part whose first attempts fail, and a node that answers from one attempt on. */
function partThatFails(failures: number, answersFrom: number, mayReload = false) {
  const pauses: number[] = [];
  let reloads = 0;
  let asked = 0;
  const load = async () => {
    asked += 1;
    if (asked <= failures) throw new TypeError(`attempt ${asked} was cut off`);
    return "the part";
  };
  const fetching = {
    pause: async (ms: number) => void pauses.push(ms),
    isAnswering: async () => asked >= answersFrom,
    reload: () => {
      reloads += 1;
      return mayReload;
    },
  };
  return {
    pauses,
    part: () => pagePart(load, fetching),
    asked: () => asked,
    reloads: () => reloads,
  };
}

test("a part that comes is asked for once", async () => {
  const { part, pauses, asked } = partThatFails(0, 0);
  expect(await part()).toBe("the part");
  expect([asked(), pauses]).toEqual([1, []]);
});

test("what a change of the network has cut off is asked for again", async () => {
  const { part, pauses } = partThatFails(1, 0);
  expect(await part()).toBe("the part");
  expect(pauses).toHaveLength(1);
});

test("the page is loaded anew where the browser keeps in mind that a part could not be fetched", async () => {
  const { part, asked, reloads } = partThatFails(Number.POSITIVE_INFINITY, 3, true);
  const settled = part().then(
    () => "came",
    () => "failed",
  );
  await expect.poll(reloads).toBe(1);
  expect(await Promise.race([settled, Promise.resolve("goes away")])).toBe("goes away");
  expect(asked()).toBe(4);
});

test("while the node does not answer it is asked for until it does, at last every few seconds", async () => {
  const { part, pauses } = partThatFails(40, Number.POSITIVE_INFINITY);
  expect(await part()).toBe("the part");
  expect(pauses).toHaveLength(40);
  expect(pauses[0]).toBeLessThanOrEqual(250);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(5_000);
  expect(Math.min(...pauses.slice(10))).toBeGreaterThanOrEqual(2_500);
});

test("what a node that answers does not have is given up after six attempts", async () => {
  const { part, asked } = partThatFails(Number.POSITIVE_INFINITY, 20);
  await expect(part()).rejects.toThrow("attempt 25 was cut off");
  expect(asked()).toBe(25);
});
