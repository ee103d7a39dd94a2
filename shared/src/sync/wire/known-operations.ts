import type { Schema } from "#db/schema.ts";
import type { Operation } from "#db/model.ts";
import type { Judge } from "#sync/judge/judge.ts";

/** What a program knows: its tables, its commands, and the newest form of operations. */
export interface KnownForms {
  readonly schema: Schema;
  /** What each command may write. */
  readonly judge: Judge;
  readonly version: number;
}

/** Why an operation of a newer node can only be run by a newer program, or null. */
export interface Strangeness {
  readonly code: "unknown_table" | "unknown_operation";
  readonly message: string;
}

/** The codes of operations that wait for a newer program. */
export const newerCodes: readonly Strangeness["code"][] = ["unknown_table", "unknown_operation"];

/**
 * What of a newer node's operation this program does not know: a table, or the command itself. It waits, in sight,
 * until a newer program runs it. Fields alone are no reason: they are kept beside the record.
 */
export function strangenessOf(
  operation: Operation,
  { schema, judge, version }: KnownForms,
): Strangeness | null {
  if (operation.schema <= version) return null;
  const strange = operation.changes.find(({ table }) => schema.find(table) === null);
  if (strange !== undefined) {
    const message = `${strange.table} is known to newer programs only`;
    return { code: "unknown_table", message };
  }
  if (judge.names.size > 0 && !judge.names.has(operation.type)) {
    return {
      code: "unknown_operation",
      message: `${operation.type} is known to newer programs only`,
    };
  }
  const fault = judge.faultOf(operation, true);
  // What its command writes more than today a newer program knows; a value is none there either.
  return fault?.code === "not_of_command"
    ? { code: "unknown_operation", message: `${fault.message}, here` }
    : null;
}
