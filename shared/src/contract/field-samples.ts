import type * as z from "zod";
import { issuesToFields } from "./issues.ts";

/** The machine codes that a schema answers with; none when it accepts. */
export function codesOf(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : issuesToFields(result.error).map((issue) => issue.code);
}
