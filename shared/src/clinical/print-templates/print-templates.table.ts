import { column, defineTable, recordColumns, type RowOf } from "#db/table.ts";
import { templateForms } from "./print-templates.forms.ts";

/** The size of a tenant's labels, in millimetres. */
export interface LabelSize {
  readonly width_mm: number;
  readonly height_mm: number;
}

/**
 * How documents look and speak. The tenant's are set at the hub, a branch's at the branch, which can do so while the hub
 * is out of reach: made at two nodes apart, a row's empty fields would be at odds with the other's values. A row's id
 * follows from whose documents it is of, and of which.
 */
export const printTemplatesTable = defineTable({
  name: "print_templates",
  merge: "shared_document",
  forms: templateForms,
  columns: {
    ...recordColumns,
    document_type: column.text(),
    display_name: column.nullable.text(),
    header_lines: column.nullable.json<readonly string[]>(),
    footer_lines: column.nullable.json<readonly string[]>(),
    extra_lines: column.nullable.json<readonly string[]>(),
    /** Base64. */
    logo_png: column.nullable.text(),
    languages: column.nullable.json<readonly string[]>(),
    numerals: column.nullable.text(),
    page_size: column.nullable.text(),
    label_size: column.nullable.json<LabelSize>(),
  },
  indexes: [{ name: "print_templates_by_created", columns: ["tenant_id", "created_at", "id"] }],
});

declare module "#db/database.ts" {
  interface Database {
    print_templates: RowOf<typeof printTemplatesTable>;
  }
}

/** One template's row. */
export type PrintTemplateRow = RowOf<typeof printTemplatesTable>;
