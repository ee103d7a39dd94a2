import type * as z from "zod";
import { itemsContract } from "@edgeward/shared/clinical/items/items.contract.ts";
import type { payersContract } from "@edgeward/shared/clinical/payers/payers.contract.ts";
import { payers as payerRecord } from "@edgeward/shared/clinical/payers/payers.record.ts";
import { payersTable } from "@edgeward/shared/clinical/payers/payers.table.ts";
import type { priceListsContract } from "@edgeward/shared/clinical/price-lists/price-lists.contract.ts";
import { priceLists as listRecord } from "@edgeward/shared/clinical/price-lists/price-lists.record.ts";
import { priceListsTable } from "@edgeward/shared/clinical/price-lists/price-lists.table.ts";
import { normaliseName } from "@edgeward/shared/kernel/text.ts";
import { writeAsSystem } from "#support/seed.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import type { World } from "./world.ts";

/** An insurer. */
export function payerBody(
  world: Pick<World, "serial">,
): z.input<typeof payersContract.create.body> {
  const serial = world.serial();
  return {
    code: `suraksha-${serial}`,
    name: `Suraksha Health ${serial}`,
    type: "insurer",
    payment_terms_days: 30,
    tds_bp: 1_000,
  };
}

/** A payer as it has come from the hub; at a branch nobody makes one. */
export function seedPayer(world: World, more: Readonly<Record<string, unknown>> = {}) {
  const { node, tenant } = world;
  const body = { ...payerBody(world), ...more };
  return writeAsSystem(node, tenant.id, (write) => {
    const fields = { ...payerRecord.records.mapping.first(body), branch_id: null };
    const nameKey = normaliseName(body.name);
    return write.insert(payersTable, node.runtime.newId("pyr"), { ...fields, name_key: nameKey })
      .id;
  });
}

/** Requests for payers. */
export const payers: SamplesOf<typeof payersContract> = {
  list: { request: async () => ({}), grow: (world: World) => seedPayer(world) },
  get: { request: async (world) => ({ params: { id: await seedPayer(world) } }) },
  create: {
    request: async (world) => ({ body: payerBody(world) }),
    changed: ({ body }) => ({
      body: { code: "of-another", name: "Other", type: "tpa", ...body, metadata: changedMetadata },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await seedPayer(world) },
      body: { payment_terms_days: 45 },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};

/** An item with a price of its own. */
export async function newItem(world: World, price: number | null = 1_500) {
  const serial = world.serial();
  const body = {
    code: `dressing-${serial}`,
    name: `Dressing ${serial}`,
    unit: "each",
    kind: "consumable",
    price_minor: price,
  } as const;
  return (await world.client.call(itemsContract.create, { body })).body;
}

async function listBody(world: World) {
  const serial = world.serial();
  return {
    code: `tariff-${serial}`,
    name: `Tariff ${serial}`,
    payer_id: await seedPayer(world),
    valid_from: "2026-04-01",
    prices: [{ item_id: (await newItem(world)).id, price_minor: 1_200 }],
  };
}

/** A price list as it has come from the hub. */
export async function seedPriceList(world: World, more: Readonly<Record<string, unknown>> = {}) {
  const { node, tenant } = world;
  const body = { ...(await listBody(world)), ...more };
  return writeAsSystem(node, tenant.id, (write) => {
    const fields = { ...listRecord.records.mapping.first(body), branch_id: null };
    const nameKey = normaliseName(body.name);
    return write.insert(priceListsTable, node.runtime.newId("prl"), {
      ...fields,
      name_key: nameKey,
    }).id;
  });
}

/** Requests for price lists. */
export const priceLists: SamplesOf<typeof priceListsContract> = {
  list: { request: async () => ({}), grow: (world: World) => seedPriceList(world) },
  get: { request: async (world) => ({ params: { id: await seedPriceList(world) } }) },
  create: {
    request: async (world) => ({ body: await listBody(world) }),
    changed: ({ body }) => ({
      body: {
        code: "of-another",
        name: "Other",
        valid_from: "2026-04-01",
        ...body,
        metadata: changedMetadata,
      },
    }),
  },
  update: {
    request: async (world) => ({
      params: { id: await seedPriceList(world) },
      body: { valid_to: "2027-03-31" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
  price: { request: async (world) => ({ params: { id: (await newItem(world)).id } }) },
  exportCsv: { request: async (world) => ({ params: { id: await seedPriceList(world) } }) },
  importCsv: {
    request: async (world) => ({
      params: { id: await seedPriceList(world) },
      body: { csv: `item_code,price_minor\n${(await newItem(world)).code},900\n` },
    }),
    changed: (request) => ({ ...request, body: { csv: "item_code,price_minor\n" } }),
  },
};

/** Requests for the items' CSV, beside what follows from their declaration. */
export const itemFiles: Pick<SamplesOf<typeof itemsContract>, "exportCsv" | "importCsv"> = {
  exportCsv: { request: async () => ({}) },
  importCsv: {
    request: async (world) => ({
      body: { csv: `code,name,unit,kind\ngauze-${world.serial()},Gauze,each,consumable\n` },
    }),
    changed: () => ({ body: { csv: "code,name,unit,kind\ngauze,Other gauze,each,consumable\n" } }),
  },
};
