import { claimsTable } from "@edgeward/shared/clinical/claims/claims.table.ts";
import { invoicesTable } from "@edgeward/shared/clinical/invoices/invoices.table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import type { SimBranch } from "./branch.ts";
import { billFields, lineOf, numberOf, ownInvoices, picked, step } from "./money-acts.ts";

const papers = ["discharge_summary", "final_bill", "id_proof"] as const;

/** A bill is issued of which a payer pays all, and a claim submitted for it. */
export async function claimOfPayer(branch: SimBranch, one: number): Promise<void> {
  const patient = picked(await branch.rows(patientsTable), one)?.id;
  if (typeof patient !== "string") return;
  const id = branch.runtime().newId("inv");
  await branch.write("invoice.create", (write) => {
    const lines = [lineOf(write, null, one)];
    const fields = billFields(branch, write, { id, patient, lines, isRounded: false });
    const payer_split = { patient_minor: 0, payer_minor: fields.total_minor };
    const payer = { bill_to: "insurer", payer_id: write.runtime.newId("pyr"), payer_split };
    write.insert(invoicesTable, id, { ...fields, ...payer });
  });
  const bill = (await ownInvoices(branch)).find((row) => row.id === id);
  if (bill === undefined) return;
  await branch.write("claim.create", (write) => {
    const { newId } = write.runtime;
    const claimId = newId("clm");
    write.insert(claimsTable, claimId, {
      branch_id: branch.identity.branchId,
      metadata: {},
      claim_no: numberOf(claimId),
      patient_id: patient,
      encounter_id: newId("enc"),
      admission_id: null,
      invoice_ids: [bill.id],
      preauth_id: null,
      claim_type: "reimbursement",
      payer_id: bill.payer_id ?? "",
      scheme: "private",
      policy: { policy_no: "POL-1", member_id: "M-1" },
      diagnosis_codes: ["K35.8"],
      procedure_codes: [],
      package_codes: [],
      claimed_minor: bill.total_minor,
      payer_share_minor: bill.total_minor,
      approved_minor: null,
      deductions: [],
      deducted_minor: null,
      documents: papers.map((type) => ({ type, document_id: newId("doc") })),
      queries: [],
      submitted_at: write.at,
      sla_due_at: null,
      due_date: null,
      decided_at: null,
      settlement: null,
      settled_minor: null,
      tds_minor: null,
      settled_at: null,
      remarks: null,
      status: "submitted",
      status_history: [step(write, "submitted")],
    });
  });
}

const next: Readonly<Record<string, string>> = {
  submitted: "acknowledged",
  acknowledged: "under_review",
  rejected: "appealed",
  appealed: "under_review",
};

/** What a payer says of a claim is noted: it looks at it, and approves or refuses it; perhaps another branch notes it as well. */
export async function noteClaim(branch: SimBranch, one: number, two: number): Promise<void> {
  const rows = await branch.session.kysely
    .selectFrom("payer_claims")
    .selectAll()
    .where("tenant_id", "=", branch.identity.tenantId)
    .where("status", "in", [...Object.keys(next), "under_review"])
    .orderBy("id")
    .execute();
  const row = picked(rows, one);
  if (row === undefined) return;
  await branch.write("claim.update", (write) => {
    const decided = two % 2 === 0 ? "approved" : "rejected";
    const status = next[row.status] ?? decided;
    write.update(claimsTable, row, {
      status,
      status_history: [...row.status_history, step(write, status)],
      ...(status === decided ? { decided_at: row.decided_at ?? write.at } : {}),
      ...(status === "approved" ? { approved_minor: row.claimed_minor, deducted_minor: 0 } : {}),
    });
  });
}
