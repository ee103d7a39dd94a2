import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { defineModule, type Module } from "@edgeward/shared/resource/module.ts";
import {
  presentQuarantined,
  readOperation,
} from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import {
  readOperationsPage,
  type OperationPlace,
} from "@edgeward/shared/sync/wire/quarantine-page.ts";
import {
  quarantinedOperationShape,
  quarantineOutcomes,
  operationsContract,
  type QuarantinedOperation,
} from "@edgeward/shared/sync/wire/operations.contract.ts";
import { isUndecided } from "#db/operation-outcomes.ts";
import { tabletQuarantine } from "./tablets/quarantine-rows.ts";

function outcomeOf(state: unknown): QuarantinedOperation["outcome"] {
  return quarantinedOperationShape.shape.outcome.parse(state);
}

function presentRow(row: SqlRow, nodeId: string): QuarantinedOperation {
  return presentQuarantined({
    nodeId,
    epoch: Number(row["epoch"]),
    seq: Number(row["seq"]),
    outcome: outcomeOf(row["journal_state"]),
    operation: readOperation(row["operation"]),
    result: row["result"],
  });
}

/** The operations of the journal that are quarantined, on one side of one of them, the nearest first. */
async function quarantinedOperations(
  session: Session,
  of: { readonly tenantId: string; readonly nodeId: string },
  outcomes: readonly string[],
  place: OperationPlace | null,
  limit: number,
): Promise<readonly QuarantinedOperation[]> {
  const [beside, order] = place?.side === "newer" ? [">", "ASC"] : ["<", "DESC"];
  const opId = place?.opId ?? null;
  const rows = await session.query(
    `SELECT epoch, seq, journal_state, operation, result FROM journal
      WHERE tenant_id = ? AND journal_state IN (SELECT value FROM json_each(?))
        AND (? IS NULL OR op_id ${beside} ?) AND (journal_state = 'discarded' OR ${isUndecided})
      ORDER BY op_id ${order} LIMIT ?`,
    [of.tenantId, JSON.stringify(outcomes), opId, opId, limit],
  );
  return rows.map((row) => presentRow(row, of.nodeId));
}

// One list, by the time at which they were made: what the hub has not taken of the branch, and the branch of its devices.
function nearestFirst(
  rows: readonly QuarantinedOperation[],
  place: OperationPlace | null,
): readonly QuarantinedOperation[] {
  const sign = place?.side === "newer" ? 1 : -1;
  return rows.toSorted((one, other) => (one.op_id < other.op_id ? -sign : sign));
}

/** `GET /v1/sync/operations` of a branch: what it made and the hub has not taken, and what it has not taken of its devices. */
export const operationsModule: Module = defineModule("sync-operations", operationsContract, {
  list: ({ query }, ctx) => {
    const of = { tenantId: ctx.tenantId, nodeId: ctx.node.id };
    const outcomes = query.outcome === undefined ? quarantineOutcomes : [query.outcome];
    return readOperationsPage(ctx, query, query.outcome ?? "", async (place, limit) => {
      const made = await quarantinedOperations(ctx.session, of, outcomes, place, limit);
      const sent = await tabletQuarantine(ctx.session, of.tenantId, outcomes, place, limit);
      return nearestFirst([...made, ...sent], place).slice(0, limit);
    });
  },
});
