import { hash } from "node:crypto";
import type * as z from "zod";
import { fieldError } from "@edgeward/shared/kernel/errors.ts";
import { canonicalJson } from "@edgeward/shared/kernel/canonical-json.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import { storeAnswer, storedAnswer, type Intent } from "@edgeward/shared/pipeline/idempotency.ts";
import type { DetachedContext } from "@edgeward/shared/resource/context.ts";
import { refusedTransition } from "@edgeward/shared/resource/state-machine.ts";
import { retryOrDiscardContract } from "@edgeward/shared/sync/wire/operations.contract.ts";
import { discardedCode } from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import type { WriteRuntime, WrittenUnit } from "@edgeward/shared/write/model.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import { presentTabletOperation } from "./quarantine-rows.ts";
import type { TabletReleases } from "./release-lane.ts";
import {
  keepAnswer,
  runAgain,
  runWaiting,
  sentColumns,
  sentOf,
  type RunAgain,
} from "./run-waiting.ts";
import type { TabletContext } from "./tablet-context.ts";
import { isJournaled } from "./take-operation.ts";
import { namesOf } from "./waiting.ts";

const { update: endpoint } = retryOrDiscardContract;

type Decision = z.output<typeof endpoint.body>;

/** What became of an operation and of those that waited for it. */
export type RetryOrDiscardAnswer = z.output<typeof endpoint.response>;

/** What an administrator's decision about a device's operation needs of the node. */
export interface TabletDecisions {
  readonly store: SqliteStore;
  readonly runtime: () => WriteRuntime;
  readonly releases: TabletReleases;
  readonly onWritten: (unit: WrittenUnit | null) => void;
}

const allowedFrom: Readonly<Record<string, readonly Decision["action"][]>> = {
  held: ["retry", "discard"],
  rejected: ["retry", "discard"],
  discarded: ["retry"],
};

async function rowOf(ctx: TabletContext, opId: string): Promise<SqlRow | undefined> {
  const [row] = await ctx.session.query(
    `SELECT ${sentColumns}, waits_for FROM tablet_operations WHERE tenant_id = ? AND op_id = ?
      ORDER BY outcome NOT IN ('held', 'rejected', 'discarded'), received_at LIMIT 1`,
    [ctx.tenantId, opId],
  );
  return row;
}

async function discard(ctx: TabletContext, row: SqlRow, note: string): Promise<RunAgain> {
  const sent = sentOf(row);
  const about = { op_id: sent.operation.op_id, seq: sent.seq } as const;
  const result = { ...about, outcome: "rejected", code: discardedCode, message: note } as const;
  await keepAnswer(ctx, sent, { result, waitsFor: null }, discardedCode);
  const shown = presentTabletOperation({ ...row, outcome: discardedCode, result });
  return { shown: [shown], arrived: namesOf(sent.operation), waits: [], moved: 1 };
}

async function decide(ctx: TabletContext, row: SqlRow, decision: Decision) {
  const { action, note } = decision;
  const from = String(row["outcome"]);
  const ways = allowedFrom[from] ?? [];
  if (!ways.includes(action))
    throw refusedTransition(
      "An operation",
      from,
      action === "retry" ? "applied" : discardedCode,
      ways,
    );
  const { entity, entity_id: entityId } = sentOf(row).operation;
  ctx.write.audit({
    module: "sync",
    action,
    outcome: "success",
    entity_type: entity,
    entity_id: entityId,
    patient_id: null,
    changes: [],
  });
  const first = action === "retry" ? await runAgain(ctx, row) : await discard(ctx, row, note);
  const behind = await runWaiting(ctx, first.arrived);
  const [operation] = first.shown;
  if (operation === undefined) throw new Error("no operation was run");
  const names = [...first.arrived, ...first.waits, ...behind.arrived, ...behind.waits];
  return {
    answer: { operation, dependants: [...behind.shown] } satisfies RetryOrDiscardAnswer,
    names,
  };
}

function foreignValues() {
  const message = "are given where a record that only the hub writes is put back";
  return fieldError({ path: "values", code: "conflicting_fields", message });
}

function intentOf(ctx: DetachedContext, opId: string, decision: Decision): Intent {
  const said = canonicalJson([endpoint.path, opId, ctx.branch.id, decision]);
  return {
    tenantId: ctx.tenantId,
    principal: ctx.caller.clientId ?? ctx.caller.id,
    key: ctx.idempotencyKey ?? "",
    fingerprint: hash("sha256", said),
  };
}

function openContext(
  ctx: DetachedContext,
  session: TabletContext["session"],
  runtime: WriteRuntime,
  note: string,
) {
  const { tenantId, branch, caller, role, requestId } = ctx;
  const origin = {
    tenantId,
    branchId: branch.id,
    actor: { id: caller.id, type: caller.type, role: role ?? caller.roles[0] ?? null },
    clientId: caller.clientId,
    sessionId: caller.sessionId,
    deviceId: caller.deviceId,
    requestId,
    ip: null,
    reason: note,
    trust: "offline",
  } as const;
  const write = openWrite(session, runtime, origin, endpoint.operation);
  const { now } = runtime;
  return { session, db: session.kysely, tenantId, write, now, branch, node: ctx.node, requestId };
}

/**
 * What an administrator of the branch decides about an operation that one of its devices sent and that was not taken: it is
 * run once more, or discarded, and then those that waited for it. Null for an operation that no device sent, or that the
 * branch has taken and the hub has not.
 */
export async function retryOrDiscardTabletOperation(
  { store, runtime, releases, onWritten }: TabletDecisions,
  ctx: DetachedContext,
  opId: string,
  decision: Decision,
): Promise<RetryOrDiscardAnswer | null> {
  const intent = intentOf(ctx, opId, decision);
  const done = await store.write({ tenantId: ctx.tenantId }, async (session) => {
    const known = await storedAnswer(session, intent);
    if (known !== null) return { answer: endpoint.response.parse(JSON.parse(known.body)) };
    const context = openContext(ctx, session, runtime(), decision.note);
    const row = await rowOf(context, opId);
    if (row === undefined || (await isJournaled(context, opId))) return null;
    if (decision.values !== undefined) throw foreignValues();
    const decided = await decide(context, row, decision);
    const { requestId } = ctx;
    const answer = { status: 200, body: JSON.stringify(decided.answer), requestId };
    const kept = storeAnswer(session, intent, answer, context.write.at);
    return { ...decided, unit: await context.write.flush([kept]) };
  });
  if (done === null) return null;
  if ("unit" in done) {
    onWritten(done.unit);
    releases.look(done.names);
  }
  return done.answer;
}
