import * as z from "zod";

/**
 * A field of what was refused after its sender had gone on: as an error's `details.fields` names it, with the figures and
 * records by which it was judged.
 */
export const refusedFieldShape = z.strictObject({
  /** In dotted form, from the operation or the record. */
  path: z.string(),
  code: z.string(),
  message: z.string(),
  /** What it says and what the records say, each by its name; the code says which names there are. */
  values: z.record(z.string(), z.union([z.string(), z.int(), z.null()])).readonly(),
});

/** A field of what was refused. */
export type RefusedField = z.output<typeof refusedFieldShape>;

/** What a refusal says besides its code and message, as an error's `details` do. */
export const refusalDetailsShape = z.strictObject({
  fields: z.array(refusedFieldShape).readonly(),
});

/** What a refusal says besides its code and message. */
export type RefusalDetails = z.output<typeof refusalDetailsShape>;

/** Message and details of a refusal that names fields: the sentence of the one, or how many are wrong. */
export function refusalOf(fields: readonly RefusedField[]): {
  readonly message: string;
  readonly details: RefusalDetails;
} {
  const [first] = fields;
  const message =
    fields.length === 1 && first !== undefined
      ? `${first.path}: ${first.message}`
      : `${fields.length} fields are wrong`;
  return { message, details: { fields } };
}
