import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { keptAcknowledgement, keptObservations } from "./lab-result-parts.contract.ts";
import { labResultCrud, labResultFields } from "./lab-results.contract.ts";

/**
 * Versions of results. None is ever changed: what is verified, corrected or withdrawn is another version, which names the
 * one before.
 */
export const labResultsTable = recordTable(labResultFields, {
  name: "lab_results",
  prefix: labResultCrud.prefix,
  merge: "fact",
  forms: { observations: keptObservations, critical_ack: keptAcknowledgement },
  // `l:` the LOINC code of something that was found.
  searchKeys: ({ observations }) => [
    ...new Set(observations.flatMap(({ loinc }) => (loinc === null ? [] : [`l:${loinc}`]))),
  ],
  namedIndexes: [
    { name: "lab_results_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    {
      name: "lab_results_by_patient",
      columns: ["tenant_id", "patient_id", "test_code", "created_at", "id"],
    },
    { name: "lab_results_by_order", columns: ["tenant_id", "order_id", "id"] },
    { name: "lab_results_by_encounter", columns: ["tenant_id", "encounter_id", "id"] },
    // Few results amend another one.
    {
      name: "lab_results_by_amended",
      columns: ["tenant_id", "amends_result_id"],
      where: "amends_result_id IS NOT NULL",
    },
    {
      name: "lab_results_critical",
      columns: ["tenant_id", "branch_id", "created_at", "id"],
      where: "critical",
    },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    lab_results: RowOf<typeof labResultsTable>;
  }
}

/** The row of one version of a result. */
export type LabResultRow = RowOf<typeof labResultsTable>;
