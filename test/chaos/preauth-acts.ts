import { estimated } from "@edgeward/shared/clinical/preauth/preauth.rules.ts";
import { preauthTable } from "@edgeward/shared/clinical/preauth/preauth.table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import type { SimBranch } from "./branch.ts";
import { picked, step } from "./money-acts.ts";

/** A payer is asked for an authorisation. */
export async function askPayer(branch: SimBranch, one: number): Promise<void> {
  const patient = picked(await branch.rows(patientsTable), one)?.id;
  if (typeof patient !== "string") return;
  await branch.write("preauth.create", (write) => {
    const estimate = {
      room_minor: 1_000 + one,
      surgeon_minor: 5_000,
      investigations_minor: 0,
      medicines_minor: 0,
      implants_minor: 0,
      other_minor: 0,
    };
    write.insert(preauthTable, write.runtime.newId("pre"), {
      branch_id: branch.identity.branchId,
      metadata: {},
      patient_id: patient,
      encounter_id: null,
      admission_id: null,
      payer_id: write.runtime.newId("pyr"),
      policy: { policy_no: "POL-1", member_id: "M-1" },
      request_type: "initial",
      parent_id: null,
      planned_admission: null,
      expected_days: 2,
      diagnosis_codes: ["K35.8"],
      procedure_codes: [],
      doctor_id: write.runtime.newId("stf"),
      estimate,
      requested_minor: estimated(estimate),
      approved_minor: null,
      authorization_no: null,
      valid_until: null,
      remarks: null,
      documents: [],
      queries: [],
      submitted_at: write.at,
      sla_due_at: write.at,
      breach_told_at: null,
      decided_at: null,
      status: "submitted",
      status_history: [step(write, "submitted")],
    });
  });
}

/** What a payer says is noted: it looks at a request, and approves or refuses it; perhaps another branch notes it as well. */
export async function notePayer(branch: SimBranch, one: number, two: number): Promise<void> {
  const rows = await branch.session.kysely
    .selectFrom("preauth")
    .selectAll()
    .where("tenant_id", "=", branch.identity.tenantId)
    .where("status", "in", ["submitted", "under_review"])
    .orderBy("id")
    .execute();
  const row = picked(rows, one);
  if (row === undefined) return;
  await branch.write("preauth.update", (write) => {
    const decided = two % 2 === 0 ? "approved" : "rejected";
    const status = row.status === "submitted" ? "under_review" : decided;
    write.update(preauthTable, row, {
      status,
      status_history: [...row.status_history, step(write, status)],
      ...(status === "under_review" ? {} : { decided_at: write.at }),
      ...(status === "approved"
        ? { approved_minor: row.requested_minor, authorization_no: `A-${one}` }
        : {}),
    });
  });
}
