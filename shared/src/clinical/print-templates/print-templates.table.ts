import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { templateCrud, templateFields } from "./print-templates.contract.ts";
import { templateForms } from "./print-templates.forms.ts";

/**
 * How documents look and speak. The tenant's are set at the hub, a branch's at the branch, which can do so while the hub
 * is out of reach: made at two nodes apart, a row's empty fields would be at odds with the other's values. A row's id
 * follows from whose documents it is of, and of which.
 */
export const printTemplatesTable = recordTable(templateFields, {
  name: "print_templates",
  prefix: templateCrud.prefix,
  merge: "shared_document",
  forms: templateForms,
  namedIndexes: [
    { name: "print_templates_by_created", columns: ["tenant_id", "created_at", "id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    print_templates: RowOf<typeof printTemplatesTable>;
  }
}

/** One template's row. */
export type PrintTemplateRow = RowOf<typeof printTemplatesTable>;
