import { workOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { radiologyStatuses } from "@edgeward/shared/clinical/radiology-studies/radiology-study-parts.contract.ts";
import { radiologyStates } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.states.ts";
import {
  radiologyStudiesTable,
  type RadiologyStudyRow,
} from "@edgeward/shared/clinical/radiology-studies/radiology-studies.table.ts";
import { enumValueOf } from "@edgeward/shared/contract/enum-value.ts";
import type { Write } from "@edgeward/shared/write/model.ts";
import type { SimBranch } from "./branch.ts";

function picked<T>(rows: readonly T[], place: number): T | undefined {
  return rows[rows.length === 0 ? 0 : place % rows.length];
}

function step<State extends string>(write: Write, status: State) {
  return { status, at: write.at, by: write.origin.actor.id, reason: null };
}

/** A doctor asks for images. */
export async function orderStudy(branch: SimBranch, one: number): Promise<void> {
  const patient = picked(await branch.rows(patientsTable), one);
  if (patient === undefined) return;
  await branch.write("radiology_study.create", (write) => {
    const id = write.runtime.newId("rad");
    const priority = one % 2 === 0 ? "routine" : "stat";
    write.insert(radiologyStudiesTable, id, {
      branch_id: branch.identity.branchId,
      metadata: {},
      patient_id: patient.id,
      encounter_id: null,
      ordered_by: branch.authorId,
      // Numbers of its own: that two nodes never give one twice is tried by the bills.
      accession_no: `SIM/${id.slice(-12).toUpperCase()}`,
      study_instance_uid: null,
      modality: "US",
      body_site: "Abdomen",
      laterality: null,
      procedure_code: null,
      contrast: false,
      contrast_allergy_checked: false,
      renal_function: null,
      pregnancy_status: null,
      pndt_form_f: false,
      priority,
      work_order: workOrder({ priority, ordered_at: write.at }),
      clinical_notes: null,
      diagnosis_code: null,
      scheduled_at: null,
      room_id: null,
      radiation_dose: null,
      series_count: null,
      image_count: null,
      report: null,
      past_reports: [],
      critical_ack: null,
      status: "ordered",
      status_history: [step(write, "ordered")],
      ordered_at: write.at,
      acquired_at: null,
    });
  });
}

function ownStudies(branch: SimBranch): Promise<readonly RadiologyStudyRow[]> {
  const { tenantId, branchId } = branch.identity;
  return branch.session.kysely
    .selectFrom("radiology_studies")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .orderBy("id")
    .execute();
}

/** What a doctor has seen, verified by nobody yet. */
function reportOf(write: Write, value: number): NonNullable<RadiologyStudyRow["report"]> {
  return {
    findings: `A stone of ${value} mm.`,
    impression: "A stone.",
    birads: null,
    critical: value === 3,
    reported_by: write.origin.actor.id,
    reported_at: write.at,
    verified_by: null,
    verified_at: null,
  };
}

/** A study goes on by one of the ways from its state, or its report is written anew. A branch's only author verifies none. */
export async function moveStudy(branch: SimBranch, one: number, way: number): Promise<void> {
  const row = picked(await ownStudies(branch), one);
  if (row === undefined) return;
  const from = enumValueOf(radiologyStatuses, row.status);
  const to = picked(radiologyStates.transitions[from], way);
  if (to === undefined) return;
  await branch.write("radiology_study.update", (write) => {
    if (to === "final") {
      write.update(radiologyStudiesTable, row, { report: reportOf(write, way) });
      return;
    }
    write.update(radiologyStudiesTable, row, {
      status: to,
      status_history: [...row.status_history, step(write, to)],
      ...(to === "preliminary" ? { report: reportOf(write, way) } : {}),
    });
  });
}
