import { derivedStatements } from "@edgeward/shared/db/derived.ts";
import type { Change, Operation } from "@edgeward/shared/db/operation.ts";
import { findTable } from "@edgeward/shared/db/registry.ts";
import type { SqlSession } from "@edgeward/shared/db/session.ts";
import { selectByKeyStatement, upsertStatement } from "@edgeward/shared/db/statements.ts";
import type { RecordRow } from "@edgeward/shared/db/table.ts";
import { applyChange } from "@edgeward/shared/sync/merge.ts";

type ChangeOrigin = Parameters<typeof applyChange>[4];

async function replayChange(
  session: SqlSession,
  operation: Operation,
  change: Change,
  origin: ChangeOrigin,
): Promise<void> {
  const table = findTable(change.table);
  if (table === null || table.merge === "local") return;
  const key = selectByKeyStatement(session.dialect, table, [origin.tenantId, change.id]);
  const [known] = await session.query(key.text, key.values);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- SELECT * of a table that has recordColumns
  const before = known === undefined ? null : (known as RecordRow);
  const result = applyChange(table, before, operation, change, origin);
  // What it would conflict with is told by the hub, where both sides meet.
  if (result.outcome === "rejected" || result.row === before) return;
  await session.runAll([
    upsertStatement(session.dialect, table, result.row),
    ...derivedStatements(session.dialect, { table, before, after: result.row }, "arrived"),
  ]);
}

/** Brings an operation of this very node back into its records, by the rules by which the hub took it. */
export async function replayOperation(
  session: SqlSession,
  operation: Operation,
  origin: ChangeOrigin,
): Promise<void> {
  for (const change of operation.changes) await replayChange(session, operation, change, origin);
}
