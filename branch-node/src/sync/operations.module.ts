import type { SqlRow, SqlSession } from "@edgeward/shared/db/session.ts";
import { defineModule, type Module } from "@edgeward/shared/module/module.ts";
import { presentAside, readOperation } from "@edgeward/shared/sync/aside-operations.ts";
import { readOperationsPage, type OperationPlace } from "@edgeward/shared/sync/aside-page.ts";
import {
  asideOperationShape,
  asideOutcomes,
  operationsContract,
  type AsideOperation,
} from "@edgeward/shared/sync/operations.contract.ts";
import { notSettled } from "../db/operation-outcomes.ts";

function outcomeOf(state: unknown): AsideOperation["outcome"] {
  return asideOperationShape.shape.outcome.parse(state);
}

function presentRow(row: SqlRow, nodeId: string): AsideOperation {
  return presentAside({
    nodeId,
    epoch: Number(row["epoch"]),
    seq: Number(row["seq"]),
    outcome: outcomeOf(row["journal_state"]),
    operation: readOperation(row["operation"]),
    result: row["result"],
  });
}

/** The operations of the journal that lie aside, on one side of one of them, the nearest first. */
async function asideOperations(
  session: SqlSession,
  of: { readonly tenantId: string; readonly nodeId: string },
  outcomes: readonly string[],
  place: OperationPlace | null,
  limit: number,
): Promise<readonly AsideOperation[]> {
  const [beside, order] = place?.side === "newer" ? [">", "ASC"] : ["<", "DESC"];
  const opId = place?.opId ?? null;
  const rows = await session.query(
    `SELECT epoch, seq, journal_state, operation, result FROM journal
      WHERE tenant_id = ? AND journal_state IN (SELECT value FROM json_each(?))
        AND (? IS NULL OR op_id ${beside} ?) AND (journal_state = 'discarded' OR ${notSettled})
      ORDER BY op_id ${order} LIMIT ?`,
    [of.tenantId, JSON.stringify(outcomes), opId, opId, limit],
  );
  return rows.map((row) => presentRow(row, of.nodeId));
}

/** `GET /v1/sync/operations` of a branch: what it made and the hub has not taken. */
export const operationsModule: Module = defineModule("sync-operations", operationsContract, {
  list: ({ query }, ctx) => {
    const of = { tenantId: ctx.tenantId, nodeId: ctx.node.id };
    const outcomes = query.outcome === undefined ? asideOutcomes : [query.outcome];
    return readOperationsPage(ctx, query, query.outcome ?? "", (place, limit) =>
      asideOperations(ctx.session, of, outcomes, place, limit),
    );
  },
});
