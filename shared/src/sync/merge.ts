import { canonicalJson, sameJson } from "#kernel/canonical-json.ts";
import type { Change, Operation } from "#db/operation.ts";
import {
  housekeepingColumns,
  type Column,
  type RecordRow,
  type TableDeclaration,
} from "#db/table.ts";
import { stampOf } from "#db/write.ts";

/** Two values for one field, of which one was written without having seen the other. */
export interface FieldConflict {
  readonly kind: "field" | "state" | "duplicate";
  readonly field: string;
  readonly keptValue: unknown;
  readonly otherValue: unknown;
  readonly baseStamp: string | null;
  readonly keptStamp: string;
  readonly otherStamp: string;
}

/** What became of one change. */
export type ChangeResult =
  | {
      readonly outcome: "applied" | "merged" | "duplicate";
      readonly row: RecordRow;
      readonly conflicts: readonly FieldConflict[];
    }
  | {
      readonly outcome: "conflict";
      readonly row: RecordRow;
      readonly conflicts: readonly FieldConflict[];
    }
  | { readonly outcome: "rejected"; readonly code: RejectionCode; readonly message: string };

/** Why an operation was not taken. It is kept all the same, with this reason. */
export type RejectionCode =
  | "unknown_table"
  | "not_syncable"
  | "hub_only"
  | "owned_by_branch"
  | "branch_forbidden"
  | "tenant_mismatch"
  | "missing_record"
  | "fact_changed"
  | "invalid_field";

const emptyRecord = {
  origin: "branch",
  version: 0,
  created_by: "",
  updated_by: "",
};

function insertedRow(
  table: TableDeclaration,
  operation: Operation,
  change: Change,
  origin: ChangeOrigin,
): RecordRow {
  const empty = { ...emptyRecord, branch_id: null, metadata: {}, unknown_fields: {}, stamps: {}, hlc: "" };
  const nothing = { id: "", tenant_id: "", created_at: "", updated_at: "", origin_node_id: "" };
  return {
    ...withValues(table, { ...empty, ...nothing }, change.fields),
    id: change.id,
    tenant_id: origin.tenantId,
    created_at: operation.at,
    updated_at: operation.at,
    created_by: operation.actor.id,
    updated_by: operation.actor.id,
    version: change.version,
    origin: origin.kind,
    origin_node_id: origin.nodeId,
    hlc: operation.hlc,
    stamps: { "*": operation.hlc },
  };
}

/** The node an operation came from. */
export interface ChangeOrigin {
  readonly tenantId: string;
  readonly nodeId: string;
  readonly kind: "hub" | "branch";
  /** Branches that the node speaks for. */
  readonly branchId: string;
}

function applyInsert(
  table: TableDeclaration,
  current: RecordRow | null,
  operation: Operation,
  change: Change,
  origin: ChangeOrigin,
): ChangeResult {
  if (current !== null) return { outcome: "duplicate", row: current, conflicts: [] };
  return { outcome: "applied", row: insertedRow(table, operation, change, origin), conflicts: [] };
}

interface Draft {
  readonly values: Record<string, unknown>;
  readonly stamps: Record<string, string>;
  readonly conflicts: FieldConflict[];
}

interface Meeting {
  readonly table: TableDeclaration;
  readonly current: RecordRow;
  readonly operation: Operation;
  readonly change: Change;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function timeOf(entry: unknown): string {
  const at: unknown =
    typeof entry === "object" && entry !== null && "at" in entry ? entry.at : undefined;
  return typeof at === "string" ? at : "";
}

/** What either side has; an entry that one side removed without the other having seen it stays. */
function union(here: unknown, incoming: unknown, isList: boolean): readonly unknown[] {
  const entries = [...listOf(here), ...listOf(incoming)];
  const unique = [...new Map(entries.map((entry) => [canonicalJson(entry), entry])).values()];
  if (!isList) return unique;
  return unique.toSorted((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1));
}

function valueOf(row: RecordRow, table: TableDeclaration, field: string): unknown {
  return table.columns[field] === undefined ? row.unknown_fields[field] : row[field];
}

function take(draft: Draft, field: string, value: unknown, stamp: string): void {
  draft.values[field] = value;
  draft.stamps[field] = stamp;
}

// Written without having seen what stands here: the later clock keeps its value, a person sees both. A state that has
// moved on by its machine is never taken back by a clock.
function meetUnseen(meeting: Meeting, field: string, draft: Draft): void {
  const { table, current, operation, change } = meeting;
  const here = stampOf(current, field);
  const present = valueOf(current, table, field);
  const value = change.fields[field];
  const isState = table.stateFields.includes(field);
  const isIncomingKept = !isState && operation.hlc > here;
  draft.conflicts.push({
    kind: isState ? "state" : "field",
    field,
    keptValue: isIncomingKept ? value : present,
    otherValue: isIncomingKept ? present : value,
    baseStamp: change.base[field] ?? null,
    keptStamp: isIncomingKept ? operation.hlc : here,
    otherStamp: isIncomingKept ? here : operation.hlc,
  });
  if (isIncomingKept) take(draft, field, value, operation.hlc);
}

function mergeField(meeting: Meeting, field: string, draft: Draft): void {
  const { table, current, operation, change } = meeting;
  const value = change.fields[field];
  const here = stampOf(current, field);
  const present = valueOf(current, table, field);
  if (here === operation.hlc) return;
  const later = operation.hlc > here ? operation.hlc : here;
  if ((change.base[field] ?? null) === here || sameJson(present, value)) {
    take(draft, field, value, later);
    return;
  }
  const rule = table.fieldRules[field];
  if (rule === undefined) meetUnseen(meeting, field, draft);
  else if (rule === "set" || rule === "list") take(draft, field, union(present, value, rule === "list"), later);
  else if (draft.stamps[rule.follows] === operation.hlc) take(draft, field, value, operation.hlc);
}

// A field that follows another is looked at after it.
function mergeOrder(table: TableDeclaration, names: readonly string[]): readonly string[] {
  const isFollower = (name: string) => typeof table.fieldRules[name] === "object";
  return [...names.filter((name) => !isFollower(name)), ...names.filter(isFollower)];
}

/** The merged values: known ones in their columns, those that only a newer node knows beside them. */
function withValues(table: TableDeclaration, row: RecordRow, values: Readonly<Record<string, unknown>>): RecordRow {
  const known = Object.entries(values).filter(([name]) => table.columns[name] !== undefined);
  const unknown = Object.entries(values).filter(([name]) => table.columns[name] === undefined);
  return {
    ...row,
    ...Object.fromEntries(known),
    unknown_fields: { ...row.unknown_fields, ...Object.fromEntries(unknown) },
  };
}

function applyUpdate(
  table: TableDeclaration,
  current: RecordRow,
  operation: Operation,
  change: Change,
  origin: ChangeOrigin,
): ChangeResult {
  const draft: Draft = { values: {}, stamps: {}, conflicts: [] };
  const names = Object.keys(change.fields).filter((name) => !housekeepingColumns.has(name));
  const meeting = { table, current, operation, change };
  for (const field of mergeOrder(table, names)) mergeField(meeting, field, draft);
  const isLater = operation.hlc > current.hlc;
  // The version counts changes; two nodes that both counted to the same number have not seen each other.
  const isStraight = change.version === current.version + 1;
  const row: RecordRow = {
    ...withValues(table, current, draft.values),
    stamps: { ...current.stamps, ...draft.stamps },
    version: Math.max(current.version + 1, change.version),
    updated_at: isLater ? operation.at : current.updated_at,
    updated_by: isLater ? operation.actor.id : current.updated_by,
    hlc: isLater ? operation.hlc : current.hlc,
    origin: origin.kind,
    origin_node_id: origin.nodeId,
  };
  if (draft.conflicts.length > 0) return { outcome: "conflict", row, conflicts: draft.conflicts };
  return { outcome: isStraight ? "applied" : "merged", row, conflicts: [] };
}

function refusal(code: RejectionCode, message: string): ChangeResult {
  return { outcome: "rejected", code, message };
}

function isWellFormed(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

function isOfKind(declared: Column<unknown>, value: unknown): boolean {
  if (value === null) return declared.isNullable;
  if (declared.kind === "text") return typeof value === "string" && isWellFormed(value);
  if (declared.kind === "int") return Number.isSafeInteger(value);
  if (declared.kind === "bool") return typeof value === "boolean";
  const text = JSON.stringify(value);
  return text !== undefined && !text.includes("\\u0000") && !/\\ud[89a-f]/i.test(text);
}

const unknownField: Column<unknown> = { kind: "json", isNullable: true };

// What the engine would refuse is refused here, so that one bad operation cannot stop a batch.
function fieldFault(table: TableDeclaration, change: Change): string | null {
  for (const [name, value] of Object.entries(change.fields)) {
    if (housekeepingColumns.has(name)) return `${table.name}.${name} is kept by the house`;
    // A field that only a newer node knows is kept as it came.
    const declared = table.columns[name] ?? unknownField;
    if (!isOfKind(declared, value)) return `${table.name}.${name} is not ${declared.kind}`;
  }
  if (change.kind === "update") return null;
  const missing = Object.entries(table.columns).find(
    ([name, declared]) =>
      !declared.isNullable &&
      !housekeepingColumns.has(name) &&
      name !== "metadata" &&
      change.fields[name] === undefined,
  );
  return missing === undefined ? null : `${table.name}.${missing[0]} is missing`;
}

function checkAuthority(
  table: TableDeclaration | null,
  current: RecordRow | null,
  change: Change,
  origin: ChangeOrigin,
): ChangeResult | null {
  if (table === null) return refusal("unknown_table", `${change.table} is not known here`);
  if (table.merge === "local") return refusal("not_syncable", `${change.table} stays on its node`);
  if (table.merge === "central_reference" && origin.kind === "branch") {
    return refusal("hub_only", `${change.table} is changed at the hub`);
  }
  const fault = fieldFault(table, change);
  if (fault !== null) return refusal("invalid_field", fault);
  return checkOwnership(table, current, change, origin);
}

function checkOwnership(
  table: TableDeclaration,
  current: RecordRow | null,
  change: Change,
  origin: ChangeOrigin,
): ChangeResult | null {
  if (origin.kind !== "branch") return null;
  const given = change.kind === "insert" ? change.fields["branch_id"] : current?.branch_id;
  if (table.merge === "branch_owned" && given !== origin.branchId) {
    return refusal("owned_by_branch", "the record belongs to another branch");
  }
  const claimed = change.fields["branch_id"];
  if (change.kind === "insert" && typeof claimed === "string" && claimed !== origin.branchId) {
    return refusal("branch_forbidden", "a node makes records for its own branch only");
  }
  if (change.kind === "update" && claimed !== undefined && claimed !== current?.branch_id) {
    return refusal("branch_forbidden", "a record does not move to another branch by sync");
  }
  return null;
}

/**
 * What one change of an operation does to a row: pure, the same on every node.
 * Facts append, documents merge field by field, owned records refuse others, states never move back by a clock.
 */
export function applyChange(
  table: TableDeclaration | null,
  current: RecordRow | null,
  operation: Operation,
  change: Change,
  origin: ChangeOrigin,
): ChangeResult {
  const refused = checkAuthority(table, current, change, origin);
  if (refused !== null || table === null) {
    return refused ?? refusal("unknown_table", `${change.table} is not known here`);
  }
  if (change.kind === "insert") return applyInsert(table, current, operation, change, origin);
  if (current === null) return refusal("missing_record", "the record to change is not here");
  if (table.merge === "fact") return refusal("fact_changed", "a fact is corrected by another fact");
  return applyUpdate(table, current, operation, change, origin);
}
