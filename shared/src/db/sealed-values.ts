import type { ValueSeal } from "#kernel/value-seal.ts";
import { conflictsTable } from "./core.table.ts";
import type { Change, Operation } from "./model.ts";
import type { SealedColumn } from "./sealed-column.ts";
import type { TableDeclaration } from "./table.ts";

type Values = Readonly<Record<string, unknown>>;
type Sealing = Pick<TableDeclaration, "sealed">;

/** A value with those of its members sealed that have one of some names, at whatever depth; the same one where none has changed. */
function sealedWithin(value: unknown, names: readonly string[], seal: ValueSeal): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const entries = value.map((entry: unknown) => sealedWithin(entry, names, seal));
    return entries.every((entry, index) => entry === value[index]) ? value : entries;
  }
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    const isText = typeof member === "string" && member !== "" && names.includes(name);
    return [name, member, isText ? seal.seal(member) : sealedWithin(member, names, seal)] as const;
  });
  return members.every(([, before, after]) => before === after)
    ? value
    : Object.fromEntries(members.map(([name, , after]) => [name, after]));
}

/** Some of a row's values with those sealed that no database holds in clear; the same object where nothing has changed. */
export function withSealed<V extends Values>(
  { sealed = {} }: Sealing,
  values: V,
  seal: ValueSeal,
): V {
  const changed = Object.entries(sealed).flatMap(([name, column]) => {
    const value = values[name];
    const kept = column === undefined ? value : sealedWithin(value, column.members, seal);
    return kept === value ? [] : [[name, kept] as const];
  });
  return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) };
}

interface SealingSchema {
  find(name: string): (Sealing & Pick<TableDeclaration, "columns">) | null;
}

const shownValues = ["kept_value", "other_value", "resolved_value"] as const;

/** What a conflict says of sealed columns, or of a value that only one record may hold and that is no column. */
function withSealedShown<V extends Values>(schema: SealingSchema, conflict: V, seal: ValueSeal): V {
  const table = schema.find(String(conflict["entity"]));
  if (table?.sealed === undefined) return conflict;
  const field = String(conflict["field"]);
  const isColumn = table.columns[field] !== undefined;
  // Of what only a newer program knows nobody can say whether it is sealed.
  const isClaim = conflict["conflict_kind"] === "duplicate" && !isColumn;
  const changed = shownValues.flatMap((name) => {
    const value = conflict[name];
    const text = typeof value === "string" && isClaim ? seal.seal(value) : value;
    const kept = isColumn ? withSealed(table, { [field]: value }, seal)[field] : text;
    return kept === value ? [] : [[name, kept] as const];
  });
  return changed.length === 0 ? conflict : { ...conflict, ...Object.fromEntries(changed) };
}

/** As `withSealed`, of whatever table: conflicts show the values of others. */
export function withSealedRow<V extends Values>(
  schema: SealingSchema,
  table: Sealing & Pick<TableDeclaration, "name">,
  values: V,
  seal: ValueSeal,
): V {
  return table.name === conflictsTable.name
    ? withSealedShown(schema, values, seal)
    : withSealed(table, values, seal);
}

/**
 * A document with what some tables' columns hold sealed wherever a member has such a column's name: an operation, an answer.
 * The same document where nothing has changed.
 */
export function withSealedAnywhere(
  tables: readonly Sealing[],
  value: unknown,
  seal: ValueSeal,
): unknown {
  const columns = new Map(tables.flatMap(({ sealed = {} }) => Object.entries(sealed)));
  const within = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) {
      const entries = part.map(within);
      return entries.every((entry, index) => entry === part[index]) ? part : entries;
    }
    const members = Object.entries(part).map(([name, member]: [string, unknown]) => {
      const column = columns.get(name);
      const kept = column ? sealedWithin(member, column.members, seal) : within(member);
      return [name, member, kept] as const;
    });
    if (members.every(([, before, after]) => before === after)) return part;
    return Object.fromEntries(members.map(([name, , after]) => [name, after]));
  };
  return within(value);
}

/** What a sealed text says, or the text where it is in clear; null for what the tenant's key has not sealed. */
function clearOf(text: string, seal: ValueSeal): string | null {
  return text.startsWith("~") ? (seal.open(text) ?? text) : text;
}

/** Why one of a value's sealed members is none that a body may say, behind the way to it; null where all are. */
function faultWithin(
  value: unknown,
  { members, form }: SealedColumn,
  seal: ValueSeal,
  way: string,
): string | null {
  if (typeof value !== "object" || value === null || form === undefined) return null;
  for (const [name, member] of Object.entries(value)) {
    const place = `${way}.${name}`;
    if (typeof member === "string" && members.includes(name)) {
      const [issue] = form.safeParse(clearOf(member, seal)).error?.issues ?? [];
      if (issue !== undefined) return `${place}: ${issue.message}`;
      continue;
    }
    const fault = faultWithin(member, { members, form }, seal, place);
    if (fault !== null) return fault;
  }
  return null;
}

/** An operation as it is kept: with what no database holds in clear sealed, whoever made it and with whatever program. */
export interface SealedOperation {
  readonly operation: Operation;
  /** Why one of those values is none that a body may say, by the field; null where all are. */
  readonly fault: string | null;
}

/** Seals what an operation says of sealed columns. */
export function sealedOperation(
  schema: { find(name: string): TableDeclaration | null },
  operation: Operation,
  seal: ValueSeal,
): SealedOperation {
  let fault: string | null = null;
  const changes = operation.changes.map((change, index): Change => {
    const table = schema.find(change.table);
    if (table === null) return change;
    for (const part of ["fields", "added"] as const) {
      for (const [name, column] of Object.entries(table.sealed ?? {})) {
        const way = `changes.${index}.${part}.${name}`;
        if (column !== undefined) fault ??= faultWithin(change[part]?.[name], column, seal, way);
      }
    }
    const fields = withSealedRow(schema, table, change.fields, seal);
    const added = change.added && withSealed(table, change.added, seal);
    return fields === change.fields && added === change.added
      ? change
      : { ...change, fields, added };
  });
  const isSame = changes.every((change, index) => change === operation.changes[index]);
  return { operation: isSame ? operation : { ...operation, changes }, fault };
}
