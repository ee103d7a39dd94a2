import type { Change, Operation } from "#db/model.ts";
import {
  column,
  defineTable,
  recordColumns,
  type MergeKind,
  type RecordRow,
  type TableDeclaration,
} from "#db/table.ts";
import { refuseChange } from "./merge-checks.ts";
import { applyChange } from "./merge.ts";
import type { ChangeOrigin, ChangeResult } from "./merge-outcome.ts";

// What the tests of the edges of each rule are about: a table with a field of every kind, and its one record.

/** Whose the record is. */
export const tenantId = "ten_1";
/** A change made at the branch that the record belongs to. */
export const branch: ChangeOrigin = {
  tenantId,
  nodeId: "nod_a",
  kind: "branch",
  branchId: "brn_a",
};
/** A change made at the hub. */
export const hub: ChangeOrigin = { tenantId, nodeId: "hub", kind: "hub", branchId: "brn_hub" };

/** A stamp of a moment. */
export function stamp(at: number): string {
  return `${String(at).padStart(13, "0")}-0000-nod_a`;
}

/** A table with a field of every kind, which merges so. */
export function declared(
  merge: MergeKind,
  more: Partial<Parameters<typeof defineTable>[0]> = {},
): TableDeclaration {
  return defineTable({
    name: "notes",
    merge,
    audience: "branch",
    stateFields: ["status"],
    stateMachine: () => ({ open: ["done"], done: [] }),
    fieldRules: { tags: "set", log: "list", mine: "own", initials: { follows: "title" } },
    columns: {
      ...recordColumns,
      title: column.text(),
      initials: column.nullable.text(),
      body: column.nullable.text(),
      mine: column.nullable.text(),
      count: column.nullable.int(),
      flag: column.nullable.bool(),
      facts: column.nullable.json<unknown>(),
      tags: column.nullable.json<readonly unknown[]>(),
      log: column.nullable.json<readonly unknown[]>(),
      status: column.nullable.text(),
    },
    ...more,
  });
}

/** The same as a shared document. */
export const documents = declared("shared_document");

/** Its one record, as it stands. */
export function record(values: Readonly<Record<string, unknown>> = {}): RecordRow {
  const none = { initials: null, body: null, mine: null, count: null, flag: null, facts: null };
  return {
    branch_id: "brn_a",
    metadata: {},
    title: "One",
    ...none,
    tags: null,
    log: null,
    status: "open",
    id: "rec_1",
    tenant_id: tenantId,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    created_by: "stf_1",
    updated_by: "stf_1",
    version: 4,
    origin: "hub",
    origin_node_id: "hub",
    hlc: stamp(20),
    unknown_fields: {},
    stamps: { "*": stamp(10) },
    ...values,
  };
}

/** An operation of a moment and a person. */
export function operationAt(at: number, actor = "stf_2"): Operation {
  const who = { id: actor, type: "staff", role: null } as const;
  const place = { branch_id: "brn_a", device_id: null, reason: null, schema: 1 };
  const about = { op_id: `op_${at}`, type: "note.write", entity: "notes", entity_id: "rec_1" };
  return {
    ...about,
    ...place,
    actor: who,
    changes: [],
    events: [],
    hlc: stamp(at),
    at: "2026-01-02T00:00:00.000Z",
  };
}

/** The change that makes the record. */
export function insert(fields: Readonly<Record<string, unknown>>): Change {
  const all = { branch_id: "brn_a", title: "One", ...fields };
  return { table: "notes", id: "rec_1", kind: "insert", fields: all, base: {}, version: 1 };
}

/** A change of some of its fields, with the stamps that its writer had seen. */
export function update(
  fields: Readonly<Record<string, unknown>>,
  base: Readonly<Record<string, string>> = {},
  version = 5,
): Change {
  return { table: "notes", id: "rec_1", kind: "update", fields, base, version };
}

/** What becomes of a change. */
export function apply(current: RecordRow | null, at: number, change: Change, actor?: string) {
  return applyChange(documents, current, operationAt(at, actor), change, branch);
}

/** The record that a change came to. @throws Error where it was refused */
export function rowOf(result: ChangeResult): RecordRow {
  if (result.outcome === "rejected") throw new Error(`it was refused: ${result.message}`);
  return result.row;
}

/** What is wrong with a value, in words. */
export function faultOf(field: string, value: unknown): string | undefined {
  const fields = { [field]: value };
  return refuseChange(documents, record(), update(fields), branch)?.message;
}
