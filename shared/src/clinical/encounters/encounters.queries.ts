import { sql, type SqlBool } from "kysely";
import { recordFinder } from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import type { Condition } from "#resource/record-list.ts";
import { Records } from "#resource/records.ts";
import { encounterFields } from "./encounters.contract.ts";
import { encountersTable } from "./encounters.table.ts";

/** One encounter of the tenant, or undefined. */
export const findEncounter = recordFinder(encountersTable);

const abandonedStatuses = ["cancelled", "no_show", "entered_in_error"] as const;

/** Whether an appointment already has an encounter that counts. */
export async function hasEncounter(
  db: Reader,
  tenantId: string,
  appointmentId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("encounters")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("appointment_id", "=", appointmentId)
    .where("visit_status", "not in", abandonedStatuses)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The conditions of a list of encounters: when they began; those entered in error only where they are asked for. */
export function listedEncounters(query: {
  readonly visit_status?: string | undefined;
  readonly started_from?: string | undefined;
  readonly started_to?: string | undefined;
}): readonly Condition[] {
  const { visit_status: status, started_from: from, started_to: to } = query;
  return [
    ...(status === undefined ? [sql<SqlBool>`visit_status <> 'entered_in_error'`] : []),
    ...(from === undefined ? [] : [sql<SqlBool>`started_at >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`started_at < ${to}`]),
  ];
}

/** Audit events about some records, oldest first, without those of reading them. */
export function auditOf(db: Reader, tenantId: string, entityIds: readonly string[], limit: number) {
  return db
    .selectFrom("audit_events")
    .select(["id", "created_at", "actor_id", "action", "entity_type"])
    .where("tenant_id", "=", tenantId)
    .where("entity_id", "in", entityIds)
    .where("action", "!=", "read")
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Encounters as they are listed, read and answered. */
export const encounters = new Records(encountersTable, encounterFields, { scope: "visible" });
