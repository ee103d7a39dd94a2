import { eventTypes } from "#contract/event-types.ts";
import { defineRecord } from "#resource/record.ts";
import {
  stockLocationCrud,
  stockLocationFields,
  stockLocationsContract,
} from "./stock-locations.contract.ts";
import { stockLocationsTable } from "./stock-locations.table.ts";

/** Where a branch keeps goods: its stores, its shelves, and where what may not be given out is set aside. */
export const stockLocations = defineRecord(stockLocationsContract, stockLocationFields, {
  crud: stockLocationCrud,
  table: stockLocationsTable,
  events: eventTypes("stock_location", {
    created: "a place where a branch keeps goods was set up",
    updated: "a place where a branch keeps goods was renamed, switched on or switched off",
  }),
  sample: (serial) => ({
    code: `shelf-${serial}`,
    name: `Shelf ${serial}`,
    name_hi: `ताक ${serial}`,
    kind: "shelf",
  }),
});
