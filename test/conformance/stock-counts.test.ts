import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { stockContract } from "@edgeward/shared/clinical/stock/stock.contract.ts";
import { stockMovesContract } from "@edgeward/shared/clinical/stock/stock-moves.contract.ts";
import { engines } from "#support/engines.ts";
import type { TestNode } from "#support/node.ts";
import { publishedOf } from "./radiology-samples.ts";
import { newBatch, newDrug, newPlace } from "./stock-samples.ts";
import { worldOf, type World } from "./world.ts";

type Sheet = z.input<typeof stockMovesContract.countPlace.body>;
type Line = Sheet["lines"][number];
type Found = NonNullable<Sheet["found"]>[number];

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

  async function find(place: string, found: Found[], lines: Line[] = []) {
    const body = { location_id: place, lines, found };
    return (await world.client.call(stockMovesContract.countPlace, { body })).body;
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

  test("what stands there and is not on record is put on record with what was found, by what its label says", async () => {
    const { place, a } = await shelf();
    const item = (await newDrug(world)).id;
    const label = { expiry_date: "2031-03-31", mrp_minor: 900, gst_rate_bp: 500 } as const;
    const line = { item_id: item, batch_no: "FOUND/1", counted: 12, reason_code: "other" } as const;
    const sheet = await find(
      place,
      [{ ...line, ...label, note: "Behind the shelf" }],
      [{ stock_id: a.id, counted: 100 }],
    );
    const [, move] = sheet.moves;
    expect(move).toMatchObject({ counted: 12, difference: 12, reason_code: "other" });
    const id = move?.stock_id ?? "";
    const { body } = await world.client.call(stockContract.get, { params: { id } });
    expect(body).toMatchObject({
      ...label,
      item_id: item,
      location_id: place,
      batch_no: "FOUND/1",
      on_hand: 12,
      status: "available",
    });
    const params = { id: move?.id ?? "" };
    expect((await world.client.call(stockMovesContract.get, { params })).body).toMatchObject({
      kind: "count",
      source_id: sheet.id,
      note: "Behind the shelf",
      balance_after: 12,
    });
    // Elsewhere in the branch its number is enough; where it stands by now, it is counted.
    const other = (await newPlace(world)).id;
    const [there] = (await find(other, [line])).moves;
    expect(await thereOf(there?.stock_id ?? "")).toBe(12);
    const [again] = (await find(other, [{ ...line, counted: 9 }])).moves;
    expect(again).toMatchObject({ stock_id: there?.stock_id, difference: -3 });
  });

  test("what is found of a batch that was recalled is not given out", async () => {
    const { a } = await shelf();
    const recall = { kind: "recall", reason_code: "recalled" } as const;
    await world.client.call(stockMovesContract.create, { params: { id: a.id }, body: recall });
    const { item_id, batch_no } = a;
    const other = (await newPlace(world)).id;
    const [move] = (await find(other, [{ item_id, batch_no, counted: 4, reason_code: "other" }]))
      .moves;
    const params = { id: move?.stock_id ?? "" };
    const { body } = await world.client.call(stockContract.get, { params });
    expect(body).toMatchObject({ status: "recalled", on_hand: 4 });
  });

  test("what is found and cannot be is named by its field, and nothing of the sheet is kept", async () => {
    const { place, a } = await shelf();
    const item = (await newDrug(world)).id;
    const good: Found = {
      item_id: item,
      batch_no: "GOOD",
      expiry_date: "2031-03-31",
      counted: 1,
      reason_code: "other",
    };
    const { expiry_date: _expiry, ...undated } = good;
    const standing = { item_id: a.item_id, batch_no: a.batch_no, counted: 1 };
    for (const [line, path, code] of [
      [{ ...good, item_id: "itm_01jd7x2vry38gapbnk0v8yyk24" }, "item_id", "invalid_reference"],
      [{ ...undated, batch_no: "NO-DAY" }, "expiry_date"],
      [{ ...good, batch_no: "MADE", mfg_date: "2032-01-01" }, "mfg_date"],
      [{ ...good, batch_no: "small letters" }, "batch_no"],
      [{ ...good, batch_no: "NONE", counted: 0 }, "counted"],
      [good, "batch_no"],
      [{ ...standing, expiry_date: "2030-01-01", reason_code: "other" }, "expiry_date"],
      [{ ...standing, reason_code: "other" }, "batch_no"],
    ] as const)
      await expect(
        find(place, [good, line], [{ stock_id: a.id, counted: 100 }]),
      ).rejects.toMatchObject(refusal(`found.1.${path}`, code));
    await expect(find(place, [])).rejects.toMatchObject(refusal("lines"));
    const query = { item_id: item, limit: "10" } as const;
    expect((await world.client.call(stockContract.list, { query })).body.data).toEqual([]);
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
