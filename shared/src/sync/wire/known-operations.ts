import { findTable } from "#db/schema.ts";
import type { Operation } from "#db/model.ts";

const types = new Set<string>();

/** Makes names of commands known, so that an operation of a newer node that bears another one is told apart. */
export function registerOperations(names: readonly string[]): void {
  for (const name of names) types.add(name);
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
 * until a newer program runs it. Fields alone are no reason: they are kept beside the record. @param current the newest version known here
 */
export function strangenessOf(operation: Operation, current: number): Strangeness | null {
  if (operation.schema <= current) return null;
  const strange = operation.changes.find(({ table }) => findTable(table) === null);
  if (strange !== undefined) {
    const message = `${strange.table} is known to newer programs only`;
    return { code: "unknown_table", message };
  }
  if (types.size === 0 || types.has(operation.type)) return null;
  return {
    code: "unknown_operation",
    message: `${operation.type} is known to newer programs only`,
  };
}
