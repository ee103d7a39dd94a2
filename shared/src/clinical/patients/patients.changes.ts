import { sql, type SqlBool } from "kysely";
import type { Page } from "#contract/paging.ts";
import { readPage } from "#db/page.ts";
import { inList } from "#db/statements.ts";
import type { ReadContext } from "#resource/context.ts";
import { found } from "#write/write.ts";
import { patientChangeActions, type PatientChange } from "./patients.changes.contract.ts";
import { patientFields } from "./patients.contract.ts";
import { findPatient } from "./patients.queries.ts";
import { samePerson } from "./same-person.commands.ts";

const shown: ReadonlySet<string> = new Set([...Object.keys(patientFields), "metadata"]);

interface Paging {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/**
 * Who changed which fields of a person's records and when, the newest first. It comes from the node's audit, which keeps
 * hashes of values and never the values: what stood there before is nowhere to be read, and nothing is made up for it.
 * @throws AppError not_found
 */
export async function patientChanges(
  ctx: ReadContext,
  id: string,
  { limit, cursor }: Paging,
): Promise<Page<PatientChange>> {
  const { db, tenantId, cursors } = ctx;
  const patient = found(await findPatient(db, tenantId, id));
  ctx.auditRead("patients", patient.id, patient.id);
  const ids = await samePerson(db, tenantId, patient.id);
  const events = db
    .selectFrom("audit_events")
    .select(["id", "created_at", "action", "entity_id", "actor_id", "actor_type"])
    .select(["branch_id", "device_id", "reason", "changes"])
    .where("tenant_id", "=", tenantId)
    .where("entity_id", "in", inList(ids))
    .where(sql<SqlBool>`entity_type = 'patients'`)
    .where("action", "in", inList(patientChangeActions))
    .where(sql<SqlBool>`outcome = 'success'`);
  const page = await readPage(events, {
    sortColumn: "created_at",
    isDescending: true,
    limit,
    cursor,
    cursors,
    list: "patients.changes",
    tenantId,
    filters: { id: patient.id },
  });
  const data = page.data.map(
    ({ created_at: at, entity_id: of, changes, action, ...event }): PatientChange => ({
      ...event,
      at,
      action: patientChangeActions.find((each) => each === action) ?? "update",
      patient_id: of ?? patient.id,
      fields: changes.map(({ path }) => path).filter((path) => shown.has(path)),
    }),
  );
  return { ...page, data };
}
