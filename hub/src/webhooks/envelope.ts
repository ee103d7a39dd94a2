import type { domainEventsTable } from "@edgeward/shared/db/core.table.ts";
import type { RowOf } from "@edgeward/shared/db/table.ts";

/** An event as the outbox keeps it. */
export type StoredEvent = Pick<
  RowOf<typeof domainEventsTable>,
  | "id"
  | "tenant_id"
  | "branch_id"
  | "surface"
  | "event_type"
  | "entity"
  | "entity_id"
  | "entity_version"
  | "payload"
  | "created_at"
>;

/** Where a receiver reads the record that an event is about, with credentials of its own. */
const addresses: Readonly<Record<string, string>> = {
  payer_claims: "/v1/claims",
  conflicts: "/v1/sync/conflicts",
  lab_tests: "/v1/lab/tests",
  schedule_exceptions: "/v1/schedule-exceptions",
  waitlist_entries: "/v1/waitlist-entries",
  lab_orders: "/v1/lab/orders",
  lab_results: "/v1/lab/results",
  radiology_studies: "/v1/radiology/studies",
  certificates: "/v1/certificates",
  emergency_accesses: "/v1/emergency-accesses",
  credit_notes: "/v1/credit-notes",
  cashier_shifts: "/v1/cashier-shifts",
  stock_locations: "/v1/stock-locations",
  price_lists: "/v1/price-lists",
  stock: "/v1/pharmacy/stock",
  dispenses: "/v1/pharmacy/dispense",
  purchase_orders: "/v1/purchase-orders",
  goods_receipts: "/v1/goods-receipts",
  stock_transfers: "/v1/pharmacy/stock-transfers",
  stock_moves: "/v1/pharmacy/stock-moves",
  medication_administrations: "/v1/medication-administrations",
};

// A receiver's log is not a medical record. Whatever a command puts into its payload, only this leaves the node:
// ids, states, times, places in a queue and where the booking came from.
const thinName =
  /(?:^|_)(?:id|ids|uhid|no|number|code|status|time|at|date|type|version|channel|source|amount|total|minor|currency)$/;
const contentName =
  /diagnos|reason|note|icd|complaint|symptom|phone|abha|name|dob|gender|loinc|drug/;
const longestValue = 100;

function isThinValue(value: unknown): boolean {
  if (Array.isArray(value))
    return value.every((item) => typeof item === "string" && isThinValue(item));
  if (typeof value === "string") return value.length <= longestValue;
  return value === null || typeof value === "number" || typeof value === "boolean";
}

function thin(payload: StoredEvent["payload"]): Readonly<Record<string, unknown>> {
  const kept = Object.entries(payload).filter(
    ([name, value]) => thinName.test(name) && !contentName.test(name) && isThinValue(value),
  );
  return Object.fromEntries(kept);
}

function objectName(entity: string): string {
  if (entity.endsWith("ies")) return `${entity.slice(0, -3)}y`;
  return entity.endsWith("s") ? entity.slice(0, -1) : entity;
}

/** The body of an event's deliveries: the same characters at every attempt and for every endpoint. */
export function clinicalEventBody(event: StoredEvent): string {
  const address = addresses[event.entity] ?? `/v1/${event.entity}`;
  return JSON.stringify({
    id: event.id,
    type: event.event_type,
    api_version: "v1",
    tenant_id: event.tenant_id,
    environment: "live",
    surface: event.surface,
    created_at: event.created_at,
    // The record's own version, so that a receiver can drop what it has seen overtaken.
    sequence: event.entity_version,
    data: {
      object: {
        ...thin(event.payload),
        id: event.entity_id,
        object: objectName(event.entity),
        branch_id: event.branch_id,
        links: { self: `${address}/${event.entity_id}` },
      },
      previous_attributes: null,
    },
  });
}
