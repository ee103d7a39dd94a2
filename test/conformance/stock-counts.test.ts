import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { stockContract } from "@edgeward/shared/clinical/stock/stock.contract.ts";
import { stockMovesContract } from "@edgeward/shared/clinical/stock/stock-moves.contract.ts";
import { engines } from "#support/engines.ts";
import type { TestNode } from "#support/node.ts";
import { publishedOf } from "./radiology-samples.ts";
import { newBatch, newDrug, newPlace } from "./stock-samples.ts";
import { worldOf, type World } from "./world.ts";

type Line = z.input<typeof stockMovesContract.countPlace.body>["lines"][number];

function refusal(path: string, code = "validation_error") {
  return { status: 422, code, details: { fields: [{ path, code }] } };
}

describe.each(engines)("on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  /** Three batches of a place, of 100, 50 and 20 units. */
  async function shelf(level: number | null = null) {
    const place = (await newPlace(world)).id;
    const item = (await newDrug(world, { reorder_level: level })).id;
    const of = { item_id: item, location_id: place };
    const [a, b] = [await newBatch(world, of), await newBatch(world, { ...of, quantity: 50 })];
    return { place, a, b, c: await newBatch(world, { location_id: place, quantity: 20 }) };
  }

  async function count(place: string, lines: Line[], key?: string) {
    const options = key === undefined ? {} : { idempotencyKey: key };
    const body = { location_id: place, lines };
    return (await world.client.call(stockMovesContract.countPlace, { body }, options)).body;
  }

  async function thereOf(id: string) {
    return (await world.client.call(stockContract.get, { params: { id } })).body.on_hand;
  }

  test("the batches of a place are counted by one sheet, each with a move that says what was found and why it differs", async () => {
    const { place, a, b, c } = await shelf(149);
    const key = `count-${a.id}`;
    const lines: Line[] = [
      { stock_id: a.id, counted: 98, expected: 100, reason_code: "damaged", note: "Two broken" },
      { stock_id: b.id, counted: 50, expected: 50 },
      { stock_id: c.id, counted: 21, reason_code: "count_variance" },
    ];
    const sheet = await count(place, lines, key);
    expect(sheet).toMatchObject({
      location_id: place,
      moves: [
        { stock_id: a.id, counted: 98, difference: -2, reason_code: "damaged" },
        { stock_id: b.id, counted: 50, difference: 0, reason_code: null },
        { stock_id: c.id, counted: 21, difference: 1, reason_code: "count_variance" },
      ],
    });
    expect([await thereOf(a.id), await thereOf(b.id), await thereOf(c.id)]).toEqual([98, 50, 21]);
    const params = { id: sheet.moves[0]?.id ?? "" };
    expect((await world.client.call(stockMovesContract.get, { params })).body).toMatchObject({
      kind: "count",
      quantity: -2,
      counted: 98,
      source_id: sheet.id,
      note: "Two broken",
      balance_after: 98,
    });
    // What is found even is no adjustment; of the item of which too little is left an order is asked for, once.
    const told = await Promise.all(sheet.moves.map(({ id }) => publishedOf(node, id)));
    expect(told).toEqual([["stock.adjusted"], ["stock.low"], ["stock.adjusted"]]);
    // Sent once more, nothing is counted twice.
    expect(await count(place, lines, key)).toEqual(sheet);
    const query = { limit: "100" } as const;
    const of = { params: { id: a.id }, query } as const;
    const { body } = await world.client.call(stockMovesContract.ofBatch, of);
    expect(body.data.map(({ kind }) => kind)).toEqual(["count", "opening"]);
  });

  test("one line that cannot be keeps the whole sheet back, and is named by its field", async () => {
    const { place, a, b } = await shelf();
    const good: Line = { stock_id: a.id, counted: 90, reason_code: "theft" };
    const elsewhere = await newBatch(world);
    for (const [line, path, code] of [
      [{ stock_id: elsewhere.id, counted: 100 }, "stock_id", "invalid_reference"],
      [good, "stock_id"],
      [{ stock_id: b.id, counted: 49 }, "reason_code"],
      [{ stock_id: b.id, counted: 50, expected: 48 }, "counted"],
      [{ stock_id: b.id, counted: -1 }, "counted"],
    ] as const)
      await expect(count(place, [good, line])).rejects.toMatchObject(
        refusal(`lines.1.${path}`, code),
      );
    const away = await newPlace(world);
    await expect(count(away.id, [good])).rejects.toMatchObject(
      refusal("lines.0.stock_id", "invalid_reference"),
    );
    await expect(count("loc_01jd7x2vry38gapbnk0v8yyk24", [good])).rejects.toMatchObject(
      refusal("location_id", "invalid_reference"),
    );
    expect([await thereOf(a.id), await thereOf(b.id)]).toEqual([100, 50]);
  });
});
