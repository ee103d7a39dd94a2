import { sql, type SqlBool } from "kysely";
import type { AuditEvent } from "./chain.ts";
import type { Reader } from "#db/session.ts";

async function ownEvents(
  db: Reader,
  tenantId: string,
  id: string,
  limit: number,
): Promise<readonly AuditEvent[]> {
  const own = (column: "entity_id" | "patient_id") =>
    db
      .selectFrom("audit_events")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where(column, "=", id)
      .orderBy("created_at", "desc")
      .limit(limit)
      .execute();
  return (await Promise.all([own("entity_id"), own("patient_id")])).flat();
}

// Between the ends of a range stand other events as well, and ranges overlap where a node has started anew.
async function pageEvents(
  db: Reader,
  tenantId: string,
  id: string,
  limit: number,
): Promise<readonly AuditEvent[]> {
  const events = await db
    .selectFrom("audit_subjects as s")
    .innerJoin("audit_events as e", (join) =>
      join
        .onRef("e.tenant_id", "=", "s.tenant_id")
        .onRef("e.stream", "=", "s.stream")
        .onRef("e.seq", ">=", "s.first_seq")
        .onRef("e.seq", "<=", "s.last_seq"),
    )
    .selectAll("e")
    .where("s.tenant_id", "=", tenantId)
    .where("s.subject_id", "=", id)
    .where("e.subject_ids", "is not", null)
    .where(sql<SqlBool>`CAST(e.subject_ids AS TEXT) LIKE ${`%"${id}"%`}`)
    .groupBy(["e.tenant_id", "e.stream", "e.seq"])
    .orderBy("e.created_at", "desc")
    .limit(limit)
    .execute();
  return events.filter((event) => event.subject_ids?.includes(id) === true);
}

/**
 * What was done with a record, or with anything of a patient: the events about it alone and the pages that showed it among
 * others, the newest first. @param limit at most so many
 */
export async function auditAbout(
  db: Reader,
  tenantId: string,
  id: string,
  limit: number,
): Promise<readonly AuditEvent[]> {
  const found = await Promise.all([
    ownEvents(db, tenantId, id, limit),
    pageEvents(db, tenantId, id, limit),
  ]);
  const byId = new Map(found.flat().map((event) => [event.id, event]));
  const order = (event: AuditEvent) => `${event.created_at} ${event.id}`;
  return [...byId.values()]
    .toSorted((one, other) => (order(one) < order(other) ? 1 : -1))
    .slice(0, limit);
}
