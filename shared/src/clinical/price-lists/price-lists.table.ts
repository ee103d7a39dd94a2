import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { priceListCrud, priceListFields } from "./price-lists.contract.ts";

/** What was agreed with payers, and what everybody else is charged. */
export const priceListsTable = recordTable(priceListFields, {
  name: "price_lists",
  prefix: priceListCrud.prefix,
  merge: "central_reference",
  audience: "tenant",
  isOffered: true,
  indexes: [["payer_id", "valid_from"]],
});

declare module "#db/database.ts" {
  interface Database {
    price_lists: RowOf<typeof priceListsTable>;
  }
}

/** One list's row. */
export type PriceListRow = RowOf<typeof priceListsTable>;
