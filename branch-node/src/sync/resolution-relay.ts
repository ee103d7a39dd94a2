import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { DetachedContext } from "@edgeward/shared/resource/context.ts";
import { defineDetachedModule, type Module } from "@edgeward/shared/resource/module.ts";
import { retryOrDiscardContract } from "@edgeward/shared/sync/wire/operations.contract.ts";
import { tooLargeCode } from "@edgeward/shared/sync/wire/operation-stub.ts";
import { HubRefusal, HubUnreachable, type HubClient } from "./hub-client.ts";
import { retryOrDiscardTabletOperation, type TabletDecisions } from "./tablets/retry-or-discard.ts";

const answerShape = retryOrDiscardContract.update.response;
const longestNote = 500;

// The hub hears of it from this node; who decided stands in the note, which both nodes keep in their audit.
async function signedNote(ctx: DetachedContext, note: string): Promise<string> {
  const { tenantId, caller, branch } = ctx;
  const person = await ctx.read(({ db }) =>
    db
      .selectFrom("staff")
      .select("name")
      .where("tenant_id", "=", tenantId)
      .where("id", "=", caller.id)
      .executeTakeFirst(),
  );
  const who = ` (${person?.name ?? caller.id}, ${branch.code})`;
  return `${note.slice(0, longestNote - who.length)}${who}`;
}

// What was too large to be sent may pass by now: the hub has its hash, and takes no other in its place.
async function wholeOf(ctx: DetachedContext, opId: string): Promise<{ operation?: unknown }> {
  const [row] = await ctx.read(({ session }) =>
    session.query(
      `SELECT operation FROM journal WHERE tenant_id = ? AND op_id = ?
          AND journal_state = 'rejected' AND result ->> '$.code' = ?`,
      [ctx.tenantId, opId, tooLargeCode],
    ),
  );
  return row === undefined ? {} : { operation: row["operation"] };
}

function refusalOf(error: unknown): unknown {
  if (error instanceof HubUnreachable) {
    const message = "The hub cannot be reached now; nothing was decided. Try again when it is.";
    return new AppError("unavailable", message, { reason: "hub_unreachable" });
  }
  if (!(error instanceof HubRefusal)) return error;
  const { code, message, details } = error;
  if (error.status === 413) {
    const still = "It is still larger than the way to the hub lets through; nothing was decided.";
    return new AppError("payload_too_large", still);
  }
  if (code === "invalid_transition" || code === "not_found" || code === "idempotency_in_progress")
    return new AppError(code, message, details);
  return new AppError("unavailable", `The hub refused it: ${message}`, { reason: code });
}

/**
 * `PUT /v1/sync/operations/{op_id}` of a branch. What a device sent and the branch has not taken is decided here; what the
 * hub has not taken of the branch is decided at the hub, at once, and needs the line. Outside of transactions, so that no
 * write waits for the hub.
 */
export function resolutionRelayModule(
  hub: Pick<HubClient, "put">,
  tablets: TabletDecisions,
): Module {
  return defineDetachedModule("retry_or_discard", retryOrDiscardContract, {
    update: async ({ params, body }, ctx) => {
      const here = await retryOrDiscardTabletOperation(tablets, ctx, params.op_id, body);
      if (here !== null) return here;
      const decision = {
        action: body.action,
        ...(body.values === undefined ? {} : { values: body.values }),
        note: await signedNote(ctx, body.note),
        ...(body.action === "retry" ? await wholeOf(ctx, params.op_id) : {}),
      };
      const key = `${ctx.caller.id}.${ctx.idempotencyKey ?? ""}`.slice(0, 255);
      const path = `/v1/sync/operations/${params.op_id}`;
      try {
        return answerShape.parse(await hub.put(path, decision, key));
      } catch (error) {
        throw refusalOf(error);
      }
    },
  });
}
