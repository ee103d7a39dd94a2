import type { Claim, RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { wardCrud, wardFields } from "./wards.contract.ts";

/** The wards of a branch. Only their own branch changes them, with or without a line to the hub. */
export const wardsTable = recordTable(wardFields, {
  name: "wards",
  prefix: wardCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status"],
  namedIndexes: [
    { name: "wards_by_code", columns: ["tenant_id", "branch_id", "code", "id"] },
    { name: "wards_by_name", columns: ["tenant_id", "branch_id", "name_key", "id"] },
    { name: "wards_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
  ],
  claims: ownCode,
});

declare module "#db/database.ts" {
  interface Database {
    wards: RowOf<typeof wardsTable>;
  }
}

/** One ward's row. */
export type WardRow = RowOf<typeof wardsTable>;

function ownCode(row: {
  readonly branch_id: string | null;
  readonly code: string;
}): readonly Claim[] {
  const value = `${row.branch_id}.${row.code}`;
  return [{ kind: "wards.code", value, field: "code", code: "duplicate_value", disputed: "code" }];
}
