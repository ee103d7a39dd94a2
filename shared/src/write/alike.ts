import type { TableDeclaration } from "#db/table.ts";
import { deterministicId } from "#kernel/deterministic-id.ts";

/** The id of the conflict that two records which may be one thing make: once for the two, whoever notices, and never again. */
export function alikeConflictId(
  table: Pick<TableDeclaration, "name">,
  one: string,
  other: string,
): string {
  return deterministicId("cnf", "alike", table.name, ...[one, other].toSorted());
}
