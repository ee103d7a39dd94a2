import { encounterTypes } from "#clinical/appointments/appointments.contract.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import {
  presentRecord,
  whereFields,
  madeWithin,
  recordFinder,
  type RecordTimes,
  type FieldFilters,
  syncStatesOf,
  type Viewer,
} from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import { diagnosisSystems } from "./encounter-parts.contract.ts";
import { visitStatuses, type Encounter } from "./encounters.contract.ts";
import { encountersTable, type EncounterRow } from "./encounters.table.ts";

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

/** Which encounters a list is of. */
export interface EncounterFilters extends RecordTimes {
  readonly branchIds: readonly string[] | "*";
  readonly patient_id?: string | undefined;
  readonly doctor_id?: string | undefined;
  readonly encounter_type?: string | undefined;
  readonly visit_status?: string | undefined;
  readonly diagnosis_code?: string | undefined;
  readonly started_from?: string | undefined;
  readonly started_to?: string | undefined;
}

function encountersInTime(db: Reader, tenantId: string, filters: EncounterFilters) {
  let rows = db.selectFrom("encounters").selectAll().where("tenant_id", "=", tenantId);
  if (filters.started_from !== undefined)
    rows = rows.where("started_at", ">=", filters.started_from);
  if (filters.started_to !== undefined) rows = rows.where("started_at", "<", filters.started_to);
  return rows.where(madeWithin(filters));
}

/** The encounters that the filters leave. Those entered in error are left out unless they are asked for. */
export function filteredEncounters(db: Reader, tenantId: string, filters: EncounterFilters) {
  const { branchIds, visit_status: status } = filters;
  const { patient_id, doctor_id, encounter_type, diagnosis_code } = filters;
  const wanted = { patient_id, doctor_id, encounter_type, diagnosis_code };
  let rows = encountersInTime(db, tenantId, filters).where(
    whereFields(wanted satisfies FieldFilters<EncounterRow>),
  );
  if (branchIds !== "*") rows = rows.where("branch_id", "in", branchIds);
  return status === undefined
    ? rows.where("visit_status", "!=", "entered_in_error")
    : rows.where("visit_status", "=", status);
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

// Members are named one by one: PostgreSQL gives those of a JSON value in an order of its own.
function presentLists(row: EncounterRow) {
  return {
    diagnoses: row.diagnoses.map(({ code, system, display, use, rank, onset }) => ({
      code,
      system,
      display,
      use,
      rank,
      onset,
    })),
    addenda: row.addenda.map(({ text, by, at }) => ({ text, by, at })),
    status_history: row.status_history.map(({ status, at, by, reason }) => ({
      status,
      at,
      by,
      reason,
    })),
  };
}

function presentFields(row: EncounterRow): Omit<Encounter, keyof ReturnType<typeof presentRecord>> {
  return {
    ...presentLists(row),
    id: row.id,
    branch_id: row.branch_id,
    patient_id: row.patient_id,
    doctor_id: row.doctor_id,
    encounter_type: enumValueOf(encounterTypes, row.encounter_type),
    visit_status: enumValueOf(visitStatuses, row.visit_status),
    diagnosis_code: row.diagnosis_code,
    diagnosis_system: enumValueOf(diagnosisSystems, row.diagnosis_system),
    notes: row.notes,
    care_stage: row.care_stage,
    disposition: row.disposition,
    appointment_id: row.appointment_id,
    admission_id: row.admission_id,
    triage_id: row.triage_id,
    triage_waived_reason: row.triage_waived_reason,
    chief_complaint: row.chief_complaint,
    vitals: row.vitals,
    started_at: row.started_at,
    ended_at: row.ended_at,
    department: row.department,
    location: row.location,
    follow_up_date: row.follow_up_date,
    telehealth: row.telehealth,
  };
}

/** Rows as the wire answers them. */
export async function presentEncounters(
  viewer: Viewer,
  rows: readonly EncounterRow[],
): Promise<Encounter[]> {
  const ids = rows.map((row) => row.id);
  const stateOf = await syncStatesOf(viewer, ids);
  return rows.map((row) => ({ ...presentFields(row), ...presentRecord(row, stateOf(row.id)) }));
}

/** One row as the wire answers it. */
export async function presentEncounter(viewer: Viewer, row: EncounterRow): Promise<Encounter> {
  const stateOf = await syncStatesOf(viewer, [row.id]);
  return { ...presentFields(row), ...presentRecord(row, stateOf(row.id)) };
}
