import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import type { OperationResult } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { orphanedCode } from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import { malformedCode, type Sequenced } from "@edgeward/shared/sync/wire/sent-operations.ts";
import type { AnsweredOperation } from "#db/tablet-rows.ts";
import { hasWorkedOn } from "#pairing/staff-on-device.ts";
import { branchJudge } from "./branch-judge.ts";
import { applyOperation } from "./tablet-apply.ts";
import { unfitForRecords } from "./unfit-records.ts";
import type { TabletContext } from "./tablet-context.ts";
import { refuseOthersDraft } from "./tablet-drafts.ts";
import { refuseRights } from "./tablet-rights.ts";
import { blockOf, forgetUnmade, noteUnmade, withKnownDeps } from "./waiting.ts";

/** What a device has sent. */
export interface SentByDevice extends Sequenced {
  readonly deviceId: string;
  /** Milliseconds since the epoch. */
  readonly receivedMs: number;
}

type Refusal = Pick<OperationResult, "code" | "message" | "details">;

/** Why an operation cannot be its device's or its author's, or null. */
async function foreignness(ctx: TabletContext, sent: SentByDevice): Promise<Refusal | null> {
  const { operation, deviceId, receivedMs } = sent;
  const { actor, branch_id: branchId, device_id: namedId } = operation;
  if (branchId !== null && branchId !== ctx.branch.id)
    return { code: "branch_forbidden", message: "the operation is another branch's" };
  if (namedId !== deviceId)
    return { code: "forbidden", message: "device_id: is not the device that sends it" };
  if (actor.type === "device" && actor.id === deviceId) return beyond(ctx, operation, ["device"]);
  const person = actor.type === "staff" ? await memberOf(ctx, actor.id) : undefined;
  const isHere = person?.status === "active" && person.branches.includes(ctx.branch.id);
  if (!isHere) return { code: "forbidden", message: "whoever made it does not work here" };
  if (!(await hasWorkedOn(ctx, deviceId, operation, receivedMs)))
    return { code: "forbidden", message: "its author had no session on this device then" };
  return beyond(ctx, operation, person.roles);
}

function memberOf(ctx: TabletContext, staffId: string) {
  return ctx.db
    .selectFrom("staff")
    .select(["status", "roles", "branches"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "=", staffId)
    .executeTakeFirst();
}

async function beyond(
  ctx: TabletContext,
  operation: Operation,
  roles: readonly string[],
): Promise<Refusal | null> {
  const message = refuseRights(operation, roles);
  return message === null ? unfitForRecords(ctx, operation, roles) : { code: "forbidden", message };
}

/** Whether this branch has taken an operation. */
export async function isJournaled(ctx: TabletContext, opId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("journal")
    .select("seq")
    .where("op_id", "=", opId)
    .executeTakeFirst();
  return row !== undefined;
}

// What the engine says of one operation's values; a full disk or a locked file is nobody's fault and passes.
const ownFault = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/u;

function rejected(
  { operation, seq }: Pick<Sequenced, "operation" | "seq">,
  refusal: Refusal,
): AnsweredOperation {
  const result = { op_id: operation.op_id, seq, outcome: "rejected", ...refusal } as const;
  return { result, waitsFor: null };
}

/** Whether an operation stands in the branch's records and journal. */
export function isTaken({ outcome }: Pick<OperationResult, "outcome">): boolean {
  return outcome !== "held" && outcome !== "rejected";
}

async function tryOperation(ctx: TabletContext, sent: SentByDevice): Promise<AnsweredOperation> {
  const { seq, deviceId } = sent;
  const operation = await withKnownDeps(ctx, sent.operation);
  await ctx.session.query("SAVEPOINT tablet_operation", []);
  try {
    const answered = await applyOperation(ctx, operation, seq);
    if (isTaken(answered.result)) {
      // A slip and a screen follow what a tablet did as they follow the desk.
      ctx.write.announce(operation.events);
      await ctx.session.runAll(forgetUnmade(ctx.tenantId, deviceId, operation));
    }
    await ctx.session.query("RELEASE tablet_operation", []);
    return answered;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const isRefused = error instanceof AppError && error.status < 500;
    if (!isRefused && !ownFault.test(code)) throw error;
    await ctx.session.query("ROLLBACK TO tablet_operation", []);
    await ctx.session.query("RELEASE tablet_operation", []);
    if (isRefused) return rejected(sent, { code, message: error.message });
    const message = `the database refused it (${code})`;
    return rejected(sent, { code: "database_refused", message });
  }
}

/** Why an operation is not even tried, or null: it waits for another, or is not its device's to send. */
async function refusalOf(
  ctx: TabletContext,
  sent: SentByDevice,
): Promise<AnsweredOperation | null> {
  const { operation, seq, fault, faultCode = malformedCode, deviceId } = sent;
  if (fault !== undefined) return rejected(sent, { code: faultCode, message: fault });
  const beyondCommand = branchJudge.faultOf(operation);
  if (beyondCommand !== null) return rejected(sent, beyondCommand);
  const block = await blockOf(ctx, deviceId, operation);
  if (block?.kind === "orphaned")
    return rejected(sent, {
      code: orphanedCode,
      message: "It built on an operation that was discarded.",
    });
  if (block !== null) {
    const held = { op_id: operation.op_id, seq, outcome: "held", held_by: block.opId } as const;
    return { result: held, waitsFor: block.name };
  }
  const foreign = (await foreignness(ctx, sent)) ?? (await refuseOthersDraft(ctx, operation));
  return foreign === null ? null : rejected(sent, foreign);
}

/** Takes one operation of a device, or says why not, or what it waits for. */
export async function takeOperation(
  ctx: TabletContext,
  sent: SentByDevice,
): Promise<AnsweredOperation> {
  const { operation, seq, deviceId } = sent;
  if (await isJournaled(ctx, operation.op_id)) {
    const result = { op_id: operation.op_id, seq, outcome: "duplicate" } as const;
    return { result, waitsFor: null };
  }
  const answered = (await refusalOf(ctx, sent)) ?? (await tryOperation(ctx, sent));
  if (!isTaken(answered.result)) await noteUnmade(ctx, deviceId, operation);
  return answered;
}
