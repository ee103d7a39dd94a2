import type { conflictsTable } from "#db/core.table.ts";
import type { RowOf } from "#db/table.ts";
import type { Role } from "#contract/access.ts";

/** One conflict's row. */
export type ConflictRow = RowOf<typeof conflictsTable>;

/** Who may resolve what touches a life or cannot be taken back. */
const answerableRoles: readonly Role[] = ["doctor", "branch_admin", "tenant_admin"];

/** Fields of which no clerk decides, by the record's table. */
const guardedFields: Readonly<Record<string, readonly string[]>> = {
  patients: ["is_deceased", "deceased_at", "allergies", "merged_into_id", "blood_group"],
  encounters: ["diagnosis_code", "diagnoses", "vitals", "notes", "disposition"],
};

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
export function rolesFor(conflict: Disputed): readonly Role[] {
  const isGuardedField = guardedFields[conflict.entity]?.includes(conflict.field) === true;
  const states =
    conflict.conflict_kind === "state" ? [conflict.kept_value, conflict.other_value] : [];
  return isGuardedField || states.some((state) => guardedStates.has(state)) ? answerableRoles : [];
}
