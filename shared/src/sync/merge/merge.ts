import { sameJson } from "#kernel/canonical-json.ts";
import type { Change, Operation } from "#db/model.ts";
import { withDerived, type RecordRow, type TableDeclaration } from "#db/table.ts";
import { changedFields } from "#write/row-change.ts";
import { refuseChange } from "./merge-checks.ts";
import { mergeFields, type Meeting } from "./merge-fields.ts";
import type { ChangeOrigin, ChangeResult } from "./merge-outcome.ts";

/** The merged values: known ones in their columns, those that only a newer node knows beside them. */
export function withValues(
  table: TableDeclaration,
  row: RecordRow,
  values: Readonly<Record<string, unknown>>,
): RecordRow {
  const known = Object.entries(values).filter(([name]) => table.columns[name] !== undefined);
  const unknown = Object.entries(values).filter(([name]) => table.columns[name] === undefined);
  return {
    ...row,
    ...Object.fromEntries(known),
    unknown_fields: { ...row.unknown_fields, ...Object.fromEntries(unknown) },
  };
}

const housePart = { created_by: "", updated_by: "", origin: "branch", version: 0 };
const placePart = { id: "", tenant_id: "", created_at: "", updated_at: "", origin_node_id: "" };

function insertedRow(meeting: Omit<Meeting, "current">, origin: ChangeOrigin): RecordRow {
  const { table, operation, change } = meeting;
  // An older node does not send the columns it does not know.
  const absent = Object.fromEntries(Object.keys(table.columns).map((name) => [name, null]));
  const empty = { branch_id: null, metadata: {}, unknown_fields: {}, stamps: {}, hlc: "" };
  return withDerived(table, {
    ...withValues(table, { ...absent, ...housePart, ...placePart, ...empty }, change.fields),
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
  });
}

function isAppendOnly(table: TableDeclaration): boolean {
  return table.merge === "fact" || table.merge === "ledger";
}

function holdsSame(row: RecordRow, change: Change): boolean {
  return Object.entries(change.fields).every(([name, value]) =>
    sameJson(row[name] ?? row.unknown_fields[name] ?? null, value),
  );
}

// The same work done on two nodes has the same id. Alike, it was one; otherwise both are kept in sight.
function meetInsert(meeting: Meeting, origin: ChangeOrigin): ChangeResult {
  const { table, current, operation, change } = meeting;
  if (current.stamps["*"] === operation.hlc) {
    return { outcome: "duplicate", row: current, conflicts: [] };
  }
  if (holdsSame(current, change)) return { outcome: "merged", row: current, conflicts: [] };
  if (isAppendOnly(table)) {
    return { outcome: "rejected", code: "fact_changed", message: "another fact has this id" };
  }
  return meetUpdate(meeting, origin);
}

// A change that had seen everything leaves the record as it stands on the writer's own node, to the letter: that node
// is then not notified of it again.
function meetUpdate(meeting: Meeting, origin: ChangeOrigin): ChangeResult {
  const { table, current, operation, change } = meeting;
  const isHere = (name: string) => current.stamps[name] === operation.hlc;
  if (changedFields(change).every(isHere)) {
    return { outcome: "duplicate", row: current, conflicts: [] };
  }
  const merged = mergeFields(meeting);
  // The version counts changes; two nodes that both counted to the same number have not seen each other.
  const isStraight = merged.isAllSeen && change.version === current.version + 1;
  const isLatest = isStraight || operation.hlc > current.hlc;
  const row: RecordRow = withDerived(table, {
    ...withValues(table, current, merged.values),
    stamps: { ...current.stamps, ...merged.stamps },
    version: Math.max(current.version + 1, change.version),
    updated_at: isLatest ? operation.at : current.updated_at,
    updated_by: isLatest ? operation.actor.id : current.updated_by,
    hlc: isLatest ? operation.hlc : current.hlc,
    origin: origin.kind,
    origin_node_id: origin.nodeId,
  });
  const { conflicts } = merged;
  if (conflicts.length > 0) return { outcome: "conflict", row, conflicts };
  return { outcome: isStraight ? "applied" : "merged", row, conflicts };
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
  if (table === null) {
    const message = `${change.table} is not known here`;
    return { outcome: "rejected", code: "unknown_table", message };
  }
  const refused = refuseChange(table, current, change, origin);
  if (refused !== null) return refused;
  if (current === null) {
    const row = insertedRow({ table, operation, change }, origin);
    return { outcome: "applied", row, conflicts: [] };
  }
  const meeting = { table, current, operation, change, latest: origin.latest };
  if (change.kind === "insert") return meetInsert(meeting, origin);
  if (isAppendOnly(table)) {
    return { outcome: "rejected", code: "fact_changed", message: "a fact is corrected by another" };
  }
  return meetUpdate(meeting, origin);
}
