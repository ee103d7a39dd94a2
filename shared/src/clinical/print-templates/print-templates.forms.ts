import { enumOf } from "#contract/fields.ts";
import { recordForms } from "#contract/record.ts";
import { invalid, refuse } from "#contract/text-field.ts";
import { readPngSize } from "./png-file.ts";
import { templateLook, templateSubjects } from "./print-templates.contract.ts";

const largestSide = 1_000;

/** Whether a picture can stand on paper: a whole PNG, not interlaced. @param base64 its file */
export function isDrawable(base64: string): boolean {
  return readPngSize(Buffer.from(base64, "base64"), largestSide) !== undefined;
}

/** Why a picture is refused. */
export const undrawable = `must be a whole PNG, not interlaced, of at most ${largestSide} dots a side`;

/** The form in which a template's fields are kept. */
export const templateForms = {
  ...recordForms("ptm"),
  ...templateLook,
  document_type: enumOf(templateSubjects),
  logo_png: templateLook.logo_png.check((payload) => {
    if (!isDrawable(payload.value)) refuse(payload, invalid(undrawable));
  }),
} as const;
