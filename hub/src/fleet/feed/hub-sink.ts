import type { NodeSink } from "@edgeward/shared/write/model.ts";
import { deliveriesStatement } from "#webhooks/fan-out.ts";
import { feedRowStatements, hubEntries } from "./feed-rows.ts";

/** What the hub adds to every write: feed rows for the branches, deliveries for whoever asked to be notified. */
export const hubSink: NodeSink = {
  async statements({ tenantId, operation, surface, rows }, session) {
    const entries = hubEntries(rows, operation.op_id);
    const { events, at } = operation;
    return [
      ...(entries.length === 0 ? [] : await feedRowStatements(session, tenantId, entries)),
      ...(events.length === 0 ? [] : [deliveriesStatement(tenantId, surface, events, at)]),
    ];
  },
};
