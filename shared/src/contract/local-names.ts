import * as z from "zod";
import { str } from "./fields.ts";
import { field } from "./record-fields.ts";

const text = str(1, 80);

/** A name for people, and what the name is in other languages; a language without one reads the first. */
export const localNameFields = {
  name: field.text(text, { search: "words", sort: true }),
  name_hi: field.text(text, { optional: true }),
  name_ur: field.text(text, { optional: true }),
} as const;

/** A name as screens are given it: by language, null where nobody has set one. */
export const localNamesShape = z.strictObject({
  en: z.string(),
  hi: z.string().nullable(),
  ur: z.string().nullable(),
});

/** Whether what a clinic has set up is in use. */
export const usageStatuses = ["active", "inactive"] as const;
