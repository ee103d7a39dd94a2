import { sql, type SqlBool } from "kysely";
import { isStaying, openStatuses } from "#clinical/admissions/admissions.contract.ts";
import { inList } from "#db/statements.ts";
import type { Viewer } from "#db/read.ts";
import type { Condition } from "#resource/word-search.ts";
import type { BedOccupant, BedStatus } from "./beds.contract.ts";

const holding = [...openStatuses];
const held = sql`EXISTS (SELECT 1 FROM admissions AS held WHERE held.tenant_id = record.tenant_id
  AND held.bed_id = record.id AND held.status`;
const words = (statuses: readonly string[]) => sql.join(statuses.map((each) => sql.lit(each)));

/** The condition that a bed is in a state: of its own, or because an admission holds it. */
export function inState(status: BedStatus): Condition {
  if (status === "reserved") return sql<SqlBool>`${held} IN (${words(["bed_assigned"])}))`;
  const staying = words(holding.filter(isStaying));
  if (status === "occupied") return sql<SqlBool>`${held} IN (${staying}))`;
  return sql<SqlBool>`status = ${status} AND NOT ${held} IN (${words(holding)}))`;
}

/** What an admission makes of the bed that it holds. */
export function statusByStay(admissionStatus: string): BedStatus {
  return isStaying(admissionStatus) ? "occupied" : "reserved";
}

// A page of beds, each with the two that a copy of the node may have put into it.
const most = 400;

/** Who lies in some beds or has one kept, by the bed; usually one, and two only until a person has decided between them. */
export async function occupantsOf(
  { db, tenantId }: Pick<Viewer, "db" | "tenantId">,
  bedIds: readonly string[],
): Promise<ReadonlyMap<string, BedOccupant[]>> {
  if (bedIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("admissions")
    .innerJoin("patients", (join) =>
      join
        .onRef("patients.tenant_id", "=", "admissions.tenant_id")
        .onRef("patients.id", "=", "admissions.patient_id"),
    )
    .select([
      "admissions.bed_id",
      "admissions.id as admission_id",
      "admissions.patient_id",
      "patients.name as patient_name",
      "patients.uhid",
      "patients.gender",
      "patients.dob",
      "admissions.status as admission_status",
      "admissions.admitted_at",
      "admissions.expected_discharge_date",
      "admissions.attending_doctor_id",
      "admissions.admitting_doctor_id",
    ])
    .where("admissions.tenant_id", "=", tenantId)
    .where("admissions.bed_id", "in", inList(bedIds))
    .where("admissions.status", "in", holding)
    .orderBy("admissions.id")
    .limit(most)
    .execute();
  const occupants = rows.map(({ attending_doctor_id: attending, admitting_doctor_id, ...row }) => ({
    ...row,
    doctor_id: attending ?? admitting_doctor_id,
  }));
  const byBed = Map.groupBy(occupants, ({ bed_id: id }) => id ?? "");
  return new Map(
    Array.from(byBed, ([id, all]) => [id, all.map(({ bed_id: _bed, ...occupant }) => occupant)]),
  );
}
