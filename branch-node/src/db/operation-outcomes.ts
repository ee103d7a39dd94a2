import type { SqlSession } from "@edgeward/shared/db/session.ts";
import { discardedCode } from "@edgeward/shared/sync/aside-operations.ts";

/** The condition that an operation still lies aside: no administrator's decision that settled it has come down. */
export const notSettled = `NOT EXISTS (SELECT 1 FROM operation_outcomes
  WHERE operation_outcomes.tenant_id = journal.tenant_id AND operation_outcomes.id = journal.op_id
    AND operation_outcomes.op_outcome NOT IN ('held', 'rejected'))`;

/**
 * Lets the journal learn what an administrator decided at the hub about operations that lay aside. Does nothing where
 * there is nothing to learn, so that it may run at every start and after every arrival.
 */
export async function learnOutcomes(session: SqlSession, tenantId: string): Promise<void> {
  await session.query(
    `UPDATE journal SET result = o.op_result,
         journal_state = CASE WHEN o.op_outcome IN ('held', 'rejected', ?) THEN o.op_outcome ELSE 'acknowledged' END
       FROM operation_outcomes AS o
      WHERE o.tenant_id = ? AND o.tenant_id = journal.tenant_id AND o.id = journal.op_id
        AND journal.journal_state IN ('held', 'rejected') AND o.op_outcome <> journal.journal_state`,
    [discardedCode, tenantId],
  );
  // What is settled marks its record no longer as waiting.
  await session.query(
    `DELETE FROM pending_entities WHERE tenant_id = ? AND op_id IN (
       SELECT id FROM operation_outcomes WHERE tenant_id = ? AND op_outcome NOT IN ('held', 'rejected'))`,
    [tenantId, tenantId],
  );
}
