import type { Change, Operation } from "#db/model.ts";
import releasedSteps from "./schema-history.json" with { type: "json" };

type Fields = Readonly<Record<string, unknown>>;

/** What nodes of one version write and those before do not, and what their records count as. */
export interface SchemaStep {
  /** The form of operations from which on this holds. */
  readonly version: number;
  /** Tables that nodes before do not have. */
  readonly tables: readonly string[];
  /** By table the columns that are new, each with what a record made without it has there. */
  readonly columns: Readonly<Record<string, Fields>>;
  /** By table what else becomes of fields that were written before; pure. What was added to sets and lists stays as it is. */
  readonly rewrites?: Readonly<Record<string, (fields: Fields) => Fields>>;
}

/** The steps of what travels, oldest first; version 1 is what the first release wrote. */
export type SchemaHistory = readonly SchemaStep[];

/**
 * The steps so far, from `schema-history.json`: `npm run migration` adds a table that travels to the newest of them. A
 * test compares with the first release and fails until it is there.
 */
export const schemaHistory: SchemaHistory = releasedSteps;

/** The version that a history leads to. */
export function versionOf(history: SchemaHistory): number {
  return history.at(-1)?.version ?? 1;
}

function later(history: SchemaHistory, version: number): SchemaHistory {
  return history.filter((step) => step.version > version);
}

/** The fields of a record as a node of today would have written them. @param from the version in which they were written */
export function upcastFields(
  history: SchemaHistory,
  table: string,
  fields: Fields,
  from: number,
): Fields {
  return later(history, from).reduce<Fields>((given, step) => {
    const rewritten = step.rewrites?.[table]?.(given) ?? given;
    return { ...step.columns[table], ...rewritten };
  }, fields);
}

// A change of a record says nothing of fields that it leaves alone.
function rewriteOnly(history: SchemaHistory, change: Change, from: number): Fields {
  return later(history, from).reduce<Fields>(
    (given, step) => step.rewrites?.[change.table]?.(given) ?? given,
    change.fields,
  );
}

/** An operation as a node of today would have written it; one that is not older stays the same. */
export function upcastOperation(history: SchemaHistory, operation: Operation): Operation {
  const { schema } = operation;
  if (schema >= versionOf(history)) return operation;
  const changes = operation.changes.map((change): Change => ({
    ...change,
    fields:
      change.kind === "insert"
        ? upcastFields(history, change.table, change.fields, schema)
        : rewriteOnly(history, change, schema),
  }));
  return { ...operation, changes };
}

/** An operation as a node of an earlier version would have written it: without what that one does not know. */
export function operationAt(
  history: SchemaHistory,
  operation: Operation,
  version: number,
): Operation {
  const steps = later(history, version);
  const isKnown = (table: string) => steps.every((step) => !step.tables.includes(table));
  const without = <Value>(table: string, values: Readonly<Record<string, Value>>) => {
    const unknown = new Set(steps.flatMap((step) => Object.keys(step.columns[table] ?? {})));
    return Object.fromEntries(Object.entries(values).filter(([name]) => !unknown.has(name)));
  };
  const changes = operation.changes
    .filter(({ table }) => isKnown(table))
    .map((change) => ({
      ...change,
      fields: without(change.table, change.fields),
      ...(change.added === undefined ? {} : { added: without(change.table, change.added) }),
    }));
  return { ...operation, schema: Math.min(operation.schema, version), changes };
}
