import type { NodeRuntime, NodeSink } from "@edgeward/shared/db/runtime.ts";
import type { SqlRow, Statement } from "@edgeward/shared/db/session.ts";
import { deliveryRows } from "../webhooks/fan-out.ts";
import { webhookDeliveriesTable } from "../webhooks/webhooks.table.ts";
import { feedStatement, hubEntries } from "./feed.ts";

function deliveriesStatement(rows: readonly SqlRow[]): Statement {
  const names = Object.keys(webhookDeliveriesTable.columns).join(", ");
  return {
    text: `INSERT INTO webhook_deliveries (${names})
      SELECT ${names} FROM jsonb_populate_recordset(NULL::webhook_deliveries, $1::jsonb)`,
    values: [JSON.stringify(rows)],
  };
}

/** What the hub adds to every write: feed rows for the branches, deliveries for whoever asked to be told. */
export function hubSink(newId: NodeRuntime["newId"]): NodeSink {
  return {
    async statements({ tenantId, operation, rows }, session) {
      const entries = hubEntries(rows, operation.op_id);
      const deliveries = await deliveryRows(
        session,
        { newId },
        tenantId,
        operation.events,
        operation.at,
      );
      return [
        ...(entries.length === 0 ? [] : [feedStatement(tenantId, entries)]),
        ...(deliveries.length === 0 ? [] : [deliveriesStatement(deliveries)]),
      ];
    },
  };
}
