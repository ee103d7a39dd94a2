import { replaceEqualDeep } from "@tanstack/react-query";

interface Identified {
  readonly id: string;
}

function isIdentified(value: unknown): value is Identified {
  return (
    typeof value === "object" && value !== null && "id" in value && typeof value.id === "string"
  );
}

function areRows(value: unknown): value is readonly Identified[] {
  return Array.isArray(value) && value.every(isIdentified);
}

/**
 * A list that was read again, with those of its rows that are as they were kept as they are: they are not drawn anew. The
 * library's own way looks at places, so that one row in between makes new ones of all that come after it.
 * @returns the list itself where all of it is as it was
 */
export function sameRows(before: unknown, now: unknown): unknown {
  if (!areRows(before) || !areRows(now)) return now;
  const known = new Map(before.map((row) => [row.id, row]));
  const rows = now.map((row) => replaceEqualDeep(known.get(row.id), row));
  const isSame = rows.length === before.length && rows.every((row, at) => row === before[at]);
  return isSame ? before : rows;
}
