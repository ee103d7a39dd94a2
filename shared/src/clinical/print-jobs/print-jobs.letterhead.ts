import * as z from "zod";
import {
  printLanguages,
  printNumerals,
  printPageSizes,
} from "#clinical/print-templates/print-templates.contract.ts";

/** How a document looks and speaks, as it was set when its job was made. */
export const letterhead = z.object({
  display_name: z.string(),
  header_lines: z.array(z.string()),
  footer_lines: z.array(z.string()),
  extra_lines: z.array(z.string()),
  /** Base64. */
  logo_png: z.string().nullable(),
  languages: z.array(z.enum(printLanguages)),
  numerals: z.enum(printNumerals),
  page_size: z.enum(printPageSizes),
  label_size: z.object({ width_mm: z.int(), height_mm: z.int() }).nullable(),
  /** IANA name of the branch's zone. */
  time_zone: z.string(),
});

/** How a document looks and speaks, as it was set when its job was made. */
export type Letterhead = z.output<typeof letterhead>;

/** What a job keeps of a document; `document` has the shape of its type. */
export const documentJobData = z.object({ document: z.unknown(), letterhead });

/** The name of the template that opens a cash drawer. */
export const drawerTemplate = "drawer";
