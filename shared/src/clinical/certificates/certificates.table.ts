import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { keptSummary } from "./certificate-parts.contract.ts";
import { certificateCrud, certificateFields } from "./certificates.contract.ts";
import { certificateStates } from "./certificates.states.ts";

/** What stands between a branch's code and the count of its certificates. */
const afterCode = "-C";
const digits = 7;

/** The number of a branch's n-th certificate. */
export function formatCertificateNo(branchCode: string, count: number): string {
  return `${branchCode}${afterCode}${String(count).padStart(digits, "0")}`;
}

/** The counter of a branch's certificates. */
export function certificateCounter(branchId: string): string {
  return `certificates:${branchId}`;
}

/** What doctors have certified. Only the branch where one was issued calls it off. */
export const certificatesTable = recordTable(certificateFields, {
  name: "certificates",
  prefix: certificateCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => certificateStates.transitions,
  // What a paper with a signature says is for no clerk to choose.
  guardedFields: ["diagnosis", "summary"],
  fieldRules: { status_history: "list" },
  forms: { summary: keptSummary.nullable() },
  claims: ({ certificate_no: value }) => [
    {
      kind: "certificates.certificate_no",
      value,
      field: "certificate_no",
      code: "duplicate_value",
      disputed: "certificate_no",
    },
  ],
  series: [
    {
      column: "certificate_no",
      afterCode,
      leftOut: 1_000,
      counter: certificateCounter,
      countOf: (number) => Number(String(number).slice(-digits)),
    },
  ],
  namedIndexes: [
    { name: "certificates_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    { name: "certificates_by_patient", columns: ["tenant_id", "patient_id", "created_at", "id"] },
    { name: "certificates_by_encounter", columns: ["tenant_id", "encounter_id", "id"] },
    { name: "certificates_by_number", columns: ["tenant_id", "certificate_no"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    certificates: RowOf<typeof certificatesTable>;
  }
}

/** One certificate's row. */
export type CertificateRow = RowOf<typeof certificatesTable>;
