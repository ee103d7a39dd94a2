import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { keptGiver } from "./consent-parts.contract.ts";
import { consentCrud, consentFields } from "./consents.contract.ts";
import { consentMachine } from "./consents.states.ts";

/** What patients have agreed to. Every branch of the tenant knows it: what is withdrawn at one ends at all. */
export const consentsTable = recordTable(consentFields, {
  name: "consents",
  prefix: consentCrud.prefix,
  merge: "shared_document",
  audience: "tenant",
  stateFields: ["status"],
  stateMachine: () => consentMachine.transitions,
  guardedFields: ["decision", "given_by", "captured_method"],
  fieldRules: {
    status_history: "list",
    decision: { follows: "status" },
    decided_at: { follows: "status" },
    revoked_at: { follows: "status" },
    revoke_reason: { follows: "status" },
    captured_by: { follows: "status" },
    captured_method: { follows: "status" },
    given_by: { follows: "status" },
    witness_id: { follows: "status" },
    notice_version: { follows: "status" },
    language: { follows: "status" },
  },
  forms: { given_by: keptGiver.nullable() },
  namedIndexes: [
    { name: "consents_by_created", columns: ["tenant_id", "created_at", "id"] },
    { name: "consents_by_patient", columns: ["tenant_id", "patient_id", "created_at", "id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    consents: RowOf<typeof consentsTable>;
  }
}

/** One consent's row. */
export type ConsentRow = RowOf<typeof consentsTable>;
