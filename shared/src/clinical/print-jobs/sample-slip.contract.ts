import * as z from "zod";
import { str, ts } from "#contract/fields.ts";

/** What stands on every sample, in both languages of the documents: nobody may take one for a document of a patient. */
export const sampleMark = "SAMPLE / नमूना";

/**
 * What the sample of a token's slip says, handed over as `data`. It has no number of its own to give: in the place of
 * token and UHID stands that it is a sample, so that nobody can be called by it.
 */
export const sampleSlipData = z.strictObject({
  kind: z.literal("sample"),
  /** Printed behind the mark. */
  patient_name: str(1, 100),
  department: str(1, 100),
  provider_name: str(1, 200).nullable().default(null),
  issued_at: ts,
});

/** What the sample of a token's slip says. */
export type SampleSlipData = z.output<typeof sampleSlipData>;
