import { insertRows } from "@edgeward/shared/db/statements.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import { canonicalJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { deterministicId } from "@edgeward/shared/kernel/deterministic-id.ts";
import { isStorable } from "@edgeward/shared/kernel/storable.ts";
import { lostRowShape, type LostRow } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { receivedOperationsTable } from "#tables/fleet.table.ts";
import type { IngestContext } from "./ingest-context.ts";
import type { LostRefusal } from "./lost-row-check.ts";

/** By which an operation is known that a row was given back in; no node sends one. */
export const lostRowType = "sync.lost_row";

/** A row that was not put back, and why. */
export interface LostAside extends LostRefusal {
  readonly item: LostRow;
  /** As the operation that would have made the record. */
  readonly operation: Operation;
}

// Before a node's first: it is no operation of its stream.
const asideEpoch = 0;

/** The row of a kept operation; null where it can be read as none. */
export function lostRowOf(operation: Operation): LostRow | null {
  const row: unknown = "lost_row" in operation ? operation.lost_row : null;
  return lostRowShape.safeParse(row).data ?? null;
}

function keptOf(context: IngestContext, { item, operation, code, message, details }: LostAside) {
  const { tenantId, nodeId, receivedAt, session } = context;
  // What every branch has is decided once.
  const giver = session.schema.find(item.table)?.isOffered === true ? "" : nodeId;
  const name = deterministicId("op", "lost row aside", giver, item.table, canonicalJson(item.row));
  const kept = { ...operation, op_id: name, lost_row: item };
  return {
    tenant_id: tenantId,
    node_id: nodeId,
    epoch: asideEpoch,
    op_id: name,
    operation_type: lostRowType,
    outcome: "rejected",
    waits_for: null,
    result: {
      op_id: name,
      outcome: "rejected",
      code,
      message,
      ...(details === undefined ? {} : { details }),
    },
    operation: isStorable(kept) ? kept : { as_sent: JSON.stringify(kept) },
    received_at: receivedAt,
  };
}

/** Keeps rows that were not put back for a person, beside the node's operations; given back again, they are there once. */
export async function keepLostRows(
  context: IngestContext,
  refused: readonly LostAside[],
): Promise<void> {
  if (refused.length === 0) return;
  const { session, tenantId, nodeId } = context;
  const [last] = await session.query(
    `SELECT coalesce(max(seq), 0)::int AS seq FROM received_operations
      WHERE tenant_id = $1 AND node_id = $2 AND epoch = $3`,
    [tenantId, nodeId, asideEpoch],
  );
  const from = Number(last?.["seq"] ?? 0);
  const rows = refused.map((one, index) => {
    const kept = keptOf(context, one);
    const seq = from + index + 1;
    return { ...kept, seq, result: { ...kept.result, seq } };
  });
  await session.runAll([...insertRows(session.dialect, receivedOperationsTable, rows, "skip")]);
}
