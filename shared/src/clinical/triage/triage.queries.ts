import { sql, type SqlBool } from "kysely";
import { whereFields } from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import type { Condition } from "#resource/word-search.ts";
import { openTriageStatuses } from "./triage.states.ts";

/** The triage of a visit that is not over; undefined for none. */
export function openTriageOf(
  { db, tenantId }: { readonly db: Reader; readonly tenantId: string },
  encounterId: string,
) {
  return db
    .selectFrom("triage")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("encounter_id", "=", encounterId)
    .where("status", "in", [...openTriageStatuses])
    .limit(1)
    .executeTakeFirst();
}

/** The conditions of a list of triage. @param now until when somebody may have been seen */
export function listedTriage(
  query: {
    readonly level?: string | undefined;
    readonly breached?: "true" | undefined;
    readonly open?: "true" | undefined;
  },
  now: string,
): readonly Condition[] {
  const { level, breached, open } = query;
  return [
    ...(level === undefined ? [] : [whereFields({ level: Number(level) })]),
    ...(breached === undefined ? [] : [sql<SqlBool>`status = 'waiting' AND due_at < ${now}`]),
    ...(open === undefined ? [] : [whereFields({ status: openTriageStatuses })]),
  ];
}
