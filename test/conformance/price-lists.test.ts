import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { itemsContract } from "@edgeward/shared/clinical/items/items.contract.ts";
import { payersContract } from "@edgeward/shared/clinical/payers/payers.contract.ts";
import { priceListsContract } from "@edgeward/shared/clinical/price-lists/price-lists.contract.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { newItem, payerBody, seedPayer, seedPriceList } from "./payer-samples.ts";
import { worldOf, type World } from "./world.ts";

const { create, update, get, price, exportCsv, importCsv } = priceListsContract;

function refused(path: string, code: string) {
  return { status: 422, details: { fields: [expect.objectContaining({ path, code })] } };
}

describe.each(engines)("price lists and payers on the $engine", (engine) => {
  const isHub = engine.engine === "hub";
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function priced(id: string, query: object) {
    return (await world.client.call(price, { params: { id }, query })).body;
  }

  test("say what an item costs a payer on a day: by the payer's list, else everybody's, else its own", async () => {
    const [item, payer] = [await newItem(world), await seedPayer(world)];
    const prices = (amount: number) => ({ prices: [{ item_id: item.id, price_minor: amount }] });
    const ofPayer = await seedPriceList(world, { payer_id: payer, ...prices(800) });
    const ofAll = await seedPriceList(world, {
      payer_id: null,
      valid_from: "2026-05-01",
      ...prices(1_000),
    });
    const about = { item_id: item.id, payer_id: null };
    expect(await priced(item.id, { date: "2026-04-30" })).toEqual({
      ...about,
      date: "2026-04-30",
      price_minor: 1_500,
      price_list_id: null,
    });
    expect(await priced(item.id, {})).toMatchObject({ price_minor: 1_000, price_list_id: ofAll });
    expect(await priced(item.id, { payer_id: payer })).toMatchObject({
      price_minor: 800,
      price_list_id: ofPayer,
    });
    const unknown = "pyr_01jd7x2vry38gapbnk0v8yyk24";
    await expect(priced(item.id, { payer_id: unknown })).rejects.toMatchObject(
      refused("payer_id", "invalid_reference"),
    );
    await expect(priced(item.id, { date: "2026-02-30" })).rejects.toMatchObject(
      refused("date", "validation_error"),
    );
  });

  test("are their tenant's alone", async () => {
    const [id, item] = [await seedPriceList(world), await newItem(world)];
    const stranger = await clientFor(node, node.other);
    const missing = { status: 404 };
    await expect(stranger.call(get, { params: { id } })).rejects.toMatchObject(missing);
    await expect(stranger.call(exportCsv, { params: { id } })).rejects.toMatchObject(missing);
    await expect(stranger.call(price, { params: { id: item.id } })).rejects.toMatchObject(missing);
    const payer = await seedPayer(world);
    const asked = stranger.call(payersContract.get, { params: { id: payer } });
    await expect(asked).rejects.toMatchObject(missing);
    const own = (
      await stranger.call(itemsContract.create, {
        body: { code: "own", name: "Own", unit: "each", kind: "service" },
      })
    ).body;
    const other = stranger.call(price, { params: { id: own.id }, query: { payer_id: payer } });
    await expect(other).rejects.toMatchObject(refused("payer_id", "invalid_reference"));
  });

  test.runIf(!isHub)("are changed at the hub alone", async () => {
    const alone = { status: 409, code: "hub_only" };
    const made = world.client.call(payersContract.create, { body: payerBody(world) });
    await expect(made).rejects.toMatchObject(alone);
    const params = { id: await seedPriceList(world) };
    const brought = world.client.call(importCsv, {
      params,
      body: { csv: "item_code,price_minor\n" },
    });
    await expect(brought).rejects.toMatchObject(alone);
  });

  test.runIf(isHub)("are set up by an administrator, and read by who bills", async () => {
    const payer = (await world.client.call(payersContract.create, { body: payerBody(world) })).body;
    expect(payer).toMatchObject({ status: "active", branch_id: null, tds_bp: 1_000 });
    const item = await newItem(world);
    const body = {
      code: "suraksha-2026",
      name: "Suraksha 2026",
      payer_id: payer.id,
      valid_from: "2026-04-01",
      prices: [{ item_id: item.id, price_minor: 0 }],
    };
    const list = (await world.client.call(create, { body })).body;
    expect(list).toMatchObject({ ...body, status: "active", branch_id: null });
    for (const role of ["billing", "front_desk", "branch_admin"]) {
      const client = await clientFor(node, node.tenant, { claims: { roles: [role] } });
      expect((await client.call(get, { params: { id: list.id } })).status).toBe(200);
      const change = client.call(update, { params: { id: list.id }, body: { prices: [] } });
      await expect(change).rejects.toMatchObject({ status: 403 });
      const read = client.call(payersContract.update, {
        params: { id: payer.id },
        body: { notes: "x" },
      });
      await expect(read).rejects.toMatchObject({ status: 403 });
    }
  });

  test.runIf(isHub)("are refused by the field", async () => {
    const [item, payer] = [await newItem(world), await seedPayer(world)];
    const body = {
      code: `refused-${world.serial()}`,
      name: "Refused",
      payer_id: payer,
      valid_from: "2026-04-01",
    };
    const one = { item_id: item.id, price_minor: 5 };
    const wrong: readonly (readonly [object, string, string])[] = [
      [{ valid_to: "2026-03-31" }, "valid_to", "validation_error"],
      [{ payer_id: "pyr_01jd7x2vry38gapbnk0v8yyk24" }, "payer_id", "invalid_reference"],
      [{ prices: [one, one] }, "prices.1.item_id", "validation_error"],
      [{ prices: [{ ...one, price_minor: -1 }] }, "prices.0.price_minor", "validation_error"],
      [
        { prices: [one, { ...one, item_id: "itm_01jd7x2vry38gapbnk0v8yyk24" }] },
        "prices.1.item_id",
        "invalid_reference",
      ],
    ];
    for (const [more, path, code] of wrong) {
      const made = world.client.call(create, { body: { ...body, ...more } });
      await expect(made, path).rejects.toMatchObject(refused(path, code));
    }
    const list = (await world.client.call(create, { body })).body;
    const late = world.client.call(update, {
      params: { id: list.id },
      body: { valid_from: "2027-01-01", valid_to: "2026-12-31" },
    });
    await expect(late).rejects.toMatchObject(refused("valid_to", "validation_error"));
  });

  test.runIf(isHub)(
    "take prices from a CSV, name the rows that they do not take, and give them out",
    async () => {
      const [known, fresh] = [await newItem(world), await newItem(world)];
      const id = await seedPriceList(world, { prices: [{ item_id: known.id, price_minor: 700 }] });
      const csv = [
        "item_code,price_minor",
        `${known.code},650`,
        `${fresh.code},1.50`,
        "no-such-item,5",
        `${fresh.code},900`,
        `${fresh.code},901`,
      ].join("\r\n");
      const bring = async (is_trial: boolean) =>
        (await world.client.call(importCsv, { params: { id }, body: { csv, is_trial } })).body;
      const outcome = {
        made: 1,
        changed: 1,
        unchanged: 0,
        rejects: [
          { row: 3, field: "price_minor", code: "validation_error" },
          { row: 4, field: "item_code", code: "invalid_reference" },
          { row: 6, field: "item_code", code: "duplicate_value" },
        ],
      };
      expect(await bring(true)).toMatchObject({ ...outcome, price_list: { version: 1 } });
      expect(await bring(false)).toMatchObject({
        ...outcome,
        price_list: {
          version: 2,
          prices: [
            { item_id: known.id, price_minor: 650 },
            { item_id: fresh.id, price_minor: 900 },
          ],
        },
      });
      const file = (await world.client.call(exportCsv, { params: { id } })).body;
      const text = await file.text();
      expect(text).toBe(
        `item_code,item_name,price_minor\r\n${known.code},${known.name},650\r\n${fresh.code},${fresh.name},900\r\n`,
      );
      const again = (await world.client.call(importCsv, { params: { id }, body: { csv: text } }))
        .body;
      expect(again).toMatchObject({ made: 0, changed: 0, unchanged: 2, rejects: [] });
      expect(again.price_list.version).toBe(2);
    },
  );

  test("items come from a CSV and go out as one; rows that are wrong are named, and the others kept", async () => {
    const kept = await newItem(world);
    const code = `csv-${world.serial()}`;
    const csv = [
      "code,name,unit,kind,price_minor",
      `${kept.code},${kept.name},each,consumable,`,
      `${code},"Bandage, 5 cm",each,consumable,2500`,
      `${code},Again,each,consumable,1`,
      "Not A Code,Wrong,each,consumable,1",
      "wrong-unit,Wrong,bushel,consumable,1",
    ].join("\n");
    const { rejects, ...counts } = (
      await world.client.call(itemsContract.importCsv, { body: { csv } })
    ).body;
    expect(counts).toEqual({ made: 1, changed: 1, unchanged: 0, is_trial: false });
    expect(rejects.map(({ row, field, code: why }) => [row, field, why])).toEqual([
      [4, "code", "duplicate_value"],
      [5, "code", "validation_error"],
      [6, "unit", "invalid_enum"],
    ]);
    const left = await world.client.call(itemsContract.get, { params: { id: kept.id } });
    expect(left.body).toMatchObject({ price_minor: null, version: 2 });
    const text = await (await world.client.call(itemsContract.exportCsv, {})).body.text();
    const line = text.split("\r\n").find((one) => one.startsWith(`${code},`));
    expect(line).toContain('"Bandage, 5 cm"');
    expect(line).toContain(",2500,");
    const again = await world.client.call(itemsContract.importCsv, { body: { csv: text } });
    expect(again.body).toMatchObject({ made: 0, changed: 0, rejects: [] });
    const stranger = await clientFor(node, node.other);
    expect(await (await stranger.call(itemsContract.exportCsv, {})).body.text()).not.toContain(
      code,
    );
    const reader = await clientFor(node, node.tenant, { claims: { roles: ["nurse"] } });
    const brought = reader.call(itemsContract.importCsv, { body: { csv } });
    await expect(brought).rejects.toMatchObject({ status: 403 });
  });
});
