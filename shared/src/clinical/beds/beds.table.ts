import { enumOf } from "#contract/fields.ts";
import type { Claim, RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { bedCrud, bedFields, ownBedStatuses } from "./beds.contract.ts";
import { ownBedStates } from "./beds.states.ts";

/**
 * The beds of a branch, which alone changes them. A bed keeps the states that it has by itself: that somebody lies in it, or
 * will, is said by the admission that holds it, so that the two never disagree.
 */
export const bedsTable = recordTable(bedFields, {
  name: "beds",
  prefix: bedCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => ownBedStates,
  fieldRules: {
    status_history: "list",
    status_reason: { follows: "status" },
    status_since: { follows: "status" },
  },
  forms: { status: enumOf(ownBedStatuses) },
  namedIndexes: [
    { name: "beds_by_code", columns: ["tenant_id", "branch_id", "code", "id"] },
    { name: "beds_by_ward", columns: ["tenant_id", "ward_id", "code", "id"] },
    { name: "beds_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
  ],
  claims: ownCode,
});

declare module "#db/database.ts" {
  interface Database {
    beds: RowOf<typeof bedsTable>;
  }
}

/** One bed's row. */
export type BedRow = RowOf<typeof bedsTable>;

function ownCode(row: { readonly ward_id: string; readonly code: string }): readonly Claim[] {
  const value = `${row.ward_id}.${row.code.toLowerCase()}`;
  return [{ kind: "beds.code", value, field: "code", code: "duplicate_value", disputed: "code" }];
}
