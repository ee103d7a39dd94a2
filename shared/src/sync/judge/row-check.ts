import { ts } from "#contract/fields.ts";
import { actorIdForm } from "#contract/record.ts";
import { conflictsTable } from "#db/core.table.ts";
import { systemColumns, type RecordRow } from "#db/table.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { keptConflictFault } from "./conflict-check.ts";
import { formCheck, type FormCheck } from "./form-check.ts";
import type { KnownTable } from "./known-tables.ts";

/** A record as a node has kept it, and as it stands here. */
export interface KeptRow {
  readonly table: string;
  readonly row: RecordRow;
  readonly current: RecordRow | null;
}

/** What is wrong with a record, by its field. */
export interface RowFault {
  readonly name: string;
  readonly message: string;
  /** Whether the field is one that is not written in this way, and not its value. */
  readonly isBeyond: boolean;
}

// What the house adds to a record when it makes or changes it.
const houseChecks: ReadonlyMap<string, FormCheck> = new Map<string, FormCheck>([
  ["created_at", formCheck(ts)],
  ["updated_at", formCheck(ts)],
  ["created_by", formCheck(actorIdForm)],
  ["updated_by", formCheck(actorIdForm)],
]);

function invalid(name: string, message: string | null): RowFault | null {
  return message === null ? null : { name, message, isBeyond: false };
}

function beyond(name: string, message: string): RowFault {
  return { name, message, isBeyond: true };
}

function isDerived({ table }: KnownTable, name: string): boolean {
  return typeof table.fieldRules[name] === "object";
}

function houseFault({ table }: KnownTable, row: RecordRow): RowFault | null {
  for (const [name, check] of houseChecks) {
    const fault = row[name] === undefined ? null : invalid(name, check(row[name]));
    if (fault !== null) return fault;
  }
  // What only a newer program knows is kept beside the record.
  const isField = (name: string) =>
    table.columns[name] === undefined ? name in row.unknown_fields : !systemColumns.has(name);
  const strange = Object.keys(row.stamps).find((name) => name !== "*" && !isField(name));
  return strange === undefined ? null : beyond(`stamps.${strange}`, "is no field's");
}

/** Values that no command changes stand as they do; those that one changes are in their forms. */
function fieldsFault(known: KnownTable, { row, current }: KeptRow): RowFault | null {
  const { table, checks, changes } = known;
  for (const [name, value] of Object.entries(row)) {
    if (systemColumns.has(name)) continue;
    if (table.columns[name] === undefined) return beyond(name, `is no field of ${table.name}`);
    const fault = value === null ? null : invalid(name, checks.get(name)?.(value) ?? null);
    if (fault !== null) return fault;
    const isGivenOnce = !changes.has(name) && !isDerived(known, name);
    if (isGivenOnce && current !== null && !sameJson(value ?? null, current[name] ?? null))
      return beyond(name, "is given once, and stands otherwise here");
  }
  return null;
}

/** Why a record is none that the commands of some tables can have made, or null. */
export function keptRowFault(
  tables: ReadonlyMap<string, KnownTable>,
  kept: KeptRow,
): RowFault | null {
  const { row } = kept;
  const known = tables.get(kept.table);
  if (known === undefined) return beyond("table", `no command writes ${kept.table}`);
  const fault =
    invalid("id", known.checks.get("id")?.(row.id) ?? null) ??
    houseFault(known, row) ??
    fieldsFault(known, kept);
  if (fault !== null || kept.table !== conflictsTable.name) return fault;
  const madeUp = keptConflictFault(row.id, row, tables);
  return madeUp === null ? null : invalid(madeUp.name, madeUp.message);
}
