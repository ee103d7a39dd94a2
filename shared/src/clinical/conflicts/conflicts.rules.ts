import type { ConflictResolution } from "#contract/conflict-values.ts";
import { conflictsTable } from "#db/core.table.ts";
import type { Schema } from "#db/schema.ts";
import type { RowOf } from "#db/table.ts";
import { isAllowed, isInScope, type ResourceName, type Role } from "#contract/access.ts";
import type { Context } from "#resource/context.ts";

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

/** The tables of whose records the caller may read none: what is disputed of them is not told either. */
export function hiddenTables(
  { role, caller }: Context,
  resources: ReadonlyMap<string, ResourceName>,
): readonly string[] {
  const held = role === null ? caller.roles : [role];
  return [...resources].flatMap(([table, resource]) =>
    isAllowed(held, resource, "read") && isInScope(caller.scopes, resource, "read") ? [] : [table],
  );
}

/** Why a conflict is not resolved in that way, by the field of the decision, or null. */
export function unfitResolution(
  { entity, conflict_kind: kind }: Pick<ConflictRow, "entity" | "conflict_kind">,
  resolution: ConflictResolution,
): { readonly path: "resolution"; readonly message: string } | null {
  const isWriting = resolution === "take_other" || resolution === "merge";
  const refused = (message: string) => ({ path: "resolution", message }) as const;
  if (entity === conflictsTable.name && isWriting)
    return refused("the first decision stands; change the record itself");
  if (kind === "balance" && isWriting)
    return refused("what was moved stays moved; a correction is a fact of its own");
  if (kind === "alike" && resolution !== "dismiss")
    return refused("merge the two records, or dismiss it where they are two");
  if (kind === "duplicate" && resolution === "take_other")
    return refused("a number held twice is kept, dismissed, or cleared by merge");
  return null;
}
