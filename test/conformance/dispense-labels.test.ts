import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dispensesContract } from "@edgeward/shared/clinical/dispenses/dispenses.contract.ts";
import { prescriptionsContract } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { printJobsContract } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { engines } from "#support/engines.ts";
import type { TestNode } from "#support/node.ts";
import { prescriptionBody } from "./rx-samples.ts";
import { newBatch, newDrug, newPlace } from "./stock-samples.ts";
import { worldOf, type World } from "./world.ts";

const gtin = "08901234567890";

describe.each(engines)("on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function stocked(more: object) {
    const [item, place] = [await newDrug(world), await newPlace(world)];
    await newBatch(world, { item_id: item.id, location_id: place.id, ...more });
    return { item, place };
  }

  function labelsOf(id: string) {
    const body = { document_type: "label", source_id: id } as const;
    return world.client.call(printJobsContract.create, { body });
  }

  /** The jobs of a record's labels with what they say, the oldest first. */
  async function printed(sourceId: string) {
    const { id: tenantId } = node.tenant;
    const rows = await node.store.read({ tenantId }, ({ kysely }) =>
      kysely
        .selectFrom("print_jobs")
        .selectAll()
        .where("tenant_id", "=", tenantId)
        .where("source_id", "=", sourceId)
        .orderBy("id")
        .execute(),
    );
    return rows.map(({ id, data }) => ({ id, says: data["document"] }));
  }

  /** Somebody has seen the paper of a job. */
  async function cameOut(id: string): Promise<void> {
    await node.store.write({ tenantId: node.tenant.id }, ({ kysely }) =>
      kysely
        .updateTable("print_jobs")
        .set({ status: "printed" })
        .where("tenant_id", "=", node.tenant.id)
        .where("id", "=", id)
        .execute(),
    );
  }

  test("what was given out for a prescription is labelled by batch, and printed again it says the same", async () => {
    const one = await stocked({ gtin, batch_no: "LAB-1" });
    const two = await newDrug(world, { name: "Cetirizine 10 mg" });
    await newBatch(world, { item_id: two.id, location_id: one.place.id, batch_no: "LAB-2" });
    const body = await prescriptionBody(world);
    const [medicine] = body.items;
    if (medicine === undefined) throw new Error("a prescription has a medicine");
    const items = [one.item, two].map(({ id }) => ({ ...medicine, item_id: id }));
    const rx = (await world.client.call(prescriptionsContract.create, { body: { ...body, items } }))
      .body;
    const lines = rx.items.map(({ id, item_id: item }) => ({
      rx_item_id: id,
      item_id: item ?? "",
      quantity: 5,
    }));
    const given = await world.client.call(dispensesContract.create, {
      body: { prescription_id: rx.id, location_id: one.place.id, lines },
    });
    await labelsOf(given.body.id);
    const [first, second, ...more] = await printed(given.body.id);
    expect(more).toEqual([]);
    expect(first?.says).toMatchObject({
      kind: "medicine",
      batch_no: "LAB-1",
      expires_on: "2031-03-31",
      gtin,
      medicine: { drug_name: one.item.name, frequency: "tds", quantity: 5 },
    });
    expect(second?.says).toMatchObject({ batch_no: "LAB-2", gtin: null });
    await cameOut(second?.id ?? "");
    await world.client.call(printJobsContract.create, {
      body: {
        document_type: "label",
        reprint_of_id: second?.id ?? "",
        reprint_reason: "asked_at_desk",
      },
    });
    expect((await printed(given.body.id)).at(-1)?.says).toEqual(second?.says);
  });

  test("nothing is labelled over the counter, where nobody has said how it is taken, nor of what was cancelled", async () => {
    const { item, place } = await stocked({});
    const line = { item_id: item.id, quantity: 1 };
    const { body } = await world.client.call(dispensesContract.create, {
      body: { location_id: place.id, lines: [line] },
    });
    const refused = { status: 422, code: "invalid_reference" };
    await expect(labelsOf(body.id)).rejects.toMatchObject(refused);
    await world.client.call(dispensesContract.update, {
      params: { id: body.id },
      body: { status: "cancelled", status_reason: "Did not wait" },
    });
    await expect(labelsOf(body.id)).rejects.toMatchObject(refused);
  });
});
