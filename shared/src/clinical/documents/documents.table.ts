import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { documentCrud, documentFields } from "./documents.contract.ts";
import { documentMachine } from "./documents.states.ts";

/** Papers, pictures and films: what each is, and the file that holds it. */
export const documentsTable = recordTable(documentFields, {
  name: "documents",
  prefix: documentCrud.prefix,
  merge: "shared_document",
  audience: "branch",
  keptFiles: "own",
  keptHome: { category: ["identity"], confidential: [true] },
  stateFields: ["status"],
  stateMachine: () => documentMachine.transitions,
  fieldRules: { status_history: "list", replaced_by_id: { follows: "status" } },
  namedIndexes: [
    { name: "documents_by_created", columns: ["tenant_id", "created_at", "id"] },
    { name: "documents_by_patient", columns: ["tenant_id", "patient_id", "created_at", "id"] },
    { name: "documents_by_visit", columns: ["tenant_id", "encounter_id", "id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    documents: RowOf<typeof documentsTable>;
  }
}

/** One document's row. */
export type DocumentRow = RowOf<typeof documentsTable>;
