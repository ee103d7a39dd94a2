import type { ResultColumn, RowDecoder } from "@edgeward/shared/db/dialect.ts";
import type { KeptRows } from "@edgeward/shared/db/kept-rows.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Schema } from "@edgeward/shared/db/schema.ts";

/** The table of which a statement reads whole rows, with how far each has travelled; null for any other. */
function listedTable(schema: Schema, columns: readonly ResultColumn[]): string | null {
  const names = new Set(columns.map(({ name }) => name));
  if (!names.has("travel_state") || !names.has("id")) return null;
  const tables = new Set(columns.flatMap(({ table }) => table ?? []));
  const [name = ""] = tables;
  const table = tables.size === 1 ? schema.find(name) : null;
  const isWhole = Object.keys(table?.columns ?? {}).every((column) => names.has(column));
  return table !== null && isWhole ? name : null;
}

function isSame(names: readonly string[], one: SqlRow, other: SqlRow): boolean {
  for (const name of names) if (one[name] !== other[name]) return false;
  return true;
}

/**
 * A decoder that gives a row once more that reads had of late, where each of its values is the one that it had then: what was
 * made of it need not be made again. Null for a statement that reads no whole records.
 */
export function keptDecoder(
  schema: Schema,
  columns: readonly ResultColumn[],
  decode: RowDecoder | null,
  keptRows: KeptRows,
): RowDecoder | null {
  const table = listedTable(schema, columns);
  if (table === null) return null;
  const names = columns.map(({ name }) => name);
  return (row) => {
    const id = String(row["id"]);
    const known = keptRows.find(table, id);
    if (typeof known?.stamp === "object" && isSame(names, known.stamp, row)) return known.row;
    // Decoding changes the row itself.
    const values = { ...row };
    const decoded = decode === null ? row : decode(row);
    keptRows.keep(table, id, values, decoded);
    return decoded;
  };
}
