import { patientOf } from "@edgeward/shared/db/table.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import {
  discardedCode,
  orphanedCode,
  readOperation,
} from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import { branchOrigin } from "#node/branch-origin.ts";
import { unmarkStatement } from "./journal-rows.ts";
import { removeRows } from "./purge.ts";

/** The condition that an operation still is quarantined: no administrator's decision that resolved it has come down. */
export const isUndecided = `NOT EXISTS (SELECT 1 FROM operation_outcomes
  WHERE operation_outcomes.tenant_id = journal.tenant_id AND operation_outcomes.id = journal.op_id
    AND operation_outcomes.op_outcome NOT IN ('held', 'rejected'))`;

/** A record that this node had made and that is here no more, because the operation was discarded. */
export interface UndoneRecord {
  readonly table: string;
  readonly id: string;
  readonly patientId: string | null;
}

interface Learner {
  readonly runtime: WriteRuntime;
  readonly tenantId: string;
  readonly branchId: string;
}

// Discarded itself, or built on one that was.
async function givenUp(session: Session, tenantId: string): Promise<readonly Operation[]> {
  const rows = await session.query(
    `SELECT journal.operation FROM journal JOIN operation_outcomes AS o
        ON o.tenant_id = journal.tenant_id AND o.id = journal.op_id
      WHERE o.tenant_id = ? AND journal.journal_state IN ('held', 'rejected')
        AND o.op_outcome <> journal.journal_state
        AND (o.op_outcome = ? OR o.op_result ->> '$.code' = ?)`,
    [tenantId, discardedCode, orphanedCode],
  );
  return rows.map((row) => readOperation(row["operation"]));
}

// A record of the same id that stands at the hub has come down in its place, with other stamps.
async function isStillOurs(
  session: Session,
  tenantId: string,
  { table, id }: Pick<UndoneRecord, "table" | "id">,
  hlc: string,
): Promise<boolean> {
  const rows = await session.query(
    `SELECT 1 FROM ${table} WHERE tenant_id = ? AND id = ? AND stamps ->> '$."*"' = ?`,
    [tenantId, id, hlc],
  );
  return rows.length > 0;
}

async function undo(
  session: Session,
  tenantId: string,
  operations: readonly Operation[],
): Promise<readonly UndoneRecord[]> {
  const undone: UndoneRecord[] = [];
  for (const { changes, hlc } of operations) {
    for (const { table: name, id, kind, fields } of changes) {
      const table = session.schema.find(name);
      if (kind !== "insert" || table === null || table.merge === "local") continue;
      if (!(await isStillOurs(session, tenantId, { table: name, id }, hlc))) continue;
      await removeRows(session, table, tenantId, [id]);
      undone.push({ table: name, id, patientId: patientOf(table, { ...fields, id }) });
    }
  }
  return undone;
}

async function auditUndone(
  session: Session,
  learner: Learner,
  undone: readonly UndoneRecord[],
): Promise<void> {
  const origin = branchOrigin(learner, learner.runtime.nodeId, "system");
  const write = openWrite(session, learner.runtime, origin, "sync.discarded");
  for (const { table, id, patientId } of undone) {
    write.audit({
      module: table,
      action: "discard",
      outcome: "success",
      entity_type: table,
      entity_id: id,
      patient_id: patientId,
      changes: [],
    });
  }
  await write.flush([]);
}

/**
 * Lets the journal learn what an administrator decided at the hub about quarantined operations, and takes back what
 * discarded ones had made here. Does nothing where there is nothing to learn, so that it may run at every start and
 * after every arrival.
 */
export async function learnOutcomes(
  session: Session,
  learner: Learner,
): Promise<readonly UndoneRecord[]> {
  const { tenantId } = learner;
  const discarded = await givenUp(session, tenantId);
  await session.query(
    `UPDATE journal SET result = o.op_result,
         journal_state = CASE WHEN o.op_outcome IN ('held', 'rejected', ?) THEN o.op_outcome ELSE 'acknowledged' END
       FROM operation_outcomes AS o
      WHERE o.tenant_id = ? AND o.tenant_id = journal.tenant_id AND o.id = journal.op_id
        AND journal.journal_state IN ('held', 'rejected') AND o.op_outcome <> journal.journal_state`,
    [discardedCode, tenantId],
  );
  // What is resolved marks its record no longer as waiting.
  await session.runAll([
    unmarkStatement(
      tenantId,
      "SELECT id FROM operation_outcomes WHERE tenant_id = ? AND op_outcome NOT IN ('held', 'rejected')",
      [tenantId],
    ),
  ]);
  const undone = await undo(session, tenantId, discarded);
  if (undone.length > 0) await auditUndone(session, learner, undone);
  return undone;
}
