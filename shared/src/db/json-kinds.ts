import { WrittenJson } from "#kernel/written-json.ts";
import type { ColumnKind } from "./table.ts";

/** The kinds of column whose values are JSON. */
export type JsonKind = Extract<ColumnKind, "json" | "document">;

/** Whether a column of a kind holds JSON. */
export function isJson(kind: ColumnKind): kind is JsonKind {
  return kind === "json" || kind === "document";
}

/** A value of JSON as its text; null for none. */
export function encodeJson(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  return value instanceof WrittenJson ? value.text : JSON.stringify(value);
}
