import { clinicalRules } from "@edgeward/shared/contract/surface-rules.ts";
import { conflictsTable, searchKeysTable } from "@edgeward/shared/db/core.table.ts";
import type { RowChange, SqlRow, Statement } from "@edgeward/shared/db/model.ts";
import { insertRows } from "@edgeward/shared/db/statements.ts";
import {
  patientOf,
  type Claim,
  type RecordRow,
  type Reservation,
  type TableDeclaration,
} from "@edgeward/shared/db/table.ts";
import { deterministicId } from "@edgeward/shared/kernel/deterministic-id.ts";
import {
  applyRows,
  type Applied,
  type RowSet,
  type Taken,
} from "@edgeward/shared/write/apply-rows.ts";
import { auditOfArrived } from "@edgeward/shared/write/arrived-audit.ts";
import { searchKeyRows } from "@edgeward/shared/write/derived.ts";
import { valueHash } from "@edgeward/shared/write/row-change.ts";
import { deliveriesStatement } from "#webhooks/fan-out.ts";
import { feedRowStatements, type FeedEntry } from "#fleet/feed/feed-rows.ts";
import { alikeBy, type AlikePair } from "./ingest-likeness.ts";
import { overdrawnBy, type Overdrawn } from "./ingest-balances.ts";
import type { CurrentRow } from "./current-rows.ts";
import type { FoundConflict } from "./found-conflict.ts";
import type { MergedRow, MergedSet } from "./merged-set.ts";
import type { IngestContext } from "./ingest-context.ts";

// Nodes of branches and their tablets serve the clinical surface, and no other.
const { eventSurface: surface } = clinicalRules;

// What arrives by sync has happened: a value that two offline branches both took is kept twice and shown to a person.
function claimConflict(
  context: IngestContext,
  { change: { table, after }, of: { kind, value, disputed = kind, shown = value } }: Taken<Claim>,
  opId: string,
): RecordRow {
  return conflictRecord(context, context.runtime.newId("cnf"), {
    ...subjectOf(table, after, opId),
    conflict_kind: "duplicate",
    field: disputed,
    kept_value: shown,
    other_value: shown,
    base_stamp: null,
    kept_stamp: after.hlc,
    other_stamp: after.hlc,
    other_actor_id: after.updated_by,
  });
}

// A time that two offline branches both gave away: the first keeps it, and a person looks at the second.
function timeConflict(
  context: IngestContext,
  { change: { table, after }, of: { field } }: Taken<Reservation>,
  opId: string,
): RecordRow {
  return conflictRecord(context, deterministicId("cnf", opId, table.name, after.id, field), {
    ...subjectOf(table, after, opId),
    conflict_kind: "duplicate",
    field,
    kept_value: after[field],
    other_value: after[field],
    base_stamp: null,
    kept_stamp: after.hlc,
    other_stamp: after.hlc,
    other_actor_id: after.updated_by,
  });
}

/** What a conflict about a record that has just arrived says of it. */
function subjectOf(table: TableDeclaration, row: RecordRow, opId: string) {
  return {
    branch_id: table.audience === "tenant" ? null : row.branch_id,
    entity: table.name,
    entity_id: row.id,
    patient_id: patientOf(table, row),
    op_id: opId,
  };
}

// Stock that cannot be: the fact has happened and stays, and a person looks at what it took below nothing.
function balanceConflict(context: IngestContext, { item, amount, sum }: Overdrawn): RecordRow {
  const { table, after, opId } = item;
  return conflictRecord(context, deterministicId("cnf", opId, table.name, after.id, amount), {
    ...subjectOf(table, after, opId),
    conflict_kind: "balance",
    field: amount,
    kept_value: after[amount],
    other_value: sum,
    base_stamp: null,
    kept_stamp: after.hlc,
    other_stamp: after.hlc,
    other_actor_id: after.updated_by,
  });
}

// What was done beyond what is allowed has happened too.
function excessConflicts(
  context: IngestContext,
  { excesses, rows }: MergedSet,
): readonly RecordRow[] {
  return excesses.flatMap(({ table: name, id, field, of, taken, left, opId }) => {
    const item = rows.find(({ table, after }) => table.name === name && after.id === id);
    if (item === undefined) return [];
    const { table, after } = item;
    return conflictRecord(context, deterministicId("cnf", opId, name, id, field, of), {
      ...subjectOf(table, after, opId),
      conflict_kind: "balance",
      field,
      kept_value: taken,
      other_value: left,
      base_stamp: null,
      kept_stamp: after.hlc,
      other_stamp: after.hlc,
      other_actor_id: after.updated_by,
    });
  });
}

// The same person registered at two branches: which is which only a person can say. The one that was there is what is kept.
function alikeConflict(context: IngestContext, { id, item, other }: AlikePair): RecordRow {
  const { table, after, opId } = item;
  return conflictRecord(context, id, {
    ...subjectOf(table, after, opId),
    conflict_kind: "alike",
    field: "id",
    kept_value: other.id,
    other_value: after.id,
    base_stamp: null,
    kept_stamp: other.hlc,
    other_stamp: after.hlc,
    kept_actor_id: other.created_by,
    other_actor_id: after.created_by,
  });
}

/** A conflict as a record of its own: it comes down to the branch it concerns, and is merged like any other change. */
function conflictRecord(
  context: IngestContext,
  id: string,
  fields: SqlRow & { readonly branch_id: string | null },
): RecordRow {
  const hlc = context.runtime.tick();
  return {
    ...fields,
    conflict_status: "open",
    resolution: null,
    resolution_note: null,
    metadata: {},
    id,
    tenant_id: context.tenantId,
    created_at: context.receivedAt,
    updated_at: context.receivedAt,
    created_by: "system",
    updated_by: "system",
    version: 1,
    origin: "hub",
    origin_node_id: context.runtime.nodeId,
    hlc,
    stamps: { "*": hlc },
    unknown_fields: {},
  };
}

function conflictRow(context: IngestContext, conflict: FoundConflict): RecordRow {
  const { change, operation } = conflict;
  return conflictRecord(context, conflict.id, {
    branch_id: conflict.branchId,
    entity: change.table,
    entity_id: change.id,
    patient_id: conflict.patientId,
    op_id: operation.op_id,
    conflict_kind: conflict.kind,
    field: conflict.field,
    kept_value: conflict.keptValue,
    other_value: conflict.otherValue,
    base_stamp: conflict.baseStamp,
    kept_stamp: conflict.keptStamp,
    other_stamp: conflict.otherStamp,
    kept_actor_id: conflict.keptActorId,
    other_actor_id: conflict.otherActorId,
  });
}

async function* conflictStatements(
  { session, tenantId }: IngestContext,
  conflicts: readonly RecordRow[],
): AsyncGenerator<Statement> {
  if (conflicts.length === 0) return;
  // One that a branch has found between its tablets is here already, under the same id.
  yield* insertRows(session.dialect, conflictsTable, conflicts, "skip");
  const made = conflicts.map((after) => ({ table: conflictsTable, before: null, after }));
  yield* insertRows(session.dialect, searchKeysTable, searchKeyRows(made).fresh, "skip");
  const entries = conflicts.map((row) => ({
    table: conflictsTable,
    row,
    opId: String(row["op_id"]),
    originNodeId: null,
  }));
  yield* await feedRowStatements(session, tenantId, entries);
}

// After the records, whose sums and likes are asked for.
async function writeAftermath(context: IngestContext, set: MergedSet): Promise<void> {
  const overdrawn = await overdrawnBy(context, set.rows);
  const alike = await alikeBy(context, set.rows);
  const conflicts = [
    ...overdrawn.map((one) => balanceConflict(context, one)),
    ...excessConflicts(context, set),
    ...alike.map((pair) => alikeConflict(context, pair)),
  ];
  await context.session.queryAll(conflictStatements(context, conflicts));
}

function rowEntries({ nodeId }: IngestContext, rows: readonly MergedRow[]): readonly FeedEntry[] {
  return rows.map((item) => ({
    table: item.table,
    row: item.after,
    opId: item.opId,
    originNodeId: item.isEcho ? nodeId : null,
  }));
}

function standingEntries(standing: readonly CurrentRow[]): readonly FeedEntry[] {
  return standing.map((item) => ({ ...item, originNodeId: null }));
}

/** Notifies a node how records stand that it has changed for itself and nobody else took so. */
export async function echoCurrentRows(
  context: IngestContext,
  standing: readonly CurrentRow[],
): Promise<void> {
  if (standing.length === 0) return;
  const { session, tenantId } = context;
  const entries = standingEntries(standing);
  for (const { text, values } of await feedRowStatements(session, tenantId, entries))
    await session.query(text, values);
}

function rowSetOf(context: IngestContext, set: MergedSet): RowSet {
  const { runtime, tenantId, nodeId, origin } = context;
  const hash = valueHash(runtime, tenantId);
  const arrival = { requestId: origin.requestId, nodeId };
  return {
    tenantId,
    changes: set.rows,
    events: set.taken.flatMap(({ operation }) =>
      operation.events.map((event) => ({ event, operation, surface })),
    ),
    audit: {
      runtime,
      items: set.steps.map((step) => auditOfArrived(step, hash, arrival)),
    },
  };
}

// What only the rows' own writing has shown: events that are new, and what others hold already.
async function* consequences(
  context: IngestContext,
  set: MergedSet,
  applied: Applied,
): AsyncGenerator<Statement> {
  const { tenantId, receivedAt } = context;
  const opIds = new Map<RowChange, string>(set.rows.map((row) => [row, row.opId]));
  const opIdOf = (change: RowChange) => opIds.get(change) ?? "";
  yield* conflictStatements(context, [
    ...set.conflicts.map((item) => conflictRow(context, item)),
    ...applied.takenClaims.map((taken) => claimConflict(context, taken, opIdOf(taken.change))),
    ...applied.takenTimes.map((taken) => timeConflict(context, taken, opIdOf(taken.change))),
  ]);
  if (applied.freshEvents.length > 0)
    yield deliveriesStatement(tenantId, surface, applied.freshEvents, receivedAt);
}

/**
 * Writes what a set came to, table by table, in a handful of statements whatever its size. They follow each other
 * without waiting: while the server is at work on one table the next is prepared.
 * @param expectsNew whether whatever goes with records that were not there when the set was merged is taken for new
 * @returns the values that only one record may hold and others hold already: each has become a conflict
 * @throws the database's error for a record that was not there then and is now: see `mergeAgain`
 */
export async function writeSet(
  context: IngestContext,
  set: MergedSet,
  expectsNew: boolean,
): Promise<Pick<Applied, "takenClaims">> {
  const { session, tenantId } = context;
  const applied = await applyRows(session, rowSetOf(context, set), {
    cause: "arrived",
    expectsNew,
    refusesKnown: true,
    beside: async () => {
      const entries = [...rowEntries(context, set.rows), ...standingEntries(set.standing)];
      return entries.length === 0 ? [] : await feedRowStatements(session, tenantId, entries);
    },
  });
  await session.queryAll(consequences(context, set, applied));
  await writeAftermath(context, set);
  return applied;
}
