import { AppError, fieldError } from "@edgeward/shared/kernel/errors.ts";
import { isStorable } from "@edgeward/shared/kernel/storable.ts";
import { operationShape } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { isWholeOf } from "@edgeward/shared/sync/wire/operation-stub.ts";
import { found } from "@edgeward/shared/write/write.ts";
import { mayDo } from "@edgeward/shared/resource/caller-rights.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { refusedTransition } from "@edgeward/shared/resource/state-machine.ts";
import {
  discardedCode,
  presentQuarantined,
} from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import type { QuarantinedOperation } from "@edgeward/shared/sync/wire/operations.contract.ts";
import { isLostRow } from "./lost-rows-again.ts";
import { withOtherValues } from "./lost-row-values.ts";
import { receivedOf, type Received } from "./quarantined-operations.ts";
import type { IngestServices, TakenSet } from "./take-set.ts";
import {
  receivedColumns,
  runWithDependants,
  withDependants,
  type OperationDecision,
} from "./run-again.ts";

// The node's stream is locked with it, so that no batch of the node comes between.
async function lockReceived(ctx: WriteContext, opId: string): Promise<Received> {
  const [row] = await ctx.session.query(
    `SELECT ${receivedColumns} FROM received_operations r
       JOIN nodes n ON n.tenant_id = r.tenant_id AND n.id = r.node_id
      WHERE r.tenant_id = $1 AND r.op_id = $2 AND n.branch_id = $3 FOR UPDATE`,
    [ctx.tenantId, opId, ctx.branch.id],
  );
  return receivedOf(found(row));
}

/**
 * An operation of which the hub had a stub, whole: its node has signed the hash. @throws AppError validation_error for
 * anything else
 */
async function withWhole(ctx: WriteContext, received: Received, given: unknown): Promise<Received> {
  const { stub, fault: _fault, faultCode: _code, ...rest } = received;
  if (given === undefined || stub === null) return received;
  const whole = operationShape.safeParse(given);
  const isIt = isStorable(given) && isWholeOf(stub, given);
  if (!whole.success || !isIt)
    throw new AppError(
      "validation_error",
      "operation: is not the one that the hub has the hash of",
      {
        field: "operation",
      },
    );
  await ctx.session.query(
    "UPDATE received_operations SET operation = $3::json WHERE tenant_id = $1 AND op_id = $2",
    [ctx.tenantId, received.operation.op_id, JSON.stringify(given)],
  );
  return { ...rest, stub: null, operation: whole.data };
}

function refuseDone(received: Received, action: OperationDecision["action"]): void {
  const { outcome } = presentQuarantined(received);
  const allowed = {
    held: ["retry", "discard"],
    rejected: ["retry", "discard"],
    discarded: ["retry"],
  };
  const ways = Object.entries(allowed).find(([state]) => state === outcome)?.[1] ?? [];
  if (ways.includes(action)) return;
  throw refusedTransition(
    "An operation",
    outcome,
    action === "retry" ? "applied" : "discarded",
    ways,
  );
}

/** Refuses to put back what only a hub writes, where the caller might not make it. @throws AppError forbidden */
function refuseOffered(ctx: WriteContext, received: Received, { judge }: IngestServices): void {
  const { schema } = ctx.session;
  const table = isLostRow(received) ? schema.find(received.operation.entity) : null;
  if (table?.merge !== "central_reference") return;
  const commands = [...judge.names].flatMap((name) => judge.command(name) ?? []);
  const making = commands.find(({ writes }) =>
    writes.some((one) => one.makes && one.table.name === table.name),
  );
  const { resource, action } = making?.access ?? { resource: "sync", action: "update" };
  if (mayDo(ctx, resource, action)) return;
  throw new AppError("forbidden", "This role may not make such a record, nor put one back.");
}

type Values = Readonly<Record<string, string>>;

/** An operation as it is to be run: with the values that the decision gives. @throws AppError conflicting_fields */
function asDecided(
  ctx: WriteContext,
  received: Received,
  action: OperationDecision["action"],
  values: Values = {},
): Received {
  if (Object.keys(values).length === 0) return received;
  if (action === "retry") return withOtherValues(ctx, received, values);
  const message = "are given where something is tried again";
  throw fieldError({ path: "values", code: "conflicting_fields", message });
}

function discarded({ operation, seq }: Received, note: string): TakenSet {
  const about = { op_id: operation.op_id, seq } as const;
  const result = { ...about, outcome: "rejected", code: discardedCode, message: note } as const;
  return { results: [result], waits: new Map(), arrived: [] };
}

/**
 * Runs an operation that is quarantined once more on today's records, or discards it; then those that waited for it: the
 * first of them at once, the others by the release lane, to which `names` is to be given after the commit. What became of
 * each goes down to its branch. @throws AppError not_found, invalid_transition, forbidden, conflicting_fields
 */
export async function retryOrDiscard(
  ctx: WriteContext,
  opId: string,
  asked: OperationDecision & { readonly operation?: unknown; readonly values?: Values | undefined },
  services: IngestServices,
): Promise<{
  readonly operation: QuarantinedOperation;
  readonly dependants: QuarantinedOperation[];
  readonly names: readonly string[];
}> {
  const { operation: given, values, ...decision } = asked;
  const kept = await lockReceived(ctx, opId);
  refuseDone(kept, decision.action);
  if (decision.action === "retry") refuseOffered(ctx, kept, services);
  const root = asDecided(ctx, await withWhole(ctx, kept, given), decision.action, values);
  const way = { decision, services };
  const askedBy = ctx.caller.roles.includes("node") ? "branch" : "hub";
  const { shown, names } =
    decision.action === "retry"
      ? await runWithDependants(ctx, [root], { ...way, askedBy })
      : await withDependants(ctx, [root], discarded(root, decision.note), way);
  const [operation, ...dependants] = shown;
  if (operation === undefined) throw new Error("no operation was merged");
  return { operation, dependants, names };
}
