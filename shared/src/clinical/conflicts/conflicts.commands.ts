import type * as z from "zod";
import type { EventType } from "#contract/event-types.ts";
import { conflictsTable } from "#db/core.table.ts";
import type { TableDeclaration } from "#db/table.ts";
import { asRecord } from "#write/row-change.ts";
import { found } from "#write/write.ts";
import { issuesToFields } from "#contract/issues.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import type { SqlRow } from "#db/model.ts";
import { refuseOtherBranch } from "#resource/branch-scope.ts";
import type { TableWrites } from "#resource/command-writes.ts";
import type { WriteContext } from "#resource/context.ts";
import type { RecordRules } from "#resource/module.ts";
import { refusedTransition } from "#resource/state-machine.ts";
import type { resolveConflictBody } from "./conflicts.contract.ts";
import { conflictEvents } from "./conflicts.events.ts";
import { rolesFor, unfitResolution, type ConflictRow } from "./conflicts.rules.ts";

type Decision = z.output<typeof resolveConflictBody>;

function refuseResolved(row: ConflictRow, decision: Decision): void {
  if (row.conflict_status === "open") return;
  const to = decision.resolution === "dismiss" ? "dismissed" : "resolved";
  throw refusedTransition("A conflict", row.conflict_status, to, []);
}

function refuseOthersThan(ctx: WriteContext, row: ConflictRow): void {
  const needed = rolesFor(ctx.session.schema, row);
  const held = ctx.role === null ? ctx.caller.roles : [ctx.role];
  if (needed.length === 0 || needed.some((role) => held.includes(role))) return;
  const message = `This has to be resolved by one of: ${needed.join(", ").replaceAll("_", " ")}.`;
  throw new AppError("forbidden", message, { roles: needed });
}

function invalidField(path: string, message: string): AppError {
  return fieldError({ path, code: "validation_error", message });
}

function refuseUnfit(row: ConflictRow, { resolution, value }: Decision): void {
  if (resolution !== "merge" && value !== undefined) {
    throw invalidField("value", "belongs to the resolution merge");
  }
  if (resolution === "merge" && value === undefined) throw invalidField("value", "is required");
  const unfit = unfitResolution(row, resolution);
  if (unfit !== null) throw invalidField(unfit.path, unfit.message);
}

// The same rule as for every other change of such a record: at its home, or where it is shared.
function refuseElsewhere(ctx: WriteContext, table: TableDeclaration): void {
  if (table.audience === "branch" && ctx.node.kind === "hub" && ctx.branch.hasNode) {
    const message = "This record belongs to a branch with a node of its own; resolve it there.";
    throw new AppError("owned_by_branch", message, { branch_id: ctx.branch.id });
  }
}

// What stands in a conflict may have come from anywhere: it is held to the form in which the field is kept.
function fitColumn(
  { table, conflict: { field }, writes }: Contested,
  value: unknown,
  path: "resolution" | "value",
): unknown {
  const declared = table.columns[field];
  const isWritten = writes.some((one) => one.table === table && one.changes.includes(field));
  if (declared === undefined || !isWritten) {
    throw invalidField("resolution", "no decision changes this field of the record");
  }
  if (value === null && declared.isNullable) return value;
  const read = table.forms[field]?.safeParse(value);
  if (read?.success === true) return read.data;
  throw invalidField(
    path,
    `is not in the form of the field: ${read?.error.issues[0]?.message ?? "it has none"}`,
  );
}

function changeRow(
  ctx: WriteContext,
  table: TableDeclaration,
  record: SqlRow,
  { patch, event }: { readonly patch: SqlRow; readonly event: EventType | undefined },
): void {
  const changed = ctx.write.update(table, record, patch);
  if (changed !== record && event !== undefined) ctx.write.emit(event, table, changed, {});
}

/** A record in conflict, with what is known of its resource. */
interface Contested {
  readonly conflict: ConflictRow;
  readonly table: TableDeclaration;
  readonly record: SqlRow;
  readonly rules: RecordRules | undefined;
  /** What a decision may write. */
  readonly writes: readonly TableWrites[];
}

function setField(
  ctx: WriteContext,
  contested: Contested,
  value: unknown,
  path: "resolution" | "value",
): void {
  const { conflict, table, record, rules } = contested;
  const patch = { [conflict.field]: fitColumn(contested, value, path) };
  changeRow(ctx, table, record, { patch, event: rules?.updatedEvent });
}

// A state leads through its machine, and what the server sets no body may say: a person decides about both directly.
function isBodyField({ table, conflict, rules }: Contested): boolean {
  const { field } = conflict;
  const isSet = table.stateFields.includes(field) || rules?.readOnly?.includes(field) === true;
  return !isSet && Object.hasOwn(rules?.body?.shape ?? {}, field);
}

/** A person's value goes through the resource's own rules: numbers, dates and words as everywhere. */
function setByBody(ctx: WriteContext, contested: Contested, value: unknown): void {
  const { conflict, table, record, rules } = contested;
  const { field } = conflict;
  const parsed = rules?.body?.safeParse({ [field]: value });
  if (parsed?.success !== true) {
    const issues = parsed === undefined ? [] : issuesToFields(parsed.error);
    throw fieldError(
      ...issues.map((issue) => ({ ...issue, path: `value${issue.path.slice(field.length)}` })),
    );
  }
  if (rules?.change !== undefined) rules.change(ctx, record, parsed.data);
  else changeRow(ctx, table, record, { patch: parsed.data, event: rules?.updatedEvent });
}

function setValue(ctx: WriteContext, contested: Contested, value: unknown): void {
  if (isBodyField(contested)) setByBody(ctx, contested, value);
  else setField(ctx, contested, value, "value");
}

/** Lets a record give up what another one holds: emptied, or with another value where it may not be empty. */
function giveUp(ctx: WriteContext, contested: Contested, value: unknown): void {
  const { conflict, table, record, rules } = contested;
  if (rules?.release === undefined && table.columns[conflict.field]?.isNullable === false) {
    if (value === null) throw invalidField("value", "must be another value; the field is required");
    setValue(ctx, contested, value);
    return;
  }
  if (value !== null) {
    throw invalidField("value", "must be null, which clears the number on this record");
  }
  const disputed = { field: conflict.field, value: conflict.kept_value };
  const patch =
    rules?.release === undefined
      ? { [conflict.field]: fitColumn(contested, null, "value") }
      : rules.release(record, disputed);
  if (patch === null) throw invalidField("value", "this number is printed and never cleared");
  changeRow(ctx, table, record, { patch, event: rules?.updatedEvent });
}

async function changeRecord(
  ctx: WriteContext,
  conflict: ConflictRow,
  { resolution, value }: Decision,
  { rules, writes }: Pick<Contested, "rules" | "writes">,
): Promise<void> {
  if (resolution === "keep" || resolution === "dismiss") return;
  const table = ctx.session.schema.find(conflict.entity);
  if (table === null || !writes.some((one) => one.table === table))
    throw invalidField("resolution", "no decision changes records of this kind");
  refuseElsewhere(ctx, table);
  const record = found(await ctx.write.load(table, conflict.entity_id));
  if (table.audience === "branch") refuseOtherBranch(ctx, asRecord(record));
  const contested = { conflict, table, record, rules, writes };
  if (resolution === "take_other") setField(ctx, contested, conflict.other_value, "resolution");
  else if (conflict.conflict_kind === "duplicate") giveUp(ctx, contested, value);
  else setValue(ctx, contested, value);
}

/**
 * Resolves a conflict and the record it is about in one operation. The decision comes first in it: where another node
 * has decided meanwhile, the rest of the operation is not applied.
 * @param known what a decision may write, and the rules of the record, where its resource has some
 * @throws AppError invalid_transition, forbidden, validation_error, owned_by_branch, branch_mismatch
 */
export async function resolveConflict(
  ctx: WriteContext,
  row: ConflictRow,
  decision: Decision,
  known: Pick<Contested, "rules" | "writes">,
): Promise<ConflictRow> {
  refuseResolved(row, decision);
  refuseOthersThan(ctx, row);
  refuseUnfit(row, decision);
  const { resolution, value, note } = decision;
  const resolved = ctx.write.update(conflictsTable, row, {
    conflict_status: resolution === "dismiss" ? "dismissed" : "resolved",
    resolution,
    resolved_value: value ?? null,
    resolution_note: note,
  });
  await changeRecord(ctx, row, decision, known);
  const about = { entity: row.entity, entity_id: row.entity_id, field: row.field, resolution };
  ctx.write.emit(conflictEvents.conflict_resolved, conflictsTable, resolved, about);
  return resolved;
}
