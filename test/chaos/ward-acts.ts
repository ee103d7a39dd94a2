import {
  admissionsTable,
  type AdmissionRow,
} from "@edgeward/shared/clinical/admissions/admissions.table.ts";
import { isOpen, isStaying } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { admissionStates } from "@edgeward/shared/clinical/admissions/admissions.states.ts";
import { admissionStatuses } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { bedsTable, type BedRow } from "@edgeward/shared/clinical/beds/beds.table.ts";
import { ownBedStates } from "@edgeward/shared/clinical/beds/beds.states.ts";
import { bedStatuses } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import { encountersTable } from "@edgeward/shared/clinical/encounters/encounters.table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { enumValueOf } from "@edgeward/shared/contract/enum-value.ts";
import type { Write } from "@edgeward/shared/write/model.ts";
import type { SimBranch } from "./branch.ts";
import { staffOf } from "./nodes.ts";
import type { Scene } from "./scene.ts";
import { admissionFields, bedFields, encounterFields } from "./records.ts";

// Few, so that who admits and who moves meet in them.
const mostBeds = 3;

function picked<T>(rows: readonly T[], place: number): T | undefined {
  return rows[rows.length === 0 ? 0 : place % rows.length];
}

function step<Status extends string>(write: Write, status: Status) {
  return { status, at: write.at, by: write.origin.actor.id, reason: null };
}

function own(branch: SimBranch) {
  const { tenantId, branchId } = branch.identity;
  return { tenantId, branchId, db: branch.session.kysely };
}

async function bedsOf(branch: SimBranch): Promise<readonly BedRow[]> {
  const { db, tenantId, branchId } = own(branch);
  return db
    .selectFrom("beds")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .orderBy("id")
    .execute();
}

async function staysOf(branch: SimBranch): Promise<readonly AdmissionRow[]> {
  const { db, tenantId } = own(branch);
  const query = db.selectFrom("admissions").selectAll().where("tenant_id", "=", tenantId);
  return (await query.orderBy("id").execute()).filter(({ status }) => isOpen(status));
}

/** One more bed; where there are enough, one of them is blocked, cleaned or given back. */
export async function furnish({
  station: { branch },
  one,
  two: way,
  ordinal,
}: Scene): Promise<void> {
  const beds = await bedsOf(branch);
  const bed = picked(beds, one);
  if (bed === undefined || beds.length < mostBeds) {
    await branch.write("bed.furnish", (write) => {
      const fields = bedFields(branch.identity.branchId, `B-${ordinal}`);
      write.insert(bedsTable, write.runtime.newId("bed"), fields);
    });
    return;
  }
  const to = picked(ownBedStates[enumValueOf(bedStatuses, bed.status)], way);
  const isHeld = (await staysOf(branch)).some(({ bed_id: id }) => id === bed.id);
  if (to === undefined || isHeld) return;
  await branch.write("bed.update", (write) => {
    const history = [...bed.status_history, step(write, to)];
    const reason = to === "blocked" ? "Repairs" : null;
    const patch = { status: to, status_reason: reason, status_since: write.at };
    write.update(bedsTable, bed, { ...patch, status_history: history });
  });
}

async function freeBeds(branch: SimBranch): Promise<readonly BedRow[]> {
  const held = new Set((await staysOf(branch)).map(({ bed_id: id }) => id));
  const beds = await bedsOf(branch);
  return beds.filter(({ id, status }) => status === "vacant" && !held.has(id));
}

/** A patient is taken in, where nobody here knows that another branch has: stay and visit in one operation. */
export async function takeIn(branch: SimBranch, one: number, two: number): Promise<void> {
  const patient = picked(await branch.rows(patientsTable), one % 2);
  const bed = picked(await freeBeds(branch), two);
  const isHere = (await staysOf(branch)).some(({ patient_id: id }) => id === patient?.id);
  if (patient === undefined || bed === undefined || isHere) return;
  await branch.write("admission.create", (write) => {
    const { branchId } = branch.identity;
    const visitId = write.runtime.newId("enc");
    const stay = write.insert(admissionsTable, write.runtime.newId("adm"), {
      ...admissionFields(branchId, patient.id, visitId),
      bed_id: bed.id,
      ward_id: bed.ward_id,
      admitted_at: write.at,
      status_history: [step(write, "admitted")],
    });
    write.insert(encountersTable, visitId, {
      ...encounterFields(branchId, patient.id, null),
      encounter_type: "IPD",
      doctor_id: staffOf(800),
      visit_status: "in_progress",
      admission_id: stay.id,
    });
  });
}

/** A stay goes on by one of the ways from its state, or to another bed; a bed that is left is to be cleaned. */
export async function goOn(branch: SimBranch, one: number, way: number): Promise<void> {
  const stays = await staysOf(branch);
  const stay = picked(
    stays.filter(({ branch_id: id }) => id === branch.identity.branchId),
    one,
  );
  if (stay === undefined) return;
  const bed = (await bedsOf(branch)).find(({ id }) => id === stay.bed_id);
  const [next] = await freeBeds(branch);
  const ways = admissionStates.transitions[enumValueOf(admissionStatuses, stay.status)];
  const to = way === 0 ? undefined : picked(ways, way);
  if (to === undefined && next === undefined) return;
  await branch.write("admission.update", (write) => {
    if (to !== undefined) {
      const isLeft = to === "transferred_out" || to === "discharged";
      const history = [...stay.status_history, step(write, to)];
      const over = isLeft ? { discharged_at: write.at } : {};
      write.update(admissionsTable, stay, { status: to, status_history: history, ...over });
      if (!isLeft) return;
    } else if (next !== undefined) {
      const move = { from_bed: stay.bed_id, to_bed: next.id, at: write.at, reason: null };
      const transfers = [...stay.transfers, { ...move, by: write.origin.actor.id }];
      write.update(admissionsTable, stay, { bed_id: next.id, ward_id: next.ward_id, transfers });
    }
    if (bed?.status !== "vacant" || !isStaying(stay.status)) return;
    const history = [...bed.status_history, step(write, "cleaning")];
    const cleaned = { status: "cleaning", status_since: write.at, status_history: history };
    write.update(bedsTable, bed, cleaned);
  });
}
