import { consentStates } from "@edgeward/shared/clinical/consents/consent-parts.contract.ts";
import { consentMachine, decisionOf } from "@edgeward/shared/clinical/consents/consents.states.ts";
import { consentsTable } from "@edgeward/shared/clinical/consents/consents.table.ts";
import { consentStatuses } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { enumValueOf } from "@edgeward/shared/contract/enum-value.ts";
import type { Write } from "@edgeward/shared/write/model.ts";
import type { SimBranch } from "./branch.ts";

function picked<T>(rows: readonly T[], place: number): T | undefined {
  return rows[rows.length === 0 ? 0 : place % rows.length];
}

function step(write: Write, status: (typeof consentStates)[number]) {
  return { status, at: write.at, by: write.origin.actor.id, reason: null };
}

/** A patient is asked for the consent to keeping the record. @param lastsMs how long it holds; null for ever */
export async function askConsent(
  branch: SimBranch,
  one: number,
  lastsMs: number | null = null,
): Promise<void> {
  const patient = picked(await branch.rows(patientsTable), one);
  if (patient === undefined) return;
  await branch.write("consent.create", (write) => {
    write.insert(consentsTable, write.runtime.newId("cns"), {
      branch_id: branch.identity.branchId,
      metadata: {},
      patient_id: patient.id,
      consent_type: "data_processing",
      decision: null,
      status: "requested",
      purpose_code: null,
      hi_types: null,
      scope: null,
      access_mode: null,
      frequency: null,
      data_erase_at: null,
      valid_from: null,
      valid_until: lastsMs === null ? null : isoInstant(Date.parse(write.at) + lastsMs),
      abdm: null,
      notice_version: null,
      language: null,
      captured_method: null,
      given_by: null,
      witness_id: null,
      document_id: null,
      captured_by: null,
      decided_at: null,
      revoked_at: null,
      revoke_reason: null,
      status_history: [step(write, "requested")],
    });
  });
}

/** It is given, refused or withdrawn, wherever it was asked for, and the patient's record says so. */
export async function decideConsent(branch: SimBranch, one: number, way: number): Promise<void> {
  const { kysely } = branch.session;
  const { tenantId } = branch.identity;
  const all = kysely.selectFrom("consents").selectAll().where("tenant_id", "=", tenantId);
  const row = picked(await all.orderBy("id").execute(), one);
  if (row === undefined) return;
  const from = enumValueOf(consentStates, row.status);
  const to = picked(consentMachine.transitions[from], way);
  if (to === undefined) return;
  const patients = kysely.selectFrom("patients").selectAll().where("tenant_id", "=", tenantId);
  const patient = await patients.where("id", "=", row.patient_id).executeTakeFirst();
  await branch.write("consent.update", (write) => {
    const { at } = write;
    const decision = decisionOf[to];
    write.update(consentsTable, row, {
      status: to,
      status_history: [...row.status_history, step(write, to)],
      ...(decision === undefined
        ? {}
        : {
            decision,
            decided_at: at,
            captured_by: branch.authorId,
            captured_method: "signature_pad",
            given_by: { relation: "self", name: "Savitri" },
          }),
      ...(to === "revoked" ? { revoked_at: at } : {}),
    });
    if (patient === undefined || patient.status === "merged") return;
    write.update(patientsTable, patient, { consent_status: enumValueOf(consentStatuses, to) });
  });
}
