import { encountersTable } from "@edgeward/shared/clinical/encounters/encounters.table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { triageStatuses } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import { isOpenTriage, triageStates } from "@edgeward/shared/clinical/triage/triage.states.ts";
import { triageTable, type TriageRow } from "@edgeward/shared/clinical/triage/triage.table.ts";
import { enumValueOf } from "@edgeward/shared/contract/enum-value.ts";
import type { SimBranch } from "./branch.ts";
import { encounterFields } from "./records.ts";

function picked<T>(rows: readonly T[], place: number): T | undefined {
  return rows[rows.length === 0 ? 0 : place % rows.length];
}

/** Somebody comes as an emergency and is triaged: visit and triage in one operation. */
export async function comeIn(branch: SimBranch, one: number, two: number): Promise<void> {
  const patient = picked(await branch.rows(patientsTable), one);
  if (patient === undefined) return;
  await branch.write("triage.arrive", (write) => {
    const { branchId } = branch.identity;
    const id = write.runtime.newId("tri");
    const visitId = write.runtime.newId("enc");
    write.insert(triageTable, id, {
      branch_id: branchId,
      metadata: {},
      encounter_id: visitId,
      patient_id: patient.id,
      scale: "ESI",
      level: 1 + two,
      chief_complaint: "Chest pain",
      mode_of_arrival: "walk_in",
      discriminators: [],
      esi: null,
      override_reason: null,
      vitals: { pulse_bpm: 90 },
      gcs: null,
      avpu: null,
      pain: null,
      pregnant: null,
      infectious_flag: false,
      mlc: false,
      status: "waiting",
      triaged_by: branch.authorId,
      triaged_at: write.at,
      level_at: write.at,
      due_at: write.at,
      breached_at: null,
      retriages: [],
      status_history: [{ status: "waiting", at: write.at, by: branch.authorId, reason: null }],
    });
    write.insert(encountersTable, visitId, {
      ...encounterFields(branchId, patient.id, null),
      encounter_type: "emergency",
      visit_status: "triaged",
      triage_id: id,
    });
  });
}

async function openTriage(branch: SimBranch): Promise<readonly TriageRow[]> {
  const { tenantId, branchId } = branch.identity;
  const rows = await branch.session.kysely
    .selectFrom("triage")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .orderBy("id")
    .execute();
  return rows.filter(({ status }) => isOpenTriage(status));
}

/** Somebody is triaged anew, is treated or goes. */
export async function goOn(branch: SimBranch, one: number, two: number): Promise<void> {
  const row = picked(await openTriage(branch), one);
  if (row === undefined) return;
  const to = picked(triageStates.transitions[enumValueOf(triageStatuses, row.status)], two);
  await branch.write("triage.update", (write) => {
    const by = branch.authorId;
    const level = 1 + (row.level % 5);
    const anew = { from_level: row.level, to_level: level, at: write.at, by, reason: null };
    if (two % 2 === 0 || to === undefined)
      write.update(triageTable, row, {
        level,
        level_at: write.at,
        retriages: [...row.retriages, anew],
      });
    else
      write.update(triageTable, row, {
        status: to,
        status_history: [...row.status_history, { status: to, at: write.at, by, reason: null }],
      });
  });
}
