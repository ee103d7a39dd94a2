import { invalid, refuse } from "#contract/text-field.ts";
import { readPngSize } from "./png-file.ts";
import { templateFields } from "./print-templates.contract.ts";

const largestSide = 1_000;

/** Whether a picture can stand on paper: a whole PNG, not interlaced. @param base64 its file */
export function isDrawable(base64: string): boolean {
  return readPngSize(Buffer.from(base64, "base64"), largestSide) !== undefined;
}

/** Why a picture is refused. */
export const undrawable = `must be a whole PNG, not interlaced, of at most ${largestSide} dots a side`;

/** The form of what is kept otherwise than it is sent: a logo that is no picture is refused by its command in words. */
export const templateForms = {
  logo_png: templateFields.logo_png.sent.check((payload) => {
    if (!isDrawable(payload.value)) refuse(payload, invalid(undrawable));
  }),
} as const;
