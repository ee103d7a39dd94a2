import type { Change } from "#db/model.ts";
import { systemColumns, type Column, type RecordRow, type TableDeclaration } from "#db/table.ts";
import { isStorable, isStorableText } from "#kernel/storable.ts";
import type { ChangeOrigin, Refusal, RejectionCode } from "./merge-outcome.ts";

function refusal(code: RejectionCode, message: string): Refusal {
  return { outcome: "rejected", code, message };
}

function isOfKind(declared: Column<unknown>, value: unknown): boolean {
  if (value === null) return declared.isNullable;
  if (declared.kind === "text") return typeof value === "string" && isStorableText(value);
  if (declared.kind === "int") return Number.isSafeInteger(value);
  if (declared.kind === "bool") return typeof value === "boolean";
  return value !== undefined && isStorable(value);
}

const unknownField: Column<unknown> = { kind: "json", isNullable: true };

function addedFault(table: TableDeclaration, change: Change): string | null {
  for (const [name, entries] of Object.entries(change.added ?? {})) {
    const rule = table.fieldRules[name];
    if (table.columns[name] !== undefined && rule !== "set" && rule !== "list")
      return `${table.name}.${name} is not added to`;
    if (name in change.fields) return `${table.name}.${name} is given twice`;
    if (!isStorable(entries)) return `${table.name}.${name} is not json`;
  }
  return null;
}

// What the engine would refuse is refused here, so that one bad operation cannot stop a batch.
function fieldFault(table: TableDeclaration, change: Change): string | null {
  for (const [name, value] of Object.entries(change.fields)) {
    if (systemColumns.has(name)) return `${table.name}.${name} is a system column`;
    // A field that only a newer node knows is kept as it came.
    const declared = table.columns[name] ?? unknownField;
    if (!isOfKind(declared, value)) return `${table.name}.${name} is not ${declared.kind}`;
  }
  if (change.kind === "update") return addedFault(table, change);
  if (change.added !== undefined) return `${table.name} is new: nothing can be added to it`;
  const missing = Object.entries(table.columns).find(
    ([name, declared]) =>
      !declared.isNullable &&
      !systemColumns.has(name) &&
      name !== "metadata" &&
      change.fields[name] === undefined,
  );
  return missing === undefined ? null : `${table.name}.${missing[0]} is missing`;
}

// A version counts the changes of a record; one that no counting reaches would stand in the way of all that follow.
const furthestAhead = 1_000_000;

function versionFault(
  table: TableDeclaration,
  current: RecordRow | null,
  { version }: Change,
): string | null {
  const isCounted = version <= (current?.version ?? 0) + furthestAhead;
  return isCounted ? null : `${table.name}.version is further on than a record can be`;
}

/** Whether rows of a table that name no branch are any branch's to make and to change; otherwise the hub alone does. */
function isAnybodys({ audience, withoutBranch }: TableDeclaration): boolean {
  return audience === "tenant" || withoutBranch === "anybody";
}

// A record of one branch is that branch's alone: other branches do not even have it. One that names none goes to all of
// them.
function checkRecord(
  table: TableDeclaration,
  current: RecordRow,
  origin: ChangeOrigin,
): Refusal | null {
  if (current.tenant_id !== origin.tenantId) {
    return refusal("tenant_mismatch", "the record belongs to another tenant");
  }
  if (origin.kind !== "branch") return null;
  const isOwned = table.merge === "branch_owned";
  const isForeign = current.branch_id !== null && current.branch_id !== origin.branchId;
  if (isOwned && (isForeign || current.branch_id === null)) {
    return refusal("owned_by_branch", "the record belongs to another branch");
  }
  if (isForeign && table.audience === "branch") {
    return refusal("branch_forbidden", "the record is another branch's");
  }
  return current.branch_id !== null || isAnybodys(table)
    ? null
    : refusal("hub_only", "the record is the whole tenant's, which the hub changes");
}

function checkClaimedBranch(
  table: TableDeclaration,
  current: RecordRow | null,
  change: Change,
  origin: ChangeOrigin,
): Refusal | null {
  const claimed = change.fields["branch_id"];
  if (change.kind === "update") {
    const isMove = claimed !== undefined && claimed !== current?.branch_id;
    return isMove
      ? refusal("branch_forbidden", "a record does not move to another branch by sync")
      : null;
  }
  if (origin.kind !== "branch") return null;
  if (table.merge === "branch_owned" && claimed !== origin.branchId) {
    return refusal("owned_by_branch", "the record belongs to another branch");
  }
  const isOwn = claimed === origin.branchId;
  const isNobodys = claimed === null || claimed === undefined;
  return !isOwn && !(isNobodys && isAnybodys(table))
    ? refusal("branch_forbidden", "a node makes records for its own branch only")
    : null;
}

function checkKind(table: TableDeclaration, origin: ChangeOrigin): Refusal | null {
  if (table.merge === "local") return refusal("not_syncable", `${table.name} stays on its node`);
  return table.merge === "central_reference" && origin.kind === "branch"
    ? refusal("hub_only", `${table.name} is changed at the hub`)
    : null;
}

/** Why a change may not be taken at all, or null: kind of record, form of its fields, whose record it is. */
export function refuseChange(
  table: TableDeclaration,
  current: RecordRow | null,
  change: Change,
  origin: ChangeOrigin,
): Refusal | null {
  const kind = checkKind(table, origin);
  if (kind !== null) return kind;
  const fault = fieldFault(table, change) ?? versionFault(table, current, change);
  if (fault !== null) return refusal("invalid_field", fault);
  if (current === null && change.kind === "update") {
    return refusal("missing_record", "the record to change is not here");
  }
  const foreign = current === null ? null : checkRecord(table, current, origin);
  return foreign ?? checkClaimedBranch(table, current, change, origin);
}
