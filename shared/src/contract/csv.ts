import * as z from "zod";
import { verbatim } from "./fields.ts";

/** Most rows of one CSV; a longer one is brought in by parts. */
export const mostCsvRows = 1_000;

const longestCsv = 400_000;

/** What a body that brings rows in says. */
export const csvBody = z.strictObject({
  /** Commas, quotes where they are needed, and the names of the columns in the first row. */
  csv: verbatim(1, longestCsv),
  /** Only says what would become of the rows. */
  is_trial: z.boolean().optional(),
});

/** What became of the rows. */
export const csvOutcome = z.strictObject({
  made: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** Of rejected rows nothing is kept; the others are. */
  rejects: z.array(
    z.strictObject({
      /** As a table shows it: the columns' names stand in row 1. */
      row: z.int(),
      field: z.string(),
      code: z.string(),
      message: z.string(),
    }),
  ),
  is_trial: z.boolean(),
});

/** What became of the rows of a CSV. */
export type CsvOutcome = z.output<typeof csvOutcome>;

/** A list as a table program reads it. */
export const csvText = { contentTypes: ["text/csv"] } as const;
