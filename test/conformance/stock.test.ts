import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { stockContract } from "@edgeward/shared/clinical/stock/stock.contract.ts";
import { stockMovesContract } from "@edgeward/shared/clinical/stock/stock-moves.contract.ts";
import { stockLocationsContract } from "@edgeward/shared/clinical/stock-locations/stock-locations.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { publishedOf } from "./radiology-samples.ts";
import { newBatch, newDrug, newPlace, openedBody } from "./stock-samples.ts";
import { worldOf, type World } from "./world.ts";

type Move = z.input<typeof stockMovesContract.create.body>;
type Query = NonNullable<z.input<typeof stockContract.list.query>>;

const nowhere = "loc_01jd7x2vry38gapbnk0v8yyk24";

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

  function as(role: string) {
    return clientFor(node, node.tenant, { claims: { roles: [role] } });
  }

  async function move(id: string, body: Move, client: Client = world.client) {
    return (await client.call(stockMovesContract.create, { params: { id }, body })).body;
  }

  async function read(id: string) {
    return (await world.client.call(stockContract.get, { params: { id } })).body;
  }

  async function listed(query: Query) {
    const { body } = await world.client.call(stockContract.list, { query });
    return body.data.map(({ id }) => id);
  }

  async function movesOf(id: string) {
    const { body } = await world.client.call(stockMovesContract.ofBatch, { params: { id } });
    return body.data;
  }

  test("what is there of a batch is what its moves come to, each with what was there after it", async () => {
    const { id } = await newBatch(world, { quantity: 100 });
    const fewer = { kind: "count", quantity: 97, reason_code: "count_variance" } as const;
    expect(await move(id, fewer)).toMatchObject({ quantity: -3, counted: 97, balance_after: 97 });
    const broken = { kind: "write_off", quantity: 7, reason_code: "damaged" } as const;
    expect(await move(id, broken)).toMatchObject({ quantity: -7, balance_after: 90 });
    expect(await move(id, { kind: "count", quantity: 90 })).toMatchObject({ quantity: 0 });
    expect(await read(id)).toMatchObject({ on_hand: 90, status: "available" });
    const story = (await movesOf(id)).map((one) => [one.kind, one.quantity, one.balance_after]);
    expect(story).toEqual([
      ["count", 0, 90],
      ["write_off", -7, 90],
      ["count", -3, 97],
      ["opening", 100, 100],
    ]);
    const told = await publishedOf(node, id);
    expect(told).toEqual([]);
  });

  test("goods go from a store to a shelf and aside, and what is set aside comes back only when it is released", async () => {
    const [shelf, aside] = [await newPlace(world), await newPlace(world, "quarantine")];
    const { id, item_id: item } = await newBatch(world, { quantity: 50 });
    const out = await move(id, { kind: "transfer", quantity: 20, to_location_id: shelf.id });
    expect(out).toMatchObject({ quantity: -20, balance_after: 30 });
    const away = { kind: "quarantine", quantity: 5, reason_code: "damaged" } as const;
    await move(id, { ...away, to_location_id: aside.id });
    const { body: page } = await world.client.call(stockContract.list, {
      query: { item_id: item },
    });
    const standing = page.data.map((one) => [one.location_id, one.on_hand, one.status]);
    expect(standing).toHaveLength(3);
    expect(standing).toContainEqual([shelf.id, 20, "available"]);
    expect(standing).toContainEqual([aside.id, 5, "quarantined"]);
    const kept = page.data.find((one) => one.location_id === aside.id)?.id ?? "";
    const back = { kind: "release", quantity: 2, to_location_id: shelf.id } as const;
    await expect(move(kept, back, await as("stores"))).rejects.toMatchObject({ code: "forbidden" });
    const elsewhere = { kind: "transfer", quantity: 2, to_location_id: shelf.id } as const;
    await expect(move(kept, elsewhere)).rejects.toMatchObject(refusal("kind", "batch_blocked"));
    expect(await move(kept, back, await as("pharmacist"))).toMatchObject({ balance_after: 3 });
    const there = page.data.find((one) => one.location_id === shelf.id)?.id ?? "";
    expect(await read(there)).toMatchObject({ on_hand: 22 });
    const [arrived] = await movesOf(there);
    expect(arrived).toMatchObject({ kind: "release", quantity: 2, balance_after: 22 });
  });

  test("a batch that is recalled is blocked wherever it stands, also where more of it turns up, until it is released", async () => {
    const shelf = await newPlace(world);
    const first = await newBatch(world, { quantity: 10 });
    await move(first.id, { kind: "transfer", quantity: 4, to_location_id: shelf.id });
    await move(first.id, { kind: "recall", reason_code: "recalled", note: "Notice of the maker" });
    const batch = { item_id: first.item_id, batch_no: first.batch_no };
    const blocked = await listed({ ...batch, status: "recalled" });
    expect(blocked).toHaveLength(2);
    expect(await newBatch(world, batch)).toMatchObject({ status: "recalled" });
    const again = { kind: "recall", reason_code: "recalled" } as const;
    await expect(move(first.id, again)).rejects.toMatchObject({ code: "invalid_transition" });
    await move(first.id, { kind: "release", note: "Not our batch" }, await as("pharmacist"));
    expect(await listed({ ...batch, status: "recalled" })).toEqual([]);
    expect(await listed({ ...batch, status: "available" })).toHaveLength(3);
  });

  test("is listed by what expires, by what is there, and by what has to be ordered", async () => {
    const item = await newDrug(world, { reorder_level: 20 });
    const own = { item_id: item.id };
    const over = await newBatch(world, {
      ...own,
      mfg_date: "2020-01-01",
      expiry_date: "2024-05-31",
    });
    const soon = await newBatch(world, { ...own, expiry_date: "2031-01-31", quantity: 21 });
    expect(over).toMatchObject({ status: "expired", is_near_expiry: false });
    expect(await listed({ ...own, status: "expired" })).toEqual([over.id]);
    expect(await listed({ ...own, expiring_before: "2031-02-01" })).toEqual([soon.id, over.id]);
    await move(over.id, { kind: "write_off", quantity: 100, reason_code: "expired" });
    expect(await listed({ ...own, in_stock: "true" })).toEqual([soon.id]);
    expect(await listed({ ...own, low: "true" })).toEqual([]);
    await move(soon.id, { kind: "write_off", quantity: 1, reason_code: "sample" });
    expect(await listed({ ...own, low: "true" })).toEqual([soon.id, over.id]);
    await move(soon.id, { kind: "write_off", quantity: 20, reason_code: "damaged" });
    expect(await read(soon.id)).toMatchObject({ status: "depleted", on_hand: 0 });
    expect(await listed({ ...own, status: "depleted" })).toEqual([soon.id]);
  });

  test("thirty-two who take out of one batch at the same moment leave no less than nothing", async () => {
    const { id } = await newBatch(world, { quantity: 20 });
    const one = { kind: "write_off", quantity: 1, reason_code: "sample" } as const;
    const all = await Promise.allSettled(Array.from({ length: 32 }, () => move(id, one)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    const refused = all.flatMap((result) => {
      const reason: unknown = result.status === "rejected" ? result.reason : null;
      return reason === null ? [] : [reason];
    });
    for (const reason of refused)
      expect(reason).toMatchObject(refusal("quantity", "insufficient_balance"));
    const moves = await movesOf(id);
    expect(moves.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(0);
    expect(await read(id)).toMatchObject({ on_hand: 0 });
  });

  describe("refuse", () => {
    test.each([
      ["quantity", "validation_error", { kind: "write_off", reason_code: "damaged" }],
      ["quantity", "validation_error", { kind: "write_off", reason_code: "damaged", quantity: 0 }],
      [
        "quantity",
        "insufficient_balance",
        { kind: "write_off", reason_code: "damaged", quantity: 101 },
      ],
      ["reason_code", "validation_error", { kind: "write_off", quantity: 1 }],
      ["reason_code", "validation_error", { kind: "count", quantity: 1 }],
      [
        "to_location_id",
        "conflicting_fields",
        { kind: "count", quantity: 100, to_location_id: nowhere },
      ],
      ["to_location_id", "validation_error", { kind: "transfer", quantity: 1 }],
      [
        "to_location_id",
        "invalid_reference",
        { kind: "transfer", quantity: 1, to_location_id: nowhere },
      ],
      ["quantity", "conflicting_fields", { kind: "recall", reason_code: "recalled", quantity: 1 }],
    ] as const)("a wrong %s as %s", async (path, code, body) => {
      const { id } = await newBatch(world);
      await expect(move(id, body)).rejects.toMatchObject(refusal(path, code));
      expect(await read(id)).toMatchObject({ on_hand: 100, status: "available" });
    });

    test("what is no place for it", async () => {
      const batch = await newBatch(world);
      const [aside, closed] = [await newPlace(world, "quarantine"), await newPlace(world)];
      const status = { status: "inactive" } as const;
      await world.client.call(stockLocationsContract.update, {
        params: { id: closed.id },
        body: status,
      });
      const going = { kind: "transfer", quantity: 1 } as const;
      for (const [to, code] of [
        [aside.id, "validation_error"],
        [batch.location_id, "validation_error"],
        [closed.id, "invalid_reference"],
      ] as const)
        await expect(move(batch.id, { ...going, to_location_id: to })).rejects.toMatchObject(
          refusal("to_location_id", code),
        );
    });

    test.each([
      ["expiry_date", "validation_error", { expiry_date: null }],
      ["mfg_date", "validation_error", { mfg_date: "2031-03-31" }],
      ["location_id", "invalid_reference", { location_id: nowhere }],
      ["item_id", "invalid_reference", { item_id: "itm_01jd7x2vry38gapbnk0v8yyk24" }],
      ["supplier_id", "invalid_reference", { supplier_id: "sup_01jd7x2vry38gapbnk0v8yyk24" }],
    ] as const)("a batch with a wrong %s as %s", async (path, code, more) => {
      const body = await openedBody(world, more);
      await expect(world.client.call(stockContract.create, { body })).rejects.toMatchObject(
        refusal(path, code),
      );
    });

    test("a batch that stands there already, and one whose label says something else", async () => {
      const { item_id, location_id, batch_no } = await newBatch(world);
      const again = await openedBody(world, { item_id, location_id, batch_no });
      const other = await openedBody(world, { item_id, batch_no, expiry_date: "2031-04-30" });
      for (const [body, path, code] of [
        [again, "batch_no", "duplicate_value"],
        [other, "expiry_date", "validation_error"],
      ] as const)
        await expect(world.client.call(stockContract.create, { body })).rejects.toMatchObject(
          refusal(path, code),
        );
    });
  });
});
