import { eventTypes } from "#contract/event-types.ts";
import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { defineRecord } from "#resource/record.ts";
import { itemCrud, itemFields, itemsContract } from "./items.contract.ts";

const itemsTable = recordTable(itemFields, {
  name: "items",
  prefix: itemCrud.prefix,
  merge: "shared_document",
  audience: "tenant",
  indexes: [["kind", "name_key"]],
});

declare module "#db/database.ts" {
  interface Database {
    items: RowOf<typeof itemsTable>;
  }
}

/** What the tenant buys, keeps and charges for: the list that stock, dispensing and bills name. */
export const items = defineRecord(itemsContract, itemFields, {
  crud: itemCrud,
  table: itemsTable,
  events: eventTypes("item", {
    created: "an item was added to the list",
    updated: "an item of the list was changed",
  }),
  sample: (serial) => ({
    code: `pcm-${serial}`,
    name: `Paracetamol ${serial} mg`,
    unit: "tablet",
    kind: "drug",
  }),
});
