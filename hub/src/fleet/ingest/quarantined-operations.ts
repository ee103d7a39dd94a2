import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import {
  discardedCode,
  presentQuarantined,
  readOperation,
  type KeptOperation,
} from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import type { OperationPlace } from "@edgeward/shared/sync/wire/quarantine-page.ts";
import { operationShape } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { readStub, type OperationStub } from "@edgeward/shared/sync/wire/operation-stub.ts";
import { faultOf } from "@edgeward/shared/sync/wire/sent-operations.ts";
import {
  quarantineOutcomes,
  quarantinedOperationShape,
  type QuarantinedOperation,
} from "@edgeward/shared/sync/wire/operations.contract.ts";

/** An operation as the hub keeps it, ready to be run again. */
export interface Received extends KeptOperation {
  /** The branch of its node. */
  readonly branchId: string;
  /** Why it is no operation at all. */
  readonly fault?: string;
  readonly faultCode?: string;
  /** What is kept in its place, where the whole could not be sent. */
  readonly stub: OperationStub | null;
}

/** A row of `received_operations` as its parts. */
export function receivedOf(row: SqlRow): Received {
  const raw = row["operation"];
  return {
    ...(operationShape.safeParse(raw).success ? {} : faultOf(raw)),
    stub: readStub(raw),
    nodeId: String(row["node_id"]),
    branchId: String(row["branch_id"]),
    epoch: Number(row["epoch"]),
    seq: Number(row["seq"]),
    outcome: quarantinedOperationShape.shape.outcome.parse(row["outcome"]),
    operation: readOperation(row["operation"], String(row["op_id"])),
    result: row["result"],
  };
}

/** The operations of a branch's nodes that are quarantined, on one side of one of them, the nearest first. */
export async function quarantinedOperations(
  session: Session,
  of: { readonly tenantId: string; readonly branchId: string },
  outcome: string | undefined,
  place: OperationPlace | null,
  limit: number,
): Promise<readonly QuarantinedOperation[]> {
  const isDiscarded = outcome === discardedCode;
  const outcomes = outcome === undefined || isDiscarded ? quarantineOutcomes : [outcome];
  const [beside, order] = place?.side === "newer" ? [">", "ASC"] : ["<", "DESC"];
  const rows = await session.query(
    `SELECT r.node_id, n.branch_id, r.epoch, r.seq, r.op_id, r.outcome, r.operation, r.result
       FROM received_operations r JOIN nodes n ON n.tenant_id = r.tenant_id AND n.id = r.node_id
      WHERE r.tenant_id = $1 AND n.branch_id = $2 AND r.outcome IN ('held', 'rejected')
        AND r.outcome = ANY($3::text[])
        AND (r.result->>'code' IS NOT DISTINCT FROM $4) = $7
        AND ($5::text IS NULL OR r.op_id ${beside} $5)
      ORDER BY r.op_id ${order} LIMIT $6`,
    [of.tenantId, of.branchId, outcomes, discardedCode, place?.opId ?? null, limit, isDiscarded],
  );
  return rows.map((row) => presentQuarantined(receivedOf(row)));
}

/** How many operations of a branch's node are quarantined. */
export async function quarantineCounts(
  session: Session,
  tenantId: string,
  nodeId: string,
): Promise<{ readonly held: number; readonly rejected: number }> {
  const rows = await session.query(
    `SELECT outcome, count(*)::int AS count FROM received_operations
      WHERE tenant_id = $1 AND node_id = $2 AND outcome IN ('held', 'rejected')
        AND result->>'code' IS DISTINCT FROM $3 GROUP BY outcome`,
    [tenantId, nodeId, discardedCode],
  );
  const of = (outcome: string) =>
    Number(rows.find((row) => row["outcome"] === outcome)?.["count"] ?? 0);
  return { held: of("held"), rejected: of("rejected") };
}
