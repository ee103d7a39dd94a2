import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { keptGiver, type ConsentState } from "./consent-parts.contract.ts";
import { consentCrud, consentFields } from "./consents.contract.ts";
import { consentMachine } from "./consents.states.ts";

/** The states that end by themselves as their time goes by. */
export const endingStates = ["requested", "granted"] as const satisfies readonly ConsentState[];

/** What patients have agreed to. Every branch of the tenant knows it: what is withdrawn at one ends at all. */
export const consentsTable = recordTable(consentFields, {
  name: "consents",
  prefix: consentCrud.prefix,
  merge: "shared_document",
  audience: "tenant",
  stateFields: ["status"],
  stateMachine: () => consentMachine.transitions,
  guardedFields: ["decision", "given_by", "captured_method", "document_id"],
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
    // Of a few patients: whose record may not say it yet.
    {
      name: "consents_over",
      columns: ["tenant_id", "patient_id"],
      where: `status = 'expired' AND consent_type = 'data_processing'`,
      isHubOnly: true,
    },
    // Those that end by themselves, by their time.
    {
      name: "consents_to_end",
      columns: ["tenant_id", "branch_id", "valid_until"],
      where: `valid_until IS NOT NULL AND status IN ('requested', 'granted')`,
    },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    consents: RowOf<typeof consentsTable>;
  }
}

/** One consent's row. */
export type ConsentRow = RowOf<typeof consentsTable>;
