import { idOf, int, str } from "#contract/fields.ts";
import { recordForms } from "#contract/record.ts";
import { column, defineTable, recordColumns, type RowOf } from "#db/table.ts";
import { longestGrantDays } from "#contract/grant-days.ts";

/**
 * A branch's wish for what other branches hold of a patient who visits it. Goes up like everything that is made there;
 * the hub makes the grant of it, once, and what is lent comes down by the feed.
 */
export const grantRequestsTable = defineTable({
  name: "grant_requests",
  merge: "fact",
  forms: {
    ...recordForms("grq"),
    patient_id: idOf("pat"),
    grant_reason: str(1, 500),
    grant_days: int(1, longestGrantDays),
  },
  columns: {
    ...recordColumns,
    patient_id: column.text(),
    grant_reason: column.text(),
    grant_days: column.int(),
  },
  indexes: [
    { name: "grant_requests_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    grant_requests: RowOf<typeof grantRequestsTable>;
  }
}
