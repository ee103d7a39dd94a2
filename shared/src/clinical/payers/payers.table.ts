import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { payerCrud, payerFields } from "./payers.contract.ts";

/** Who pays for patients. With whom the tenant has agreed on what is decided once for all branches. */
export const payersTable = recordTable(payerFields, {
  name: "payers",
  prefix: payerCrud.prefix,
  merge: "central_reference",
  audience: "tenant",
  isOffered: true,
});

declare module "#db/database.ts" {
  interface Database {
    payers: RowOf<typeof payersTable>;
  }
}

/** One payer's row. */
export type PayerRow = RowOf<typeof payersTable>;
