import type * as z from "zod";
import { changePatient } from "#clinical/patients/patients.commands.ts";
import { patientReadOnly, updatePatientBody } from "#clinical/patients/patients.contract.ts";
import { numberKey, patientsTable, type PatientRow } from "#clinical/patients/patients.table.ts";
import { conflictsTable } from "#db/core.table.ts";
import { systemColumns, type Column, type TableDeclaration } from "#db/table.ts";
import { found } from "#write/write.ts";
import { issuesToFields } from "#contract/issues.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import { normaliseName } from "#kernel/text.ts";
import type { WriteContext } from "#resource/context.ts";
import { refusedTransition } from "#resource/state-machine.ts";
import type { resolveConflictBody } from "./conflicts.contract.ts";
import { rolesFor, type ConflictRow } from "./conflicts.rules.ts";

type Decision = z.output<typeof resolveConflictBody>;

const updatedEvents: Readonly<Record<string, string>> = {
  patients: "patient.updated",
  encounters: "encounter.updated",
  appointments: "appointment.updated",
};

function refuseResolved(row: ConflictRow, decision: Decision): void {
  if (row.conflict_status === "open") return;
  const to = decision.resolution === "dismiss" ? "dismissed" : "resolved";
  throw refusedTransition("A conflict", row.conflict_status, to, []);
}

function refuseOthersThan(ctx: WriteContext, row: ConflictRow): void {
  const needed = rolesFor(row);
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
  const isDecision = row.entity === conflictsTable.name;
  if (isDecision && (resolution === "take_other" || resolution === "merge")) {
    throw invalidField("resolution", "the first decision stands; change the record itself");
  }
  if (row.conflict_kind === "balance" && (resolution === "take_other" || resolution === "merge")) {
    throw invalidField(
      "resolution",
      "what was moved stays moved; a correction is a fact of its own",
    );
  }
  if (row.conflict_kind !== "duplicate") return;
  if (resolution === "take_other") {
    throw invalidField("resolution", "a number held twice is kept, dismissed, or cleared by merge");
  }
  if (resolution === "merge" && value !== null) {
    throw invalidField("value", "must be null, which clears the number on this record");
  }
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

/** A patient's new value goes through the patient's own rules: numbers, dates and words as everywhere. */
function mergePatient(ctx: WriteContext, row: PatientRow, field: string, value: unknown): void {
  const parsed = updatePatientBody.safeParse({ [field]: value });
  if (!parsed.success) {
    const issues = issuesToFields(parsed.error);
    throw fieldError(
      ...issues.map((issue) => ({ ...issue, path: `value${issue.path.slice(field.length)}` })),
    );
  }
  changePatient(ctx, row, parsed.data);
}

function clearNumber(ctx: WriteContext, row: PatientRow, conflict: ConflictRow): void {
  if (conflict.field === "abha_id") {
    changePatient(ctx, row, { abha_id: null, abha_address: null });
    return;
  }
  const [kind, type] = conflict.field.split(":");
  if (kind !== "identifier")
    throw invalidField("value", "this number is printed and never cleared");
  const isDisputed = (one: PatientRow["identifiers"][number]) =>
    one.type === type && numberKey(one.value) === conflict.kept_value;
  const rest = row.identifiers.filter((one) => !isDisputed(one));
  const changed = ctx.write.update(patientsTable, row, { identifiers: rest });
  if (changed !== row) ctx.write.emit("patient.updated", patientsTable, changed, {});
}

async function setField(
  ctx: WriteContext,
  table: TableDeclaration,
  row: ConflictRow,
  value: unknown,
) {
  const record = found(await ctx.write.load(table, row.entity_id));
  const patch: Record<string, unknown> = { [row.field]: fitColumn(table, row.field, value) };
  // The key by which a name is sorted and found goes with the name.
  if (row.entity === "patients" && row.field === "name")
    patch["name_key"] = normaliseName(String(value));
  const changed = ctx.write.update(table, record, patch);
  const event = updatedEvents[row.entity];
  if (changed !== record && event !== undefined) ctx.write.emit(event, table, changed, {});
}

// A state leads through its machine, and what the server sets no body may say: a person decides about both directly.
function isPatientField(field: string): boolean {
  const isSet = field === "status" || patientReadOnly.some((name) => name === field);
  return !isSet && Object.hasOwn(updatePatientBody.shape, field);
}

async function changeRecord(
  ctx: WriteContext,
  row: ConflictRow,
  decision: Decision,
): Promise<void> {
  const { resolution, value } = decision;
  if (resolution === "keep" || resolution === "dismiss") return;
  const table = ctx.session.schema.find(row.entity);
  if (table === null) throw invalidField("resolution", "the record's kind is not known here");
  refuseElsewhere(ctx, table);
  if (resolution === "take_other") return setField(ctx, table, row, row.other_value);
  if (row.entity !== patientsTable.name) return setField(ctx, table, row, value);
  const patient = found(await ctx.write.load(patientsTable, row.entity_id));
  if (row.conflict_kind === "duplicate") clearNumber(ctx, patient, row);
  else if (isPatientField(row.field)) mergePatient(ctx, patient, row.field, value);
  else await setField(ctx, table, row, value);
}

/**
 * Resolves a conflict and the record it is about in one operation. The decision comes first in it: where another node
 * has decided meanwhile, the rest of the operation is not applied.
 * @throws AppError invalid_transition, forbidden, validation_error, hub_only, owned_by_branch
 */
export async function resolveConflict(
  ctx: WriteContext,
  row: ConflictRow,
  decision: Decision,
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
  await changeRecord(ctx, row, decision);
  const about = { entity: row.entity, entity_id: row.entity_id, field: row.field, resolution };
  ctx.write.emit("sync.conflict_resolved", conflictsTable, resolved, about);
  return resolved;
}
