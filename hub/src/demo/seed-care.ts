import { admit } from "@edgeward/shared/clinical/admissions/admissions.admit.ts";
import { admissionsContract } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import {
  admissionsTable,
  type AdmissionRow,
} from "@edgeward/shared/clinical/admissions/admissions.table.ts";
import { openEncounter } from "@edgeward/shared/clinical/encounters/encounters.commands.ts";
import { createEncounterBody } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { prescribe } from "@edgeward/shared/clinical/prescriptions/prescriptions.commands.ts";
import { prescriptionsContract } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { prescriptions } from "@edgeward/shared/clinical/prescriptions/prescriptions.record.ts";
import { recordTriage } from "@edgeward/shared/clinical/triage/triage.changes.ts";
import { triageContract } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import type { BranchSettings } from "@edgeward/shared/resource/context.ts";
import { actingAt, patientsToSeed, staffAt, type Acting, type SeededNode } from "./acting.ts";
import { tenantIdOf, type TenantPlan } from "./plans.ts";
import { bedIdOf } from "./wards.ts";

const dayMs = 86_400_000;

/** Who lies in which bed, or has it kept, and since how many days; without a bed one is asked for. */
const stays = [
  { bed: "G-02", bed_class: "general", days: 1, type: "emergency", payer: "self" },
  { bed: "G-03", bed_class: "general", days: 3, type: "elective", payer: "scheme" },
  { bed: "G-09", bed_class: "general", days: 0, type: "elective", payer: "self" },
  { bed: "G-13", bed_class: "isolation", days: 5, type: "emergency", payer: "insurance" },
  { bed: "S-02", bed_class: "semi_private", days: 2, type: "maternity", payer: "insurance" },
  { bed: "S-09", bed_class: "icu", days: 1, type: "emergency", payer: "self" },
] as const;

/** Who waits to be treated. The last one has come and nobody has said how urgent it is. */
const emergencies = [
  {
    level: 2,
    chief_complaint: "Chest pain since this morning",
    mode_of_arrival: "ambulance_108",
    vitals: { sbp: 158, dbp: 96, pulse_bpm: 112, spo2_pct: 94 },
    pain: 7,
  },
  {
    level: 4,
    chief_complaint: "Cut on the hand, no bleeding now",
    mode_of_arrival: "walk_in",
    vitals: { sbp: 122, dbp: 78, pulse_bpm: 84 },
    pain: 3,
  },
  null,
] as const;

const least = stays.length + emergencies.length;
// The first ones by their ids have orders of the laboratory.
const before = 24;

/** What everybody in a bed is given: at once, at the ward's hours, and as it is needed. */
const medicines = [
  { drug_name: "Emeset", generic_name: "Ondansetron", strength: "4 mg", frequency: "stat" },
  {
    drug_name: "Augmentin",
    generic_name: "Amoxicillin + Clavulanic acid",
    strength: "625 mg",
    frequency: "tds",
    duration_days: 5,
  },
  { drug_name: "Calpol", generic_name: "Paracetamol", strength: "500 mg", frequency: "sos" },
] as const;

async function prescribeFor(
  acting: Acting,
  doctor: string,
  stay: Pick<AdmissionRow, "patient_id" | "encounter_id">,
): Promise<void> {
  const one = { form: "tablet", route: "oral", dose: 1, dose_unit: "tablet", quantity: 15 };
  const body = prescriptionsContract.create.body.parse({
    patient_id: stay.patient_id,
    encounter_id: stay.encounter_id,
    prescriber_id: doctor,
    items: medicines.map((medicine) => ({ ...one, ...medicine })),
    allergies_checked: true,
    weight_kg: 60,
    override: { reason: "Taken before without harm" },
  });
  await acting("prescription.create", doctor, "doctor", (ctx) => {
    const { status: _status, items: _items, override: _override, ...rest } = body;
    return prescribe(ctx, body, prescriptions.records.mapping.first(rest));
  });
}

async function admitAll(
  acting: Acting,
  doctor: string,
  patientIds: readonly string[],
  bedIdAt: (code: string) => string,
): Promise<void> {
  for (const [index, { bed, bed_class, days, type, payer }] of stays.entries()) {
    const body = admissionsContract.create.body.parse({
      patient_id: patientIds[index],
      admitting_doctor_id: doctor,
      admission_type: type,
      bed_id: bedIdAt(bed),
      bed_class,
      payer_type: payer,
    });
    const stay = await acting("admission.create", doctor, "doctor", async (ctx) => {
      const made = await admit(ctx, body);
      const since = new Date(ctx.now() - days * dayMs).toISOString();
      return ctx.write.update(admissionsTable, made, { admitted_at: since });
    });
    await prescribeFor(acting, doctor, stay);
  }
}

async function bringAll(
  acting: Acting,
  nurse: string,
  patientIds: readonly string[],
): Promise<void> {
  for (const [index, triage] of emergencies.entries()) {
    const opened = { patient_id: patientIds[index], encounter_type: "emergency" };
    const visit = await acting("encounter.create", nurse, "nurse", (ctx) =>
      openEncounter(ctx, createEncounterBody.parse(opened)),
    );
    if (triage === null) continue;
    const body = triageContract.create.body.parse({ ...triage, encounter_id: visit.id });
    await acting("triage.create", nurse, "nurse", (ctx) => recordTriage(ctx, body));
  }
}

/** In-patients of a branch and its emergencies; nothing where an earlier start has made some. */
export async function seedCare(
  deps: SeededNode,
  plan: TenantPlan,
  branch: BranchSettings,
): Promise<void> {
  const tenantId = tenantIdOf(plan);
  const ids = await patientsToSeed(deps, {
    tenantId,
    branchId: branch.id,
    made: "admissions",
    most: before + least,
  });
  const patientIds = ids.slice(-least);
  if (patientIds.length < least) return;
  const acting = actingAt(deps, tenantId, branch);
  const staff = staffAt(plan, branch.id);
  await admitAll(acting, staff("doctor"), patientIds, (code) => bedIdOf(plan, branch.code, code));
  await bringAll(acting, staff("nurse"), patientIds.slice(stays.length));
}
