import { eventTypes } from "#contract/event-types.ts";
import { recordTable } from "#resource/record-table.ts";
import { defineRecord } from "#resource/record.ts";
import { itemCrud, itemFields, itemsContract } from "./items.contract.ts";

/** What the tenant buys, keeps and charges for: the list that stock, dispensing and bills name. */
export const items = defineRecord(itemsContract, itemFields, {
  crud: itemCrud,
  table: recordTable(itemFields, {
    name: "items",
    prefix: itemCrud.prefix,
    merge: "shared_document",
    audience: "tenant",
    indexes: [["kind", "name_key"]],
  }),
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
