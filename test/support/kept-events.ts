import type { Session } from "@edgeward/shared/db/session.ts";
import type { DomainEvent } from "@edgeward/shared/db/model.ts";
import type { TestNode } from "./node.ts";

/** An event as a node keeps it. */
export interface KeptEvent {
  readonly id: string;
  readonly event_type: string;
  readonly entity: string;
  readonly entity_id: string;
  readonly payload: DomainEvent["payload"];
}

const columns = ["id", "event_type", "entity", "entity_id", "payload"] as const;

// A branch keeps the events of what it sends in the operation.
async function journalled(session: Session, tenantId: string): Promise<readonly KeptEvent[]> {
  if (session.dialect.engine === "postgres") return [];
  const rows = await session.kysely
    .selectFrom("journal")
    .select("operation")
    .where("tenant_id", "=", tenantId)
    .execute();
  return rows.flatMap(({ operation }) =>
    operation.events.map(({ type, ...event }) => ({ ...event, event_type: type })),
  );
}

/** What a node has published in its first tenant of the records that are asked for, the first first. */
export function keptEvents(
  { store, tenant }: Pick<TestNode, "store" | "tenant">,
  isAsked: (event: KeptEvent) => boolean,
): Promise<readonly KeptEvent[]> {
  return store.read({ tenantId: tenant.id }, async (session) => {
    const own = await session.kysely
      .selectFrom("domain_events")
      .select(columns)
      .where("tenant_id", "=", tenant.id)
      .execute();
    return [...own, ...(await journalled(session, tenant.id))]
      .filter(isAsked)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  });
}
