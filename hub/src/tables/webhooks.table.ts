import { column, defineTable, type RowOf } from "@edgeward/shared/db/table.ts";

/** Where a tenant wants to be notified of events. */
export const webhookEndpointsTable = defineTable({
  name: "webhook_endpoints",
  columns: {
    id: column.text(),
    tenant_id: column.text(),
    url: column.text(),
    surface: column.text(),
    /** Event types, or `*` for all of the surface. */
    event_types: column.json<readonly string[]>(),
    /** Encrypted; the newest first, older ones until their end. */
    secrets: column.json<readonly SealedSecret[]>(),
    /** `enabled` or `disabled`. */
    status: column.text(),
    /** `gone`, `failing` or `operator`. */
    disabled_reason: column.nullable.text(),
    /** The first failure since the last success, and how many there have been. */
    failing_since: column.nullable.text(),
    failure_count: column.int(),
    created_at: column.text(),
  },
  indexes: [{ name: "webhook_endpoints_by_status", columns: ["tenant_id", "status"] }],
});

/** A signing secret as it is kept: AES-256-GCM with a key that is not in the database. */
export interface SealedSecret {
  readonly sealed: string;
  /** RFC 3339; null for the one in force. */
  readonly expires_at: string | null;
}

/** One event for one endpoint, until it has arrived or been given up. */
export const webhookDeliveriesTable = defineTable({
  name: "webhook_deliveries",
  columns: {
    id: column.text(),
    tenant_id: column.text(),
    endpoint_id: column.text(),
    event_id: column.text(),
    event_type: column.text(),
    /** `pending`, `delivered`, `exhausted` after the last attempt, `cancelled` with its endpoint. */
    delivery_status: column.text(),
    attempt_count: column.int(),
    next_attempt_at: column.nullable.text(),
    /** Until when one dispatcher has it in hand; past that, the dispatcher is taken for dead. */
    lease_until: column.nullable.text(),
    delivered_at: column.nullable.text(),
    created_at: column.text(),
  },
  indexes: [
    {
      name: "webhook_deliveries_once",
      columns: ["tenant_id", "event_id", "endpoint_id"],
      isUnique: true,
    },
    // By endpoint first: the dispatcher takes a few from each, so that a long queue behind one is never read through.
    {
      name: "webhook_deliveries_due",
      columns: ["tenant_id", "endpoint_id", "next_attempt_at"],
      where: "delivery_status = 'pending'",
    },
    { name: "webhook_deliveries_by_time", columns: ["tenant_id", "created_at", "id"] },
  ],
});

/** One try, and what the receiver said. */
export const webhookAttemptsTable = defineTable({
  name: "webhook_attempts",
  columns: {
    id: column.text(),
    tenant_id: column.text(),
    delivery_id: column.text(),
    endpoint_id: column.text(),
    attempt_number: column.int(),
    http_status: column.nullable.int(),
    error_class: column.nullable.text(),
    duration_ms: column.int(),
    response_excerpt: column.nullable.text(),
    attempted_at: column.text(),
  },
  indexes: [
    {
      name: "webhook_attempts_by_delivery",
      columns: ["tenant_id", "delivery_id", "attempt_number"],
    },
  ],
});

declare module "@edgeward/shared/db/database.ts" {
  interface Database {
    webhook_endpoints: RowOf<typeof webhookEndpointsTable>;
    webhook_deliveries: RowOf<typeof webhookDeliveriesTable>;
    webhook_attempts: RowOf<typeof webhookAttemptsTable>;
  }
}
