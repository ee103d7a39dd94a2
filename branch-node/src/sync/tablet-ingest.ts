import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { defineModule, type Module } from "@edgeward/shared/resource/module.ts";
import { readOperation } from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import {
  offlineBatchContract,
  operationResultShape,
  type BatchReply,
  type OperationResult,
  type ReceivedBatch,
} from "@edgeward/shared/sync/wire/batch.contract.ts";
import { branchJudge } from "./branch-judge.ts";
import { verifyBatch } from "@edgeward/shared/sync/wire/batch-signature.ts";
import {
  malformedCode,
  sequencedOf,
  type Sequenced,
} from "@edgeward/shared/sync/wire/sent-operations.ts";
import { advanceTablet, keepTabletOperation } from "#db/tablet-rows.ts";
import type { TabletRow } from "#db/tablet.table.ts";
import { hasWorkedOn } from "#pairing/staff-on-device.ts";
import { applyOperation } from "./tablet-apply.ts";
import { refuseOthersDraft } from "./tablet-drafts.ts";
import { refuseRights } from "./tablet-rights.ts";

/** The device that calls: its token is bound to it, and its key is known here. */
async function callingTablet(ctx: WriteContext, batch: ReceivedBatch): Promise<TabletRow> {
  const { deviceId, roles } = ctx.caller;
  const isDevice = deviceId !== null && roles.includes("device");
  const tablet = isDevice
    ? await ctx.db
        .selectFrom("tablets")
        .selectAll()
        .where("tenant_id", "=", ctx.tenantId)
        .where("id", "=", deviceId)
        .where("tablet_status", "=", "active")
        .executeTakeFirst()
    : undefined;
  if (tablet === undefined) {
    throw new AppError("forbidden", "Only a paired device pushes batches to its branch.");
  }
  if (batch.branch !== ctx.branch.id) {
    throw new AppError("branch_forbidden", "A device pushes to its own branch only.");
  }
  return tablet;
}

function refuseGap(tablet: TabletRow, batch: ReceivedBatch): void {
  const expected = tablet.accepted_seq + 1;
  if (batch.epoch === tablet.epoch && batch.first_seq <= expected) return;
  throw new AppError("sequence_gap", "The batch does not join on to what the branch has.", {
    expected_seq: expected,
    epoch: tablet.epoch,
  });
}

/** What became of operations that are known already: the same words for those that are quarantined, `duplicate` for the rest. */
async function earlierResults(
  ctx: WriteContext,
  tablet: TabletRow,
  known: readonly Sequenced[],
): Promise<readonly OperationResult[]> {
  const [first] = known;
  if (first === undefined) return [];
  const rows = await ctx.db
    .selectFrom("tablet_operations")
    .select(["seq", "op_id", "outcome", "result"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("device_id", "=", tablet.id)
    .where("epoch", "=", tablet.epoch)
    .where("seq", ">=", first.seq)
    .where("seq", "<=", first.seq + known.length - 1)
    .orderBy("seq")
    .execute();
  const expected = new Map(known.map(({ seq, operation }) => [seq, operation.op_id]));
  if (rows.some((row) => expected.get(row.seq) !== row.op_id)) {
    throw new AppError("sequence_gap", "The branch holds another operation at this place.", {
      expected_seq: tablet.accepted_seq + 1,
      epoch: tablet.epoch,
      is_forked: true,
    });
  }
  return rows.map(({ seq, op_id: opId, outcome, result }): OperationResult =>
    outcome === "held" || outcome === "rejected"
      ? operationResultShape.parse(result)
      : { op_id: opId, seq, outcome: "duplicate" },
  );
}

function madeBy(operation: Operation): readonly string[] {
  return operation.changes.filter(({ kind }) => kind === "insert").map(({ id }) => id);
}

/** Records that operations of the device which were not taken would have made, with the operation. */
async function blockedRecords(ctx: WriteContext, tablet: TabletRow): Promise<Map<string, string>> {
  const rows = await ctx.db
    .selectFrom("tablet_operations")
    .select(["op_id", "operation"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("device_id", "=", tablet.id)
    .where("outcome", "in", ["held", "rejected"])
    .execute();
  return new Map(
    rows.flatMap((row) =>
      madeBy(readOperation(row.operation)).map((id) => [id, row.op_id] as const),
    ),
  );
}

function waitsFor(operation: Operation, blocked: ReadonlyMap<string, string>): string | null {
  const named = operation.changes.flatMap(({ id, fields }) => [id, ...Object.values(fields)]);
  for (const name of named) {
    const waitedFor = typeof name === "string" ? blocked.get(name) : undefined;
    if (waitedFor !== undefined) return waitedFor;
  }
  return null;
}

/** Why an operation cannot be its device's or its author's, or null. */
async function foreignness(
  ctx: WriteContext,
  tablet: TabletRow,
  operation: Operation,
): Promise<Pick<OperationResult, "code" | "message"> | null> {
  const { actor, branch_id: branchId, device_id: deviceId } = operation;
  if (branchId !== null && branchId !== ctx.branch.id) {
    return { code: "branch_forbidden", message: "the operation is another branch's" };
  }
  if (deviceId !== tablet.id)
    return { code: "forbidden", message: "device_id: is not the device that sends it" };
  if (actor.type === "device" && actor.id === tablet.id) return beyond(operation, ["device"]);
  const person =
    actor.type !== "staff"
      ? undefined
      : await ctx.db
          .selectFrom("staff")
          .select(["status", "roles", "branches"])
          .where("tenant_id", "=", ctx.tenantId)
          .where("id", "=", actor.id)
          .executeTakeFirst();
  const isHere = person?.status === "active" && person.branches.includes(ctx.branch.id);
  if (!isHere) return { code: "forbidden", message: "whoever made it does not work here" };
  if (!(await hasWorkedOn(ctx, tablet.id, operation)))
    return { code: "forbidden", message: "its author had no session on this device then" };
  return beyond(operation, person.roles);
}

function beyond(
  operation: Operation,
  roles: readonly string[],
): Pick<OperationResult, "code" | "message"> | null {
  const message = refuseRights(operation, roles);
  return message === null ? null : { code: "forbidden", message };
}

async function isJournaled(ctx: WriteContext, opId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("journal")
    .select("seq")
    .where("op_id", "=", opId)
    .executeTakeFirst();
  return row !== undefined;
}

// What the engine says of one operation's values; a full disk or a locked file is nobody's fault and passes.
const ownFault = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/u;

async function tryOperation(
  ctx: WriteContext,
  { seq, operation }: Sequenced,
): Promise<OperationResult> {
  await ctx.session.query("SAVEPOINT tablet_operation", []);
  try {
    const result = await applyOperation(ctx, operation, seq);
    // A slip and a screen follow what a tablet did as they follow the desk.
    if (result.outcome !== "rejected") ctx.write.announce(operation.events);
    await ctx.session.query("RELEASE tablet_operation", []);
    return result;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const isRefused = error instanceof AppError && error.status < 500;
    if (!isRefused && !ownFault.test(code)) throw error;
    await ctx.session.query("ROLLBACK TO tablet_operation", []);
    await ctx.session.query("RELEASE tablet_operation", []);
    if (isRefused) {
      const { message } = error;
      return { op_id: operation.op_id, seq, outcome: "rejected", code, message };
    }
    const message = `the database refused it (${code})`;
    return { op_id: operation.op_id, seq, outcome: "rejected", code: "database_refused", message };
  }
}

/** Why an operation is not even tried: it waits for another, or is not its device's to send. */
async function refusalOf(
  ctx: WriteContext,
  tablet: TabletRow,
  { operation, seq, fault }: Sequenced,
  blocked: ReadonlyMap<string, string>,
): Promise<OperationResult | null> {
  const base = { op_id: operation.op_id, seq };
  if (fault !== undefined)
    return { ...base, outcome: "rejected", code: malformedCode, message: fault };
  const beyondCommand = branchJudge.faultOf(operation);
  if (beyondCommand !== null) return { ...base, outcome: "rejected", ...beyondCommand };
  const waitedFor = waitsFor(operation, blocked);
  if (waitedFor !== null) return { ...base, outcome: "held", held_by: waitedFor };
  const foreign =
    (await foreignness(ctx, tablet, operation)) ?? (await refuseOthersDraft(ctx, operation));
  return foreign === null ? null : { ...base, outcome: "rejected", ...foreign };
}

async function takeOne(
  ctx: WriteContext,
  tablet: TabletRow,
  item: Sequenced,
  blocked: Map<string, string>,
): Promise<OperationResult> {
  const { operation, seq } = item;
  if (await isJournaled(ctx, operation.op_id)) {
    return { op_id: operation.op_id, seq, outcome: "duplicate" };
  }
  const refused = await refusalOf(ctx, tablet, item, blocked);
  const result = refused ?? (await tryOperation(ctx, item));
  if (result.outcome === "held" || result.outcome === "rejected") {
    for (const id of madeBy(operation)) blocked.set(id, operation.op_id);
  }
  return result;
}

/**
 * Takes a device's batch in the request's transaction, by the same contract by which the hub takes a branch's: checks
 * the signature and the place in the stream, leaves out what is known, applies the rest in order, and journals each
 * operation as this branch's with its own id, author and stamp. Nothing in a batch is ever dropped.
 * @throws AppError forbidden, branch_forbidden, sequence_gap
 */
export async function ingestTabletBatch(
  ctx: WriteContext,
  batch: ReceivedBatch,
  signature: string,
  receiveStamp: (hlc: string) => void,
): Promise<BatchReply> {
  const tablet = await callingTablet(ctx, batch);
  await verifyBatch(tablet.public_jwk, batch, signature);
  refuseGap(tablet, batch);
  const at = isoInstant(ctx.now());
  const items = sequencedOf(batch, tablet.id);
  const isKnown = ({ seq }: Sequenced) => seq <= tablet.accepted_seq;
  const results = [...(await earlierResults(ctx, tablet, items.filter(isKnown)))];
  const blocked = await blockedRecords(ctx, tablet);
  for (const item of items.filter((one) => !isKnown(one))) {
    if (item.fault === undefined) receiveStamp(item.operation.hlc);
    const result = await takeOne(ctx, tablet, item, blocked);
    await keepTabletOperation(ctx.session, tablet, item.raw ?? item.operation, result, at);
    results.push(result);
  }
  const acceptedSeq = Math.max(tablet.accepted_seq, batch.first_seq + batch.ops.length - 1);
  await advanceTablet(ctx.session, tablet, acceptedSeq, at);
  return { batch_id: batch.batch_id, accepted_seq: acceptedSeq, results, server_time: at };
}

/** `POST /v1/sync/offline-batch` of a branch, for the devices behind it. */
export function tabletBatchModule(receiveStamp: (hlc: string) => void): Module {
  return defineModule("sync-up", offlineBatchContract, {
    offlineBatch: ({ body }, ctx) => {
      const { signature, ...batch } = body;
      return ingestTabletBatch(ctx, batch, signature, receiveStamp);
    },
  });
}
