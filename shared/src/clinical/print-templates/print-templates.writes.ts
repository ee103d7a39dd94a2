import { writesOf, type Writes } from "#resource/command-writes.ts";
import { printTemplatesTable } from "./print-templates.table.ts";

/** What the commands of print templates write. */
export const templateWrites: Writes = {
  "print_template.set": [
    writesOf(printTemplatesTable, {
      makes: true,
      changes: [
        "display_name",
        "header_lines",
        "footer_lines",
        "extra_lines",
        "logo_png",
        "languages",
        "numerals",
        "page_size",
        "label_size",
        "metadata",
      ],
    }),
  ],
};
