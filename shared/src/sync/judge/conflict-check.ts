import { conflictIdOf } from "#sync/merge/conflict-id.ts";
import { systemColumns } from "#db/table.ts";
import type { KnownTable } from "./known-tables.ts";

const notChanged = "is no kind of record that two nodes change";

type Fields = Readonly<Record<string, unknown>>;

/** What is wrong with a conflict, by its field. */
export interface ConflictFault {
  readonly name: string;
  readonly message: string;
}

function fault(name: string, message: string): ConflictFault {
  return { name, message };
}

function valueFault(name: string, value: unknown, field: string, { table, checks }: KnownTable) {
  if (value === null || value === undefined)
    return table.columns[field]?.isNullable === true ? null : fault(name, "is missing");
  const message = checks.get(field)?.(value) ?? null;
  return message === null ? null : fault(name, message);
}

/** Why a conflict about a field is none that two nodes can have, or null. */
function fieldFault(fields: Fields, known: KnownTable): ConflictFault | null {
  const { table, changes } = known;
  const field = String(fields["field"]);
  if (systemColumns.has(field) || !changes.has(field))
    return fault("field", "is changed by nobody");
  if (table.stateFields.includes(field) !== (fields["conflict_kind"] === "state"))
    return fault("conflict_kind", "is not that of the field");
  return (
    valueFault("kept_value", fields["kept_value"], field, known) ??
    valueFault("other_value", fields["other_value"], field, known)
  );
}

/** Why the record that a conflict is about is none that two nodes change, or is elsewhere; or null. */
function placeFault(fields: Fields, { table }: KnownTable): ConflictFault | null {
  if (table.merge === "central_reference" || table.merge === "local")
    return fault("entity", notChanged);
  // A conflict about a conflict is where that one is.
  const isShared = table.audience === "tenant";
  const isPlaced = isShared === ((fields["branch_id"] ?? null) === null);
  return table.withoutBranch === "hub" && !isPlaced
    ? fault("branch_id", "is not that of the record")
    : null;
}

/** The id that a conflict of two values has by what it says of itself. */
function idFrom(fields: Fields): string {
  return conflictIdOf(
    { op_id: String(fields["op_id"]) },
    { table: String(fields["entity"]), id: String(fields["entity_id"]) },
    {
      field: String(fields["field"]),
      keptStamp: String(fields["kept_stamp"]),
      otherStamp: String(fields["other_stamp"]),
    },
  );
}

/**
 * Why a conflict is none that a node has found, or null: that is of two values of one field, open, and has its own id. One
 * that was made up would lead a person who resolves it to write what the node may not. The other kinds the hub alone finds.
 * @param tables those that commands write
 */
export function foundConflictFault(
  id: string,
  fields: Fields,
  tables: ReadonlyMap<string, KnownTable>,
): ConflictFault | null {
  const { conflict_kind: kind, conflict_status: status } = fields;
  if (kind !== "field" && kind !== "state") return fault("conflict_kind", "is found by the hub");
  const isDecided = ["resolution", "resolved_value", "resolution_note"].some(
    (name) => (fields[name] ?? null) !== null,
  );
  if (status !== "open" || isDecided) return fault("conflict_status", "is not that of a new one");
  if (id !== idFrom(fields)) return fault("op_id", "does not make the conflict's id");
  return subjectFault(fields, tables);
}

/** Why what a conflict says of two values of one field is none that two nodes can have had, or null. */
function subjectFault(fields: Fields, tables: ReadonlyMap<string, KnownTable>) {
  const known = tables.get(String(fields["entity"]));
  if (known === undefined) return fault("entity", notChanged);
  return placeFault(fields, known) ?? fieldFault(fields, known);
}

/** Why two records cannot be alike or hold one value, or a sum be wrong, or null: a decision of those writes no other value. */
function hubFoundFault(fields: Fields, tables: ReadonlyMap<string, KnownTable>) {
  const known = tables.get(String(fields["entity"]));
  if (known === undefined) return fault("entity", notChanged);
  const place = placeFault(fields, known);
  if (place !== null || fields["conflict_kind"] !== "alike") return place;
  const check = known.checks.get("id");
  const odd = ["kept_value", "other_value"].find(
    (name) => (check?.(fields[name]) ?? null) !== null,
  );
  return odd === undefined ? null : fault(odd, "is no id of such a record");
}

/**
 * Why a conflict that a node has kept is none that the hub had found, or null: decided or open, of any kind, about a record
 * that two nodes change. What a person takes over from it is a value that its field can hold.
 * @param tables those that commands write
 */
export function keptConflictFault(
  id: string,
  fields: Fields,
  tables: ReadonlyMap<string, KnownTable>,
): ConflictFault | null {
  const { conflict_kind: kind } = fields;
  if (kind !== "field" && kind !== "state") return hubFoundFault(fields, tables);
  if (id !== idFrom(fields)) return fault("op_id", "does not make the conflict's id");
  return subjectFault(fields, tables);
}
