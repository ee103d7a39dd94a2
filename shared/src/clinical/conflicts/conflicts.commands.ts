import type * as z from "zod";
import type { EventType } from "#contract/event-types.ts";
import { conflictsTable } from "#db/core.table.ts";
import { systemColumns, type Column, type TableDeclaration } from "#db/table.ts";
import { found } from "#write/write.ts";
import { issuesToFields } from "#contract/issues.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import type { SqlRow } from "#db/model.ts";
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
  if (table.merge === "central_reference" && ctx.node.kind === "branch") {
    throw new AppError(
      "hub_only",
      "This record is changed at the hub; resolve the conflict there.",
    );
  }
  if (table.audience === "branch" && ctx.node.kind === "hub" && ctx.branch.hasNode) {
    const message = "This record belongs to a branch with a node of its own; resolve it there.";
    throw new AppError("owned_by_branch", message, { branch_id: ctx.branch.id });
  }
}

function isOfKind(declared: Column<unknown>, value: unknown): boolean {
  if (value === null) return declared.isNullable;
  if (declared.kind === "text") return typeof value === "string" && value.isWellFormed();
  if (declared.kind === "int") return Number.isSafeInteger(value);
  if (declared.kind === "bool") return typeof value === "boolean";
  return typeof value === "object";
}

function fitColumn(table: TableDeclaration, field: string, value: unknown): unknown {
  const declared = table.columns[field];
  if (declared === undefined || systemColumns.has(field)) {
    throw invalidField("resolution", "the record has no such field here");
  }
  if (!isOfKind(declared, value)) throw invalidField("value", `must be ${declared.kind}`);
  return value;
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
}

function setField(ctx: WriteContext, contested: Contested, value: unknown): void {
  const { conflict, table, record, rules } = contested;
  const patch = { [conflict.field]: fitColumn(table, conflict.field, value) };
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
  else setField(ctx, contested, value);
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
    rules?.release === undefined ? { [conflict.field]: null } : rules.release(record, disputed);
  if (patch === null) throw invalidField("value", "this number is printed and never cleared");
  changeRow(ctx, table, record, { patch, event: rules?.updatedEvent });
}

async function changeRecord(
  ctx: WriteContext,
  conflict: ConflictRow,
  { resolution, value }: Decision,
  rules: RecordRules | undefined,
): Promise<void> {
  if (resolution === "keep" || resolution === "dismiss") return;
  const table = ctx.session.schema.find(conflict.entity);
  if (table === null) throw invalidField("resolution", "the record's kind is not known here");
  refuseElsewhere(ctx, table);
  const record = found(await ctx.write.load(table, conflict.entity_id));
  const contested = { conflict, table, record, rules };
  if (resolution === "take_other") setField(ctx, contested, conflict.other_value);
  else if (conflict.conflict_kind === "duplicate") giveUp(ctx, contested, value);
  else setValue(ctx, contested, value);
}

/**
 * Resolves a conflict and the record it is about in one operation. The decision comes first in it: where another node
 * has decided meanwhile, the rest of the operation is not applied.
 * @param rules of the record, where its resource has some
 * @throws AppError invalid_transition, forbidden, validation_error, hub_only, owned_by_branch
 */
export async function resolveConflict(
  ctx: WriteContext,
  row: ConflictRow,
  decision: Decision,
  rules: RecordRules | undefined,
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
  await changeRecord(ctx, row, decision, rules);
  const about = { entity: row.entity, entity_id: row.entity_id, field: row.field, resolution };
  ctx.write.emit(conflictEvents.conflict_resolved, conflictsTable, resolved, about);
  return resolved;
}
