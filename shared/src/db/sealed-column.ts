import type * as z from "zod";

/** What of a column's values no database holds in clear: members of these names, at whatever depth. */
export interface SealedColumn {
  readonly members: readonly string[];
  /** What a body may say of one, to which others' operations are held too. */
  readonly form?: z.ZodType;
}
