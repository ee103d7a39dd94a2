import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { defineModule, type Module } from "@edgeward/shared/resource/module.ts";
import {
  offlineBatchContract,
  operationResultShape,
  type BatchReply,
  type OperationResult,
  type ReceivedBatch,
} from "@edgeward/shared/sync/wire/batch.contract.ts";
import { verifyBatch } from "@edgeward/shared/sync/wire/batch-signature.ts";
import {
  sealedItem,
  sequencedOf,
  type Sequenced,
} from "@edgeward/shared/sync/wire/sent-operations.ts";
import { loopTurns } from "#db/loop-turns.ts";
import { advanceTablet, keepTabletOperation } from "#db/tablet-rows.ts";
import type { TabletRow } from "#db/tablet.table.ts";
import type { TabletReleases } from "./release-lane.ts";
import { isTaken, takeOperation } from "./take-operation.ts";
import { namesOf } from "./waiting.ts";

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

const quarantined: ReadonlySet<string> = new Set(["held", "rejected", "discarded"]);

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
    quarantined.has(outcome)
      ? operationResultShape.parse(result)
      : { op_id: opId, seq, outcome: "duplicate" },
  );
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
  releases?: TabletReleases,
): Promise<BatchReply> {
  const tablet = await callingTablet(ctx, batch);
  await verifyBatch(tablet.public_jwk, batch, signature);
  refuseGap(tablet, batch);
  const at = isoInstant(ctx.now());
  const { schema } = ctx.session;
  const items = sequencedOf(batch, tablet.id).map((item) =>
    sealedItem(item, schema, ctx.valueSeal),
  );
  const isKnown = ({ seq }: Sequenced) => seq <= tablet.accepted_seq;
  const results = [...(await earlierResults(ctx, tablet, items.filter(isKnown)))];
  const names: string[] = [];
  const turn = loopTurns();
  for (const item of items.filter((one) => !isKnown(one))) {
    if (item.fault === undefined) receiveStamp(item.operation.hlc);
    const sent = { ...item, deviceId: tablet.id, receivedMs: ctx.now() };
    const answered = await takeOperation(ctx, sent);
    await keepTabletOperation(ctx.session, tablet, item.raw ?? item.operation, answered, at);
    results.push(answered.result);
    if (isTaken(answered.result)) names.push(...namesOf(item.operation));
    if (answered.waitsFor !== null) names.push(answered.waitsFor);
    await turn();
  }
  if (names.length > 0) ctx.write.afterCommit(() => releases?.look(names));
  const acceptedSeq = Math.max(tablet.accepted_seq, batch.first_seq + batch.ops.length - 1);
  await advanceTablet(ctx.session, tablet, acceptedSeq, at);
  return { batch_id: batch.batch_id, accepted_seq: acceptedSeq, results, server_time: at };
}

/** `POST /v1/sync/offline-batch` of a branch, for the devices behind it. */
export function tabletBatchModule(
  receiveStamp: (hlc: string) => void,
  releases: TabletReleases,
): Module {
  return defineModule("sync-up", offlineBatchContract, {
    offlineBatch: ({ body }, ctx) => {
      const { signature, ...batch } = body;
      return ingestTabletBatch(ctx, batch, signature, receiveStamp, releases);
    },
  });
}
