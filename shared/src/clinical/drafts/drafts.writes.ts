import { writesOf, type Writes } from "#resource/command-writes.ts";
import { draftsTable } from "./drafts.table.ts";

/** What the commands of drafts write beyond their fields. */
export const draftWrites: Writes = {
  "draft.update": [
    writesOf(draftsTable, { changes: ["form_state", "expires_at", "metadata", "draft_status"] }),
  ],
  "draft.discard": [writesOf(draftsTable, { changes: ["draft_status"] })],
};
