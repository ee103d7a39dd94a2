import {
  administrationStatuses,
  type AdministrationStatus,
} from "@edgeward/shared/clinical/medication-administrations/medication-administrations.contract.ts";
import { administrationStates } from "@edgeward/shared/clinical/medication-administrations/medication-administrations.states.ts";
import {
  administrationsTable,
  type AdministrationRow,
} from "@edgeward/shared/clinical/medication-administrations/medication-administrations.table.ts";
import { enumValueOf } from "@edgeward/shared/contract/enum-value.ts";
import type { Write } from "@edgeward/shared/write/model.ts";
import type { SimBranch } from "./branch.ts";
import { issuedAt } from "./lab-acts.ts";

function picked<T>(rows: readonly T[], place: number): T | undefined {
  return rows[rows.length === 0 ? 0 : place % rows.length];
}

// Few, so that two who note a dose meet in it.
const rounds = ["2026-12-01T02:30:00.000Z", "2026-12-01T08:30:00.000Z"];

function dosing(write: Write, status: AdministrationStatus) {
  const isGiven = status === "given";
  return {
    given_at: isGiven ? write.at : null,
    dose: isGiven ? 1 : null,
    dose_unit: isGiven ? "tablet" : null,
    route: isGiven ? "oral" : null,
    reason: isGiven ? null : "Nauseous",
  };
}

async function notedAt(branch: SimBranch): Promise<readonly AdministrationRow[]> {
  const { tenantId, branchId } = branch.identity;
  return branch.session.kysely
    .selectFrom("medication_administrations")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .orderBy("id")
    .execute();
}

/** A nurse gives a dose, or notes that it was refused: once more only after what was noted of it. */
export async function giveMedicine(branch: SimBranch, one: number, way: number): Promise<void> {
  const row = picked(await issuedAt(branch), one);
  const [item] = row?.items ?? [];
  if (row === undefined || item === undefined) return;
  const due_at = picked(rounds, way) ?? null;
  const noted = await notedAt(branch);
  const before = noted.findLast(
    (each) =>
      each.prescribed_item_id === item.id && each.due_at === due_at && each.amends_id === null,
  );
  await branch.write("medication_administration.create", (write) => {
    const status = way > 1 ? "refused" : "given";
    write.insert(administrationsTable, write.runtime.newId("mad"), {
      branch_id: row.branch_id,
      metadata: {},
      patient_id: row.patient_id,
      prescription_id: row.id,
      prescribed_item_id: item.id,
      encounter_id: row.encounter_id,
      admission_id: null,
      due_at,
      status,
      ...dosing(write, status),
      follows_id: before?.id ?? null,
      performed_by: write.origin.actor.id,
      amends_id: null,
      amend_reason: null,
    });
  });
}

/** What was noted of a dose is corrected. */
export async function correctMedicine(branch: SimBranch, one: number, way: number): Promise<void> {
  const noted = await notedAt(branch);
  const amended = new Set(noted.map(({ amends_id: id }) => id));
  const issued = new Set((await issuedAt(branch)).map(({ id }) => id));
  const standing = noted.filter(
    (each) => !amended.has(each.id) && issued.has(each.prescription_id),
  );
  const row = picked(standing, one);
  if (row === undefined) return;
  const from = enumValueOf(administrationStatuses, row.status);
  const status = picked(administrationStates.transitions[from], way);
  if (status === undefined) return;
  await branch.write("medication_administration.update", (write) => {
    const { patient_id, prescription_id, prescribed_item_id, encounter_id, due_at } = row;
    const { given_at, dose, dose_unit, route, reason } = row;
    const before = { given_at, dose, dose_unit, route, reason };
    write.insert(administrationsTable, write.runtime.newId("mad"), {
      patient_id,
      prescription_id,
      prescribed_item_id,
      encounter_id,
      due_at,
      ...(status === "entered_in_error" ? before : dosing(write, status)),
      branch_id: row.branch_id,
      metadata: {},
      admission_id: row.admission_id,
      follows_id: row.follows_id,
      performed_by: row.performed_by,
      status,
      amends_id: row.id,
      amend_reason: "Noted at the wrong bed",
    });
  });
}
