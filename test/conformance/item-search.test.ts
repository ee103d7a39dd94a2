import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { itemsContract } from "@edgeward/shared/clinical/items/items.contract.ts";
import { engines } from "#support/engines.ts";
import type { TestNode } from "#support/node.ts";
import { worldOf, type World } from "./world.ts";

const kinds = ["Gauze swab", "Sterile swab of gauze", "Needle"] as const;
// More of two words than are found and sorted at once.
const count = 780;

describe.each(engines)("on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    const row = (n: number) => `find-${n},${kinds[n % kinds.length]} ${n} cm,each,consumable`;
    for (let from = 0; from < count; from += 390) {
      const rows = Array.from({ length: 390 }, (_, nth) => row(from + nth));
      const csv = ["code,name,unit,kind", ...rows].join("\n");
      await world.client.call(itemsContract.importCsv, { body: { csv } });
    }
  });
  afterAll(() => node.stop());

  async function page(query: { q: string; limit?: string; cursor?: string; kind?: "consumable" }) {
    return (await world.client.call(itemsContract.list, { query })).body;
  }

  /** All that is found, page by page. */
  async function namesOf(q: string, more: { kind?: "consumable" } = {}) {
    const names: string[] = [];
    const sizes: number[] = [];
    let cursor: string | null = null;
    do {
      const query = { q, limit: "100", ...more, ...(cursor === null ? {} : { cursor }) };
      const { data, next_cursor: next } = await page(query);
      names.push(...data.map(({ name }) => name));
      sizes.push(data.length);
      cursor = next;
    } while (cursor !== null);
    return { names, sizes };
  }

  test.each([
    ["gauze", 520],
    ["gauz swab", 520],
    ["sterile", 260],
    ["needle 5", 1],
  ])("what %s finds is the same in one order, however many it is", async (q, least) => {
    const { names, sizes } = await namesOf(q);
    // The same list by a filter that leaves nothing out is read otherwise.
    expect(names).toEqual((await namesOf(q, { kind: "consumable" })).names);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(least);
    for (const size of sizes.slice(0, -1)) expect(size).toBe(100);
  });

  test("the first page says whether there is more, and none is before it", async () => {
    const first = await page({ q: "gauze", limit: "20" });
    expect(first.data).toHaveLength(20);
    expect(first.has_more).toBe(true);
    expect(first.prev_cursor).toBeNull();
    const next = await page({ q: "gauze", limit: "20", cursor: first.next_cursor ?? "" });
    const back = await page({ q: "gauze", limit: "20", cursor: next.prev_cursor ?? "" });
    expect(back.data).toEqual(first.data);
  });
});
