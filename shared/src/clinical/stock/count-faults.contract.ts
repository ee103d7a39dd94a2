import * as z from "zod";
import type { RefusedField } from "#contract/refused-fields.ts";

/** The code of a line of a count that was counted of another number than is there. */
const countFaultCode = "counted_of_other";

const countFaultShape = z.object({
  stock_id: z.string(),
  item_id: z.string(),
  location_id: z.string(),
  batch_no: z.string(),
  /** How many were found. */
  counted: z.int(),
  /** How many there were by the book of the node that counted. */
  book_quantity: z.int(),
  /** How many there are by all moves that have arrived. */
  on_record: z.int(),
});

/** A line of a count that is not of what is there: which batch, and of how many it was counted. */
export type CountFault = z.output<typeof countFaultShape>;

/** A line of a count as a refusal names it. @param path where it stands in the operation */
export function refusedCount(path: string, fault: CountFault): RefusedField {
  const { book_quantity: book, on_record: there } = fault;
  const message = `was counted of ${book}, and ${there} are there: count it again`;
  return { path, code: countFaultCode, message, values: fault };
}

/** The lines of a count that a refusal names; none of one that is about something else. */
export function countFaultsIn(fields: readonly RefusedField[]): readonly CountFault[] {
  return fields.flatMap(({ code, values }) => {
    const fault = code === countFaultCode ? countFaultShape.safeParse(values).data : undefined;
    return fault === undefined ? [] : [fault];
  });
}
