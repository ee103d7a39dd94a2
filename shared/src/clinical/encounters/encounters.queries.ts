import { sql, type SqlBool } from "kysely";
import { recordFinder } from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import { inList } from "#db/statements.ts";
import { maySeeBranch } from "#resource/branch-scope.ts";
import type { Caller, ReadContext } from "#resource/context.ts";
import type { Condition } from "#resource/word-search.ts";
import { Records } from "#resource/records.ts";
import { encounterFields, type LastVisit } from "./encounters.contract.ts";
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

interface LookingCaller {
  readonly caller: Pick<Caller, "branchIds">;
}

/**
 * When each of some patients was last seen, in the branches that the caller may see: one question for all of them, by the
 * index of patients' visits. Who was not seen there is left out.
 */
export async function lastVisits(
  { db, tenantId, caller }: Pick<ReadContext, "db" | "tenantId"> & LookingCaller,
  patientIds: readonly string[],
): Promise<LastVisit[]> {
  const rows = await db
    .selectFrom("encounters")
    .select(["patient_id", "branch_id", ({ fn }) => fn.max("started_at").as("started_at")])
    .where("tenant_id", "=", tenantId)
    .where("patient_id", "in", inList(patientIds))
    .where("visit_status", "not in", ["planned", ...abandonedStatuses])
    .where("started_at", "is not", null)
    .groupBy(["patient_id", "branch_id"])
    .execute();
  const last = new Map<string, string>();
  // Asked for here, the engine would take the few branches' index and go through all of their visits.
  const visible = rows.filter((row) => maySeeBranch(caller, row.branch_id));
  for (const { patient_id: id, started_at: at } of visible)
    if (at !== null && at > (last.get(id) ?? "")) last.set(id, at);
  return Array.from(last, ([id, at]) => ({ patient_id: id, started_at: at }));
}

// A hundred patients with as many visits each as a person looks back on.
const mostMeasured = 2_000;

/** The newest blood pressure of each of some patients, in visits that the caller may see. */
export async function lastPressures(
  { db, tenantId, caller }: Pick<ReadContext, "db" | "tenantId"> & LookingCaller,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<LastVisit["blood_pressure"]>>> {
  const rows = await db
    .selectFrom("encounters")
    .select(["patient_id", "branch_id", "started_at", "vitals"])
    .where("tenant_id", "=", tenantId)
    .where("patient_id", "in", inList(patientIds))
    .where("visit_status", "not in", ["planned", ...abandonedStatuses])
    .where("started_at", "is not", null)
    .where("vitals", "is not", null)
    .orderBy("started_at", "desc")
    .limit(mostMeasured)
    .execute();
  const newest = new Map<string, NonNullable<LastVisit["blood_pressure"]>>();
  for (const { patient_id: id, branch_id, started_at: at, vitals } of rows) {
    const { sbp, dbp } = vitals ?? {};
    if (newest.has(id) || at === null || !maySeeBranch(caller, branch_id)) continue;
    if (typeof sbp === "number" && typeof dbp === "number") newest.set(id, { sbp, dbp, at });
  }
  return newest;
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

// More than one only where a first one was called off.
const mostStays = 20;

/** The admissions of an inpatient visit, oldest first. */
export function staysOfVisit(db: Reader, tenantId: string, encounterId: string) {
  return db
    .selectFrom("admissions")
    .select(["id", "status_history", "transfers"])
    .where("tenant_id", "=", tenantId)
    .where("encounter_id", "=", encounterId)
    .orderBy("id")
    .limit(mostStays)
    .execute();
}

/** The triage of an emergency, oldest first. */
export function triageOfVisit(db: Reader, tenantId: string, encounterId: string) {
  return db
    .selectFrom("triage")
    .select(["id", "scale", "level", "retriages", "status_history"])
    .where("tenant_id", "=", tenantId)
    .where("encounter_id", "=", encounterId)
    .orderBy("id")
    .limit(mostStays)
    .execute();
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
