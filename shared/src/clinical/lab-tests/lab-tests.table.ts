import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { labTestCrud, labTestFields } from "./lab-tests.contract.ts";

/** What a laboratory of the tenant can be asked for. Ranges and limits are decided once for all branches. */
export const labTestsTable = recordTable(labTestFields, {
  name: "lab_tests",
  prefix: labTestCrud.prefix,
  merge: "central_reference",
  audience: "tenant",
  isOffered: true,
  indexes: [["loinc"]],
});

declare module "#db/database.ts" {
  interface Database {
    lab_tests: RowOf<typeof labTestsTable>;
  }
}

/** One test's row. */
export type LabTestRow = RowOf<typeof labTestsTable>;
