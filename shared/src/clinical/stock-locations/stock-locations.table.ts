import type { Claim, RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { stockLocationCrud, stockLocationFields } from "./stock-locations.contract.ts";

function ownCode(row: { readonly branch_id: string | null; readonly code: string }): Claim[] {
  const value = `${row.branch_id}.${row.code}`;
  const kind = "stock_locations.code";
  return [{ kind, value, field: "code", code: "duplicate_value", disputed: "code" }];
}

/** Where a branch keeps goods. Only the branch itself changes them: it knows its shelves. */
export const stockLocationsTable = recordTable(stockLocationFields, {
  name: "stock_locations",
  prefix: stockLocationCrud.prefix,
  merge: "branch_owned",
  claims: ownCode,
  namedIndexes: [
    { name: "stock_locations_by_code", columns: ["tenant_id", "branch_id", "code", "id"] },
    { name: "stock_locations_by_name", columns: ["tenant_id", "branch_id", "name_key", "id"] },
    { name: "stock_locations_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    stock_locations: RowOf<typeof stockLocationsTable>;
  }
}
