import { emergencyMinutes } from "@edgeward/shared/clinical/emergency-accesses/emergency-accesses.contract.ts";
import { emergencyAccessesTable } from "@edgeward/shared/clinical/emergency-accesses/emergency-accesses.table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { SimBranch } from "./branch.ts";
import { picked } from "./money-acts.ts";

/** A clinician opens somebody's record for an hour, wherever the patient was registered. */
export async function openRecord(branch: SimBranch, one: number): Promise<void> {
  const patient = picked(await branch.rows(patientsTable), one);
  if (patient === undefined) return;
  await branch.write("emergency_access.create", (write) => {
    write.insert(emergencyAccessesTable, write.runtime.newId("eac"), {
      branch_id: branch.identity.branchId,
      metadata: {},
      patient_id: patient.id,
      cause: "unconscious",
      reason: "Found unconscious at the gate",
      opened_by: branch.authorId,
      expires_at: isoInstant(Date.parse(write.at) + emergencyMinutes * 60_000),
      status: "open",
      reviewed_by: null,
      reviewed_at: null,
      review_note: null,
    });
  });
}

/** Whoever answers for the branch looks at what was opened there. */
export async function reviewOpening(branch: SimBranch, one: number): Promise<void> {
  const { tenantId, branchId } = branch.identity;
  const open = await branch.session.kysely
    .selectFrom("emergency_accesses")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("status", "=", "open")
    .orderBy("id")
    .execute();
  const row = picked(open, one);
  if (row === undefined) return;
  await branch.write(
    "emergency_access.update",
    (write) => {
      write.update(emergencyAccessesTable, row, {
        status: "reviewed",
        reviewed_by: branch.supervisorId,
        reviewed_at: write.at,
        review_note: "Was right to",
      });
    },
    { authorId: branch.supervisorId },
  );
}
