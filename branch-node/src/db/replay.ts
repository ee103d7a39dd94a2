import type { Operation, RowChange, NodeRuntime } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { selectByKeyStatement } from "@edgeward/shared/db/statements.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import { applyRows } from "@edgeward/shared/write/apply-rows.ts";
import { auditOfArrived, type ChangeStep } from "@edgeward/shared/write/arrived-audit.ts";
import { valueHash } from "@edgeward/shared/write/row-change.ts";
import { applyChange } from "@edgeward/shared/sync/merge/merge.ts";
import type { ChangeOrigin } from "@edgeward/shared/sync/merge/merge-outcome.ts";

/** Where an operation is brought back, and what names and hashes its audit. */
export interface ReplayOrigin extends ChangeOrigin {
  readonly runtime: Pick<NodeRuntime, "nodeId" | "newId" | "hashValue">;
}

async function recordHere(
  session: Session,
  table: TableDeclaration,
  tenantId: string,
  id: string,
): Promise<RecordRow | null> {
  const key = selectByKeyStatement(session.dialect, table, [tenantId, id]);
  const [known] = await session.query(key.text, key.values);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- SELECT * of a table that has recordColumns
  return known === undefined ? null : (known as RecordRow);
}

/** What an operation makes of the records here, by the rules by which the hub took it. */
async function replayed(
  session: Session,
  operation: Operation,
  origin: ReplayOrigin,
): Promise<{ readonly rows: readonly RowChange[]; readonly steps: readonly ChangeStep[] }> {
  const rows = new Map<string, RowChange>();
  const steps: ChangeStep[] = [];
  for (const change of operation.changes) {
    const table = session.schema.find(change.table);
    if (table === null || table.merge === "local") continue;
    const name = `${change.table}/${change.id}`;
    const known = rows.get(name);
    const before = known?.after ?? (await recordHere(session, table, origin.tenantId, change.id));
    const result = applyChange(table, before, operation, change, origin);
    // What it would conflict with is stated by the hub, where both sides meet.
    if (result.outcome === "rejected") continue;
    steps.push({ operation, change, table, before, after: result.row });
    if (result.row === before) continue;
    rows.set(name, {
      table,
      before: known === undefined ? before : known.before,
      after: result.row,
    });
  }
  return { rows: [...rows.values()], steps };
}

/**
 * Brings an operation of this very node back: its records, and with them its audit, so that neither ever stands alone. Its
 * events stand in the operation, which whoever brings it back puts into the journal.
 */
export async function replayOperation(
  session: Session,
  operation: Operation,
  origin: ReplayOrigin,
): Promise<void> {
  const { tenantId, runtime } = origin;
  const { rows, steps } = await replayed(session, operation, origin);
  const hash = valueHash(runtime, tenantId);
  await applyRows(
    session,
    {
      tenantId,
      changes: rows,
      audit: {
        runtime,
        items: steps.map((step) => auditOfArrived(step, hash, { requestId: null, nodeId: null })),
      },
    },
    { cause: "arrived" },
  );
}
