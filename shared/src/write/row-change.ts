import type { EventSurface } from "#contract/surface-rules.ts";
import { canonicalJson, sameJson } from "#kernel/canonical-json.ts";
import { WrittenJson } from "#kernel/written-json.ts";
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
import {
  patientOf,
  systemColumns,
  withDerived,
  type FieldRule,
  type RecordRow,
  type TableDeclaration,
} from "#db/table.ts";

/** The stamp of a field: its own, or the one all fields share. */
export function stampOf(row: RecordRow, field: string): string {
  return row.stamps[field] ?? row.stamps["*"] ?? "";
}

/** The names of the fields that a change writes, whole or by what was added. */
export function changedFields({ fields, added }: Pick<Change, "fields" | "added">): string[] {
  return added === undefined
    ? Object.keys(fields)
    : [...Object.keys(fields), ...Object.keys(added)];
}

/** A set or a list with what was added behind what it holds, each entry once. */
export function withAdded(present: unknown, added: readonly unknown[]): readonly unknown[] {
  const entries: readonly unknown[] = Array.isArray(present) ? present : [];
  const known = new Set(entries.map(canonicalJson));
  return [...entries, ...added.filter((entry) => !known.has(canonicalJson(entry)))];
}

/**
 * A record as a change leaves it. Of a list a branch says only what stands behind the entries that it had.
 * @param list the name of the one that was added to
 */
export function withChange(
  stood: Readonly<Record<string, unknown>>,
  { fields, added }: Pick<Change, "fields" | "added">,
  list: string,
): Readonly<Record<string, unknown>> {
  return {
    ...stood,
    ...fields,
    [list]: withAdded(fields[list] ?? stood[list], added?.[list] ?? []),
  };
}

/** What a change added to a set or a list, where it did nothing else; null where the value has to travel whole. */
function addedTo(rule: FieldRule | undefined, before: unknown, after: unknown) {
  if (rule !== "set" && rule !== "list") return null;
  if (!Array.isArray(before) || !Array.isArray(after)) return null;
  const added: readonly unknown[] = after.slice(before.length);
  return added.length > 0 && sameJson(withAdded(before, added), after) ? added : null;
}

function updateOf(table: TableDeclaration, before: RecordRow, after: RecordRow) {
  const fields: Record<string, unknown> = {};
  const added: Record<string, readonly unknown[]> = {};
  const base: Record<string, string> = {};
  for (const name of Object.keys(table.columns)) {
    if (systemColumns.has(name) || sameJson(before[name], after[name])) continue;
    base[name] = stampOf(before, name);
    const entries = addedTo(table.fieldRules[name], before[name], after[name]);
    if (entries === null) fields[name] = after[name];
    else added[name] = entries;
  }
  return Object.keys(added).length === 0 ? { fields, base } : { fields, added, base };
}

/**
 * A row's change as it travels: all fields of a new row; of an old one those that differ, with the stamps that were seen,
 * and of sets and lists what was added. Sent whole, a list that grows with every change outgrows what a batch may hold.
 * A derived column travels where the change made it differ, not where it stood wrong before: whoever receives it derives.
 */
export function travellingChange({ table, before, after }: RowChange): Change {
  const about = { table: table.name, id: after.id, version: after.version };
  if (before !== null)
    return { ...about, kind: "update", ...updateOf(table, withDerived(table, before), after) };
  const names = Object.keys(table.columns).filter((name) => !systemColumns.has(name));
  const fields = Object.fromEntries(names.map((name) => [name, after[name]]));
  return { ...about, kind: "insert", fields, base: {} };
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
    runtime
      .hashValue(
        tenantId,
        value instanceof WrittenJson ? value.text : (JSON.stringify(value) ?? "null"),
      )
      .slice(0, hashDigits);
}

/**
 * What an audit event says of a new record: one hash over all that it was made with, whatever the order. A hash for each
 * of some twenty fields was two thirds of the event, and nothing asks a new record for one of them.
 */
export function auditOfNew(
  fields: Readonly<Record<string, unknown>>,
  hash: HashValue,
): readonly AuditChange[] {
  const given = Object.entries(fields).filter(
    ([name, value]) => value !== null && !systemColumns.has(name),
  );
  return [{ path: "*", new_hash: hash(new WrittenJson(canonicalJson(Object.fromEntries(given)))) }];
}

function auditChanges(
  before: RecordRow | null,
  after: RecordRow,
  hash: HashValue,
): readonly AuditChange[] {
  if (before === null) return auditOfNew(after, hash);
  return Object.keys(after)
    .filter((name) => !systemColumns.has(name))
    .filter((name) => !sameJson(before[name], after[name]))
    .map((name) => ({ path: name, old_hash: hash(before[name]), new_hash: hash(after[name]) }));
}

/** What an audit event calls a change: a new record, a new state, or other fields. */
export function auditActionOf(
  table: TableDeclaration,
  isNew: boolean,
  isChanged: (field: string) => boolean,
): string {
  if (isNew) return table.opening === undefined ? "create" : "break_glass";
  return table.stateFields.some(isChanged) ? "status_change" : "update";
}

/** Why a record was made that opens another one, as it says itself. */
export function openingReason(
  { opening }: TableDeclaration,
  row: SqlRow,
): { readonly reason?: string } {
  const reason = opening === undefined ? undefined : row[opening.reason];
  return typeof reason === "string" ? { reason } : {};
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
    ...(before === null ? openingReason(table, after) : {}),
  };
}
