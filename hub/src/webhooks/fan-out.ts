import type { EventSurface } from "@edgeward/shared/contract/surface-rules.ts";
import type { DomainEvent, Statement } from "@edgeward/shared/db/model.ts";
import { jsonRows, manyStatement } from "@edgeward/shared/db/statements.ts";

/**
 * The deliveries that events of a surface call for, one for each endpoint that asked for their type there, made with the events
 * themselves and without a question before. Their ids follow from event and endpoint, so that the same events call for the
 * same deliveries.
 * @param at RFC 3339
 */
export function deliveriesStatement(
  tenantId: string,
  surface: EventSurface,
  events: readonly DomainEvent[],
  at: string,
): Statement {
  const rows = events.map(({ id, type }) => ({
    surface,
    event_id: id,
    event_type: type,
    at,
  }));
  return manyStatement({
    rows,
    values: (given) => [...jsonRows(given), tenantId],
    text: `INSERT INTO webhook_deliveries
        (id, tenant_id, endpoint_id, event_id, event_type, delivery_status, attempt_count, next_attempt_at, created_at)
      SELECT 'dlv_' || substr(encode(sha256(convert_to(e.event_id || w.id, 'UTF8')), 'hex'), 1, 26),
             w.tenant_id, w.id, e.event_id, e.event_type, 'pending', 0, e.at, e.at
        FROM jsonb_to_recordset($1::jsonb) AS e(surface text, event_id text, event_type text, at text)
        JOIN webhook_endpoints w ON w.tenant_id = $2 AND w.surface = e.surface AND w.status = 'enabled'
         AND (w.event_types @> '["*"]'::jsonb OR w.event_types @> to_jsonb(e.event_type))
      ON CONFLICT DO NOTHING`,
  });
}
