import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { draftCrud, draftFields } from "./drafts.contract.ts";

/** Forms that somebody has begun and not yet sent: kept so that neither a crash nor another screen loses them. */
export const draftsTable = recordTable(draftFields, {
  name: "drafts",
  prefix: draftCrud.prefix,
  merge: "shared_document",
  stateFields: ["draft_status"],
  expires: "expires_at",
  // One person's two screens are no dispute: the newer stands. Two people's values go to a person.
  fieldRules: { form_state: "own", expires_at: { follows: "form_state" } },
  // What the desk's forms call a number that the patient's record keeps sealed.
  sealed: { form_state: { members: ["payerNumber"] } },
  namedIndexes: [
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
