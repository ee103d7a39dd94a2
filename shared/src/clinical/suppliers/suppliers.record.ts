import { eventTypes } from "#contract/event-types.ts";
import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { defineRecord } from "#resource/record.ts";
import { supplierCrud, supplierFields, suppliersContract } from "./suppliers.contract.ts";

/** The suppliers of a tenant, which every branch may add to and change. */
export const suppliersTable = recordTable(supplierFields, {
  name: "suppliers",
  prefix: supplierCrud.prefix,
  merge: "shared_document",
  audience: "tenant",
});

declare module "#db/database.ts" {
  interface Database {
    suppliers: RowOf<typeof suppliersTable>;
  }
}

/** Those from whom the tenant buys: whom orders and goods that have come will name. */
export const suppliers = defineRecord(suppliersContract, supplierFields, {
  crud: supplierCrud,
  table: suppliersTable,
  events: eventTypes("supplier", {
    created: "a supplier was added",
    updated: "a supplier was changed",
  }),
  sample: (serial) => ({
    code: `medisupply-${serial}`,
    name: `Medisupply ${serial}`,
    phone: "022 2345 6789",
    address: { city: "Mumbai", postal_code: "400002" },
    payment_terms_days: 30,
  }),
});
