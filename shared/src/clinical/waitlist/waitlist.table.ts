import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { waitlistCrud, waitlistFields } from "./waitlist.contract.ts";
import { waitlistStates } from "./waitlist.states.ts";

/** Who waits for a time. Changed only by the branch, which alone gives its own times away. */
export const waitlistTable = recordTable(waitlistFields, {
  name: "waitlist_entries",
  prefix: waitlistCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => waitlistStates.transitions,
  fieldRules: { status_history: "list" },
  namedIndexes: [
    { name: "waitlist_entries_by_day", columns: ["tenant_id", "branch_id", "from_day", "id"] },
    {
      name: "waitlist_entries_by_created",
      columns: ["tenant_id", "branch_id", "created_at", "id"],
    },
    { name: "waitlist_entries_by_patient", columns: ["tenant_id", "patient_id", "id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    waitlist_entries: RowOf<typeof waitlistTable>;
  }
}

/** One entry's row. */
export type WaitlistRow = RowOf<typeof waitlistTable>;
