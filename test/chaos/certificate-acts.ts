import {
  certificatesTable,
  type CertificateRow,
} from "@edgeward/shared/clinical/certificates/certificates.table.ts";
import { encountersTable } from "@edgeward/shared/clinical/encounters/encounters.table.ts";
import type { Write } from "@edgeward/shared/write/model.ts";
import type { SimBranch } from "./branch.ts";
import { numberOf } from "./lab-acts.ts";

function picked<T>(rows: readonly T[], place: number): T | undefined {
  return rows[rows.length === 0 ? 0 : place % rows.length];
}

function step(write: Write, status: "issued" | "cancelled", reason: string | null) {
  return { status, at: write.at, by: write.origin.actor.id, reason };
}

/** A doctor certifies in a visit that somebody needs rest. */
export async function certify(branch: SimBranch, one: number): Promise<void> {
  const visit = picked(await branch.rows(encountersTable), one);
  if (visit === undefined) return;
  await branch.write("certificate.create", (write) => {
    const id = write.runtime.newId("crt");
    write.insert(certificatesTable, id, {
      branch_id: branch.identity.branchId,
      metadata: {},
      patient_id: String(visit["patient_id"]),
      encounter_id: visit.id,
      doctor_id: branch.authorId,
      certificate_no: numberOf(id),
      certificate_type: "sick_leave",
      rest_from: "2026-12-01",
      rest_to: "2026-12-03",
      fit_from: null,
      fit_for: null,
      referred_to: null,
      referred_place: null,
      reason: null,
      remarks: null,
      shows_diagnosis: false,
      diagnosis: null,
      summary: null,
      status: "issued",
      status_history: [step(write, "issued", null)],
      issued_at: write.at,
    });
  });
}

async function issuedAt(branch: SimBranch): Promise<readonly CertificateRow[]> {
  const { tenantId, branchId } = branch.identity;
  return branch.session.kysely
    .selectFrom("certificates")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("status", "=", "issued")
    .orderBy("id")
    .execute();
}

/** A certificate is called off. */
export async function cancelCertificate(branch: SimBranch, one: number): Promise<void> {
  const row = picked(await issuedAt(branch), one);
  if (row === undefined) return;
  await branch.write("certificate.update", (write) => {
    const status_history = [...row.status_history, step(write, "cancelled", "Wrong days")];
    write.update(certificatesTable, row, { status: "cancelled", status_history });
  });
}
