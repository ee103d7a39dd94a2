import { idOf, int } from "#contract/fields.ts";
import { recordForms } from "#contract/record.ts";
import { chunkBytes, maximumFileBytes, uploadFields } from "./files.contract.ts";

/** The form in which what is known of a file is kept. */
export const fileForms = {
  ...recordForms("fil"),
  ...uploadFields,
  chunk_count: int(1, Math.ceil(maximumFileBytes / chunkBytes)),
  patient_id: idOf("pat"),
} as const;
