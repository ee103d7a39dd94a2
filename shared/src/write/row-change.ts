import type { EventSurface } from "#contract/surface-rules.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import type {
  AuditEntry,
  AuditChange,
  RowChange,
  Change,
  DomainEvent,
  NodeRuntime,
  Operation,
  SqlRow,
} from "#db/model.ts";
import { systemColumns, type RecordRow, type TableDeclaration } from "#db/table.ts";

/** The stamp of a field: its own, or the one all fields share. */
export function stampOf(row: RecordRow, field: string): string {
  return row.stamps[field] ?? row.stamps["*"] ?? "";
}

function nullableText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A row's change as it travels: all fields of a new row, of an old one those that differ, with the stamps that were seen. */
export function travellingChange(change: RowChange): Change {
  const { table, before, after } = change;
  const names = Object.keys(table.columns).filter((name) => !systemColumns.has(name));
  const changed =
    before === null ? names : names.filter((name) => !sameJson(before[name], after[name]));
  return {
    table: table.name,
    id: after.id,
    kind: before === null ? "insert" : "update",
    fields: Object.fromEntries(changed.map((name) => [name, after[name]])),
    base:
      before === null
        ? {}
        : Object.fromEntries(changed.map((name) => [name, stampOf(before, name)])),
    version: after.version,
  };
}

/** A domain event as its table holds it. */
export function domainEventRow(
  event: DomainEvent,
  operation: Pick<Operation, "op_id" | "at">,
  surface: EventSurface,
): SqlRow {
  return {
    id: event.id,
    branch_id: event.branch_id,
    surface,
    event_type: event.type,
    entity: event.entity,
    entity_id: event.entity_id,
    entity_version: event.entity_version,
    op_id: operation.op_id,
    payload: event.payload,
    created_at: operation.at,
  };
}

/** A row of a table that is written, which has the columns of every record. */
export function asRecord(row: SqlRow): RecordRow {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- every table that is written here has recordColumns
  return row as RecordRow;
}

/** A hash that shows whether two values are the same, and nothing else about them. */
export type HashValue = (value: unknown) => string;

// 128 bits distinguish two values as well as 256, and an event has some twenty of them.
const hashDigits = 32;

/** How a node's audit hashes values of a tenant. */
export function valueHash(runtime: Pick<NodeRuntime, "hashValue">, tenantId: string): HashValue {
  return (value) =>
    runtime.hashValue(tenantId, JSON.stringify(value) ?? "null").slice(0, hashDigits);
}

function auditChanges(
  before: RecordRow | null,
  after: RecordRow,
  hash: HashValue,
): readonly AuditChange[] {
  const names = Object.keys(after).filter((name) => !systemColumns.has(name));
  if (before === null) {
    const given = names.filter((name) => after[name] !== null);
    return given.map((name) => ({ path: name, new_hash: hash(after[name]) }));
  }
  return names
    .filter((name) => !sameJson(before[name], after[name]))
    .map((name) => ({ path: name, old_hash: hash(before[name]), new_hash: hash(after[name]) }));
}

/** What an audit event calls a change: a new record, a new state, or other fields. */
export function auditActionOf(
  table: TableDeclaration,
  isNew: boolean,
  isChanged: (field: string) => boolean,
): string {
  if (isNew) return "create";
  return table.stateFields.some(isChanged) ? "status_change" : "update";
}

/** Whose record a row is, for the audit. */
export function patientOf(table: TableDeclaration, row: RecordRow): string | null {
  return table.name === "patients" ? row.id : nullableText(row["patient_id"]);
}

/** The audit event that every changed row gets: which fields, never their values. */
export function auditOfRow(change: RowChange, hash: HashValue): AuditEntry {
  const { table, before, after } = change;
  return {
    module: table.name,
    action: auditActionOf(
      table,
      before === null,
      (field) => before !== null && !sameJson(before[field], after[field]),
    ),
    outcome: "success",
    entity_type: table.name,
    entity_id: after.id,
    patient_id: patientOf(table, after),
    changes: auditChanges(before, after, hash),
  };
}
