import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { departmentCrud, departmentFields } from "./departments.contract.ts";

/**
 * The departments of the tenant. They are everybody's reference, so a branch sets one up or renames it also while the hub is
 * out of reach, and what two have changed of one merges field by field: a name in each language is a field of its own.
 */
export const departmentsTable = recordTable(departmentFields, {
  name: "departments",
  prefix: departmentCrud.prefix,
  merge: "shared_document",
  audience: "tenant",
});

declare module "#db/database.ts" {
  interface Database {
    departments: RowOf<typeof departmentsTable>;
  }
}

/** One department's row. */
export type DepartmentRow = RowOf<typeof departmentsTable>;
