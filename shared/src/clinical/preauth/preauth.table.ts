import { ts } from "#contract/fields.ts";
import { column, type RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { preauthCrud, preauthFields } from "./preauth.contract.ts";
import { preauthStates } from "./preauth.states.ts";

/** What payers were asked to authorise. Any branch notes what they say; what two noted apart, a person decides. */
export const preauthTable = recordTable(preauthFields, {
  name: "preauth",
  prefix: preauthCrud.prefix,
  merge: "shared_document",
  audience: "tenant",
  stateFields: ["status"],
  stateMachine: () => preauthStates.transitions,
  // How much a payer has approved is for no clerk to choose between two nodes.
  guardedFields: ["approved_minor", "authorization_no", "requested_minor"],
  fieldRules: {
    status_history: "list",
    requested_minor: { follows: "estimate" },
    approved_minor: { follows: "status" },
    authorization_no: { follows: "status" },
    valid_until: { follows: "status" },
    submitted_at: { follows: "status" },
    sla_due_at: { follows: "status" },
    decided_at: { follows: "status" },
  },
  columns: {
    /** The time that had gone by when receivers were told that the payer had not decided. */
    breach_told_at: column.nullable.text(),
  },
  forms: { breach_told_at: ts },
  namedIndexes: [
    { name: "preauth_by_created", columns: ["tenant_id", "created_at", "id"] },
    { name: "preauth_by_patient", columns: ["tenant_id", "patient_id", "created_at", "id"] },
    { name: "preauth_by_status", columns: ["tenant_id", "status", "created_at", "id"] },
    { name: "preauth_by_parent", columns: ["tenant_id", "parent_id", "id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    preauth: RowOf<typeof preauthTable>;
  }
}

/** One authorisation's row. */
export type PreauthRow = RowOf<typeof preauthTable>;
