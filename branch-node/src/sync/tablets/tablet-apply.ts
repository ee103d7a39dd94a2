import { clinicalRules } from "@edgeward/shared/contract/surface-rules.ts";
import { conflictsTable } from "@edgeward/shared/db/core.table.ts";
import type { RowChange, Change, Operation } from "@edgeward/shared/db/model.ts";
import { patientOf, type RecordRow } from "@edgeward/shared/db/table.ts";
import { latestHonest } from "@edgeward/shared/kernel/hlc.ts";
import { applyRows, keptBeside } from "@edgeward/shared/write/apply-rows.ts";
import { auditOfArrived, type ChangeStep } from "@edgeward/shared/write/arrived-audit.ts";
import { stampOf, valueHash } from "@edgeward/shared/write/row-change.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import type { OperationResult } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { foreignEvent } from "@edgeward/shared/sync/judge/foreign-events.ts";
import { isLostDecision } from "@edgeward/shared/sync/merge/conflict-guard.ts";
import { conflictIdOf } from "@edgeward/shared/sync/merge/conflict-id.ts";
import { applyChange } from "@edgeward/shared/sync/merge/merge.ts";
import type { ChangeResult, FieldConflict } from "@edgeward/shared/sync/merge/merge-outcome.ts";
import { isAnyId } from "@edgeward/shared/kernel/ids.ts";
import { malformedCode } from "@edgeward/shared/sync/wire/sent-operations.ts";
import type { AnsweredOperation } from "#db/tablet-rows.ts";
import { recordName, type TabletContext } from "./tablet-context.ts";
import { stored } from "./unfit-records.ts";

// Nodes of branches and their tablets serve the clinical surface, and no other.
const { eventSurface: surface } = clinicalRules;

interface Found {
  readonly change: Change;
  readonly conflict: FieldConflict;
  readonly current: RecordRow | null;
}

interface MergedChange {
  readonly rows: readonly RowChange[];
  readonly steps: readonly ChangeStep[];
  readonly found: readonly Found[];
  readonly isMerged: boolean;
}

type Refused = Extract<ChangeResult, { readonly outcome: "rejected" }> & {
  /** The change that was refused, where one alone was. */
  readonly change?: Change;
};

/** Runs an operation over the records as they stand, in memory. */
async function merge(ctx: TabletContext, operation: Operation): Promise<MergedChange | Refused> {
  const rows = new Map<string, RowChange>();
  const found: Found[] = [];
  const steps: ChangeStep[] = [];
  let isMerged = false;
  let isLost = false;
  const origin = {
    tenantId: ctx.tenantId,
    nodeId: ctx.node.id,
    kind: "branch",
    branchId: ctx.branch.id,
    latest: latestHonest(ctx.now()),
  } as const;
  for (const change of operation.changes) {
    const name = `${change.table}/${change.id}`;
    const table = ctx.session.schema.find(change.table);
    const known = rows.get(name);
    const current = known === undefined ? await stored(ctx, table, change.id) : known.after;
    if (isLost && current !== null && table !== null) {
      steps.push({ operation, change, table, before: current, after: current });
      continue;
    }
    const result = applyChange(table, current, operation, change, origin);
    if (result.outcome === "rejected" || table === null) {
      return result.outcome === "rejected" ? { ...result, change } : unknownTable(change);
    }
    steps.push({ operation, change, table, before: current, after: result.row });
    isLost ||= isLostDecision(change, current, result);
    isMerged ||= result.outcome === "merged";
    found.push(...result.conflicts.map((conflict) => ({ change, conflict, current })));
    if (result.outcome === "duplicate") continue;
    rows.set(name, {
      table,
      before: known === undefined ? current : known.before,
      after: result.row,
    });
  }
  const foreign = foreignEvent(
    operation.events,
    ({ entity, entity_id: id }) => rows.get(`${entity}/${id}`)?.after ?? unchanged(steps, id),
  );
  if (foreign !== null) return { outcome: "rejected", ...foreign };
  return { rows: [...rows.values()], steps, found, isMerged };
}

// What was known already is changed by no row, and has its record all the same.
function unchanged(steps: readonly ChangeStep[], id: string): RecordRow | null {
  return steps.find(({ change }) => change.id === id)?.after ?? null;
}

function unknownTable(change: Change): Refused {
  const message = `${change.table} is not known here`;
  return { outcome: "rejected", code: "unknown_table", message };
}

// Found here before the hub has seen any of it; the hub arrives at the same id.
async function keepConflict(
  ctx: TabletContext,
  operation: Operation,
  found: Found,
): Promise<string> {
  const { change, conflict, current } = found;
  const id = conflictIdOf(operation, change, conflict);
  const { runtime, origin } = ctx.write;
  const actor = { id: runtime.nodeId, type: "system", role: null } as const;
  const write = openWrite(ctx.session, runtime, { ...origin, actor }, "sync.conflict_found");
  if ((await write.load(conflictsTable, id)) !== null) return id;
  const isLastHere = current !== null && stampOf(current, conflict.field) === current.hlc;
  const actorHere = isLastHere ? current.updated_by : null;
  const isIncomingKept = conflict.keptStamp === operation.hlc;
  const table = ctx.session.schema.find(change.table);
  write.insert(conflictsTable, id, {
    branch_id: table?.audience === "tenant" ? null : (current?.branch_id ?? null),
    entity: change.table,
    entity_id: change.id,
    patient_id: table === null || current === null ? null : patientOf(table, current),
    op_id: operation.op_id,
    conflict_kind: conflict.kind,
    field: conflict.field,
    kept_value: conflict.keptValue,
    other_value: conflict.otherValue,
    base_stamp: conflict.baseStamp,
    kept_stamp: conflict.keptStamp,
    other_stamp: conflict.otherStamp,
    kept_actor_id: isIncomingKept ? operation.actor.id : actorHere,
    other_actor_id: isIncomingKept ? actorHere : operation.actor.id,
    conflict_status: "open",
    resolution: null,
    resolved_value: null,
    resolution_note: null,
    metadata: {},
  });
  await write.flush([]);
  return id;
}

/** Puts an operation that was made elsewhere into the records, the events and this node's journal, as it came. */
async function keepTaken(
  ctx: TabletContext,
  operation: Operation,
  { rows, steps }: MergedChange,
): Promise<void> {
  const { tenantId, session, requestId } = ctx;
  const { runtime } = ctx.write;
  const hash = valueHash(runtime, tenantId);
  await applyRows(
    session,
    {
      tenantId,
      changes: rows,
      events: keptBeside(runtime.sink, operation, surface),
      audit: {
        runtime,
        items: steps.map((step) => auditOfArrived(step, hash, { requestId, nodeId: null })),
      },
    },
    {
      cause: "arrived",
      beside: () => runtime.sink.statements({ tenantId, operation, surface, rows }, session),
    },
  );
}

// A change can be here before its record: the hub sends that, or the device does with another operation.
function answerOf(
  base: Pick<OperationResult, "op_id" | "seq">,
  { code, message, change }: Refused,
): AnsweredOperation {
  if (code !== "missing_record" || change === undefined)
    return { result: { ...base, outcome: "rejected", code, message }, waitsFor: null };
  if (!isAnyId(change.id)) {
    const fault = "the record to change has no id of a record's form";
    const result = { ...base, outcome: "rejected", code: malformedCode, message: fault } as const;
    return { result, waitsFor: null };
  }
  const held = { ...base, outcome: "held", held_by: change.id, code, message } as const;
  return { result: held, waitsFor: recordName(change) };
}

/**
 * Takes one operation of a device into this branch's records and journal, as it came: the hub sees it once, from this
 * branch. Nothing has been written when it is refused or has to wait.
 */
export async function applyOperation(
  ctx: TabletContext,
  operation: Operation,
  seq: number,
): Promise<AnsweredOperation> {
  const merged = await merge(ctx, operation);
  const base = { op_id: operation.op_id, seq };
  if ("outcome" in merged) return answerOf(base, merged);
  const { rows, found, isMerged } = merged;
  await keepTaken(ctx, operation, merged);
  const ids: string[] = [];
  for (const one of found) ids.push(await keepConflict(ctx, operation, one));
  const taken = (result: OperationResult) => ({ result, waitsFor: null });
  if (ids.length > 0) return taken({ ...base, outcome: "conflict", conflict_ids: ids });
  if (rows.length === 0 && operation.changes.length > 0)
    return taken({ ...base, outcome: "duplicate" });
  return taken({ ...base, outcome: isMerged ? "merged" : "applied" });
}
