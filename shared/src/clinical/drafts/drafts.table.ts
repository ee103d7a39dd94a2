import type { JsonObject } from "#contract/json-object.ts";
import { column, defineTable, recordColumns, type RowOf } from "#db/table.ts";
import { draftForms } from "./drafts.forms.ts";

/** Forms that somebody has begun and not yet sent: kept so that neither a crash nor another screen loses them. */
export const draftsTable = defineTable({
  name: "drafts",
  merge: "shared_document",
  stateFields: ["draft_status"],
  expires: "expires_at",
  // One person's two screens are no dispute: the newer stands. Two people's values go to a person.
  fieldRules: { form_state: "own", expires_at: { follows: "form_state" } },
  forms: draftForms,
  columns: {
    ...recordColumns,
    draft_kind: column.text(),
    /** The record that the form is about, where there is one already. */
    subject_id: column.nullable.text(),
    owner_id: column.text(),
    device_id: column.nullable.text(),
    form_state: column.json<JsonObject>(),
    draft_status: column.text(),
    expires_at: column.text(),
  },
  indexes: [
    {
      name: "drafts_by_owner",
      columns: ["tenant_id", "branch_id", "owner_id", "updated_at", "id"],
    },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    drafts: RowOf<typeof draftsTable>;
  }
}

/** One draft's row. */
export type DraftRow = RowOf<typeof draftsTable>;
