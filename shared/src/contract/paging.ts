import * as z from "zod";
import { ts } from "./fields.ts";

/** Rows a list answers when the caller does not say, and at the most. */
export const defaultLimit = 25;
const maximumLimit = 100;

/** A query parameter that holds a whole number. */
export function integerParameter(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^-?\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum));
}

/** The parameters of every list. */
export const pageQuery = {
  limit: integerParameter(1, maximumLimit).optional(),
  cursor: z.string().min(1).max(2000).optional(),
} as const;

/** The filters that every list of records has. */
export const recordFilters = {
  created_from: ts.optional(),
  created_to: ts.optional(),
  updated_from: ts.optional(),
  updated_to: ts.optional(),
} as const;

/** One page: its rows, whether more follow, and where to go on or back. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.strictObject({
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
    prev_cursor: z.string().nullable(),
  });
}

/** The same page as a plain type. */
export interface Page<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
  prev_cursor: string | null;
}
