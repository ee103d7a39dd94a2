import type { conflictsTable } from "#db/core.table.ts";
import type { Schema } from "#db/schema.ts";
import type { RowOf } from "#db/table.ts";
import type { Role } from "#contract/access.ts";

/** One conflict's row. */
export type ConflictRow = RowOf<typeof conflictsTable>;

/** Who may resolve what touches a life or cannot be taken back. */
const answerableRoles: readonly Role[] = ["doctor", "branch_admin", "tenant_admin"];

/** States that end a record's life or say that it never should have been. */
const guardedStates: ReadonlySet<unknown> = new Set([
  "merged",
  "void",
  "voided",
  "cancelled",
  "completed",
  "discharged",
  "entered_in_error",
]);

type Disputed = Pick<
  ConflictRow,
  "entity" | "field" | "conflict_kind" | "kept_value" | "other_value"
>;

/** The roles of which one is needed to resolve a conflict; none where whoever may resolve conflicts at all may resolve it. */
export function rolesFor(schema: Pick<Schema, "find">, conflict: Disputed): readonly Role[] {
  const guarded = schema.find(conflict.entity)?.guardedFields ?? [];
  const isGuardedField = guarded.includes(conflict.field);
  const states =
    conflict.conflict_kind === "state" ? [conflict.kept_value, conflict.other_value] : [];
  return isGuardedField || states.some((state) => guardedStates.has(state)) ? answerableRoles : [];
}
