import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import {
  presentQuarantined,
  readOperation,
} from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import type { OperationPlace } from "@edgeward/shared/sync/wire/quarantine-page.ts";
import {
  quarantinedOperationShape,
  type QuarantinedOperation,
} from "@edgeward/shared/sync/wire/operations.contract.ts";

/** An operation of a device as a person is shown it; the device stands where a node of the fleet would. */
export function presentTabletOperation(row: SqlRow): QuarantinedOperation {
  return presentQuarantined({
    nodeId: String(row["device_id"]),
    epoch: Number(row["epoch"]),
    seq: Number(row["seq"]),
    outcome: quarantinedOperationShape.shape.outcome.parse(row["outcome"]),
    operation: readOperation(row["operation"], String(row["op_id"])),
    result: row["result"],
  });
}

/** Operations of the branch's devices that this branch has not taken, on one side of one of them, the nearest first. */
export async function tabletQuarantine(
  session: Session,
  tenantId: string,
  outcomes: readonly string[],
  place: OperationPlace | null,
  limit: number,
): Promise<readonly QuarantinedOperation[]> {
  const [beside, order] = place?.side === "newer" ? [">", "ASC"] : ["<", "DESC"];
  const opId = place?.opId ?? null;
  const rows = await session.query(
    `SELECT device_id, epoch, seq, op_id, outcome, operation, result FROM tablet_operations
      WHERE tenant_id = ? AND outcome IN (SELECT value FROM json_each(?)) AND (? IS NULL OR op_id ${beside} ?)
      ORDER BY op_id ${order} LIMIT ?`,
    [tenantId, JSON.stringify(outcomes), opId, opId, limit],
  );
  return rows.map(presentTabletOperation);
}

/** How many operations of the branch's devices are quarantined here. */
export async function tabletQuarantineCounts(
  session: Session,
  tenantId: string,
): Promise<{ readonly held: number; readonly rejected: number }> {
  const rows = await session.query(
    `SELECT outcome, count(*) AS count FROM tablet_operations
      WHERE tenant_id = ? AND outcome IN ('held', 'rejected') GROUP BY outcome`,
    [tenantId],
  );
  const of = (outcome: string) =>
    Number(rows.find((row) => row["outcome"] === outcome)?.["count"] ?? 0);
  return { held: of("held"), rejected: of("rejected") };
}
