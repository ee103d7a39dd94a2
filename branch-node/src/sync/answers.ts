import type { Statement } from "@edgeward/shared/db/model.ts";
import type { BatchReply, OperationResult } from "@edgeward/shared/sync/wire/batch.contract.ts";
import type { HandshakeReply } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { listedIds, unmarkStatement } from "#db/journal-rows.ts";
import { stateStatement } from "#db/node-state.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";

/** Whose journal an answer is about. */
interface Journal {
  readonly store: SqliteStore;
  readonly identity: NodeIdentity;
  /** Notified when an answer says of something that it is quarantined: what was decided about it may have come down before. */
  readonly onQuarantined?: () => void;
}

function notifyOf(results: readonly OperationResult[], { onQuarantined }: Journal): void {
  if (results.some((result) => journalState(result) !== "acknowledged")) onQuarantined?.();
}

type Unanswered = NonNullable<HandshakeReply["unanswered"]>;

function journalState(result: OperationResult): string {
  return result.outcome === "held" || result.outcome === "rejected"
    ? result.outcome
    : "acknowledged";
}

function answerStatement(result: OperationResult): Statement {
  return {
    text: "UPDATE journal SET journal_state = ?, result = ? WHERE op_id = ? AND journal_state = 'pending'",
    values: [journalState(result), JSON.stringify(result), result.op_id],
  };
}

/** Notes what became of a batch. */
export async function noteReply(options: Journal, reply: BatchReply): Promise<void> {
  const { store, identity } = options;
  const { tenantId } = identity;
  // A refused operation stays marked on its record, so that nobody takes it for resolved.
  const resolved = reply.results
    .filter((result) => journalState(result) === "acknowledged")
    .map((result) => result.op_id);
  await store.write({ tenantId, urgency: "note" }, (session) =>
    session.runAll([
      ...reply.results.map((result) => answerStatement(result)),
      unmarkStatement(tenantId, listedIds, [JSON.stringify(resolved)]),
      stateStatement(session, "last_contact_at", reply.server_time),
    ]),
  );
  notifyOf(reply.results, options);
}

/**
 * Notes what the hub said of everything up to a place of the journal: taken, but for what is quarantined. It is the answer
 * that was lost on the way, and nothing of it is sent again.
 */
export async function noteTaken(
  options: Journal,
  { through_seq: throughSeq, aside }: Unanswered,
): Promise<void> {
  const { store, identity } = options;
  const { tenantId, epoch } = identity;
  const upTo = [tenantId, epoch, throughSeq];
  await store.write({ tenantId, urgency: "note" }, (session) =>
    session.runAll([
      ...aside.map((result) => answerStatement(result)),
      unmarkStatement(
        tenantId,
        "SELECT op_id FROM journal WHERE tenant_id = ? AND epoch = ? AND seq <= ? AND journal_state = 'pending'",
        upTo,
      ),
      {
        text: `UPDATE journal SET journal_state = 'acknowledged',
            result = json_object('op_id', op_id, 'seq', seq, 'outcome', 'duplicate')
          WHERE tenant_id = ? AND epoch = ? AND seq <= ? AND journal_state = 'pending'`,
        values: upTo,
      },
    ]),
  );
  notifyOf(aside, options);
}
