import { insertStatement } from "@edgeward/shared/db/statements.ts";
import type { NodeSink } from "@edgeward/shared/write/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { WrittenJson } from "@edgeward/shared/kernel/written-json.ts";
import {
  maximumOperationBytes,
  maximumOperationParts,
} from "@edgeward/shared/sync/wire/sizes.contract.ts";
import { journalTable } from "#db/branch.table.ts";
import { marksOf } from "#db/journal-rows.ts";
import { depsOf } from "#db/operation-deps.ts";

async function nextSeq(session: Session, tenantId: string, epoch: number): Promise<number> {
  const [row] = await session.query(
    `INSERT INTO counters (tenant_id, counter_name, counter_value) VALUES (?, ?, 1)
       ON CONFLICT (tenant_id, counter_name) DO UPDATE SET counter_value = counters.counter_value + 1
       RETURNING counter_value`,
    [tenantId, `journal:${epoch}`],
  );
  return Number(row?.["counter_value"]);
}

// The operation as it is kept and sent. @throws AppError payload_too_large for an operation that no batch could carry
function sendable(operation: Operation): WrittenJson {
  const parts = Math.max(operation.changes.length, operation.events.length);
  if (parts > maximumOperationParts) {
    const message = `This changes ${parts} records at once, of which ${maximumOperationParts} can be sent to the hub; do it in parts.`;
    throw new AppError("payload_too_large", message, { parts, most: maximumOperationParts });
  }
  const written = new WrittenJson(JSON.stringify(operation));
  const bytes = Buffer.byteLength(written.text);
  if (bytes <= maximumOperationBytes) return written;
  const message = "This change is larger than can be sent to the hub; go on in another record.";
  throw new AppError("payload_too_large", message, { bytes, most: maximumOperationBytes });
}

/**
 * What a branch adds to every write: the operation, at the next place of its journal, in the same transaction. Its events
 * stand in it, and nowhere else: a branch has no receivers to whom they would be delivered later.
 */
export function journalSink(epoch: () => number): NodeSink {
  return {
    keepsEvents: ({ changes }) => changes.length > 0,
    async statements(unit, session) {
      const { tenantId } = unit;
      if (unit.operation.changes.length === 0) return [];
      const deps = await depsOf(session, tenantId, unit.operation, unit.rows);
      const operation = deps.length === 0 ? unit.operation : { ...unit.operation, deps };
      const written = sendable(operation);
      const seq = await nextSeq(session, tenantId, epoch());
      const row = {
        tenant_id: tenantId,
        epoch: epoch(),
        seq,
        op_id: operation.op_id,
        operation: written,
        journal_state: "pending",
        result: null,
        created_at: operation.at,
      };
      return [
        insertStatement(session.dialect, journalTable, row),
        ...marksOf(session, tenantId, operation),
      ];
    },
  };
}
