import {
  labOrdersTable,
  workOrder,
  type LabOrderRow,
} from "@edgeward/shared/clinical/lab-orders/lab-orders.table.ts";
import { labOrderStates } from "@edgeward/shared/clinical/lab-orders/lab-orders.states.ts";
import {
  labResultsTable,
  type LabResultRow,
} from "@edgeward/shared/clinical/lab-results/lab-results.table.ts";
import {
  prescriptionsTable,
  type PrescriptionRow,
} from "@edgeward/shared/clinical/prescriptions/prescriptions.table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { encountersTable } from "@edgeward/shared/clinical/encounters/encounters.table.ts";
import type { Write } from "@edgeward/shared/write/model.ts";
import type { SimBranch } from "./branch.ts";
import { paracetamol } from "#support/prescribed-item.ts";

function picked<T>(rows: readonly T[], place: number): T | undefined {
  return rows[rows.length === 0 ? 0 : place % rows.length];
}

function step<State extends string>(write: Write, status: State) {
  return { status, at: write.at, by: write.origin.actor.id, reason: null };
}

/** A number that no other record has: that two nodes never give one twice is tried by the bills. */
export function numberOf(id: string): string {
  return `SIM/${id.slice(-12).toUpperCase()}`;
}

const onlyTest = "lot_00000000000000000000000001";

/** A doctor orders a test. */
export async function orderTest(branch: SimBranch, one: number): Promise<void> {
  const patient = picked(await branch.rows(patientsTable), one);
  if (patient === undefined) return;
  await branch.write("lab_order.create", (write) => {
    const id = write.runtime.newId("lor");
    const priority = one % 2 === 0 ? "routine" : "stat";
    write.insert(labOrdersTable, id, {
      branch_id: branch.identity.branchId,
      metadata: {},
      patient_id: patient.id,
      encounter_id: null,
      ordered_by: branch.authorId,
      order_no: numberOf(id),
      priority,
      work_order: workOrder({ priority, ordered_at: write.at }),
      tests: [
        {
          id: onlyTest,
          test_code: "hb",
          name: "Haemoglobin",
          loinc: "718-7",
          specimen_type: "blood",
          container: null,
          fasting: false,
          price_minor: null,
          turnaround_minutes: null,
          status: "pending",
          is_critical_open: false,
        },
      ],
      specimens: [],
      clinical_notes: null,
      diagnosis_code: null,
      external_lab: null,
      status: "ordered",
      status_history: [step(write, "ordered")],
      ordered_at: write.at,
      due_at: null,
      completed_at: null,
    });
  });
}

function ownOrders(branch: SimBranch): Promise<readonly LabOrderRow[]> {
  const { tenantId, branchId } = branch.identity;
  return branch.session.kysely
    .selectFrom("lab_orders")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .orderBy("id")
    .execute();
}

/** The prescriptions of a branch that stand. */
export function issuedAt(branch: SimBranch): Promise<readonly PrescriptionRow[]> {
  const { tenantId, branchId } = branch.identity;
  return branch.session.kysely
    .selectFrom("prescriptions")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("status", "=", "issued")
    .orderBy("id")
    .execute();
}

/** An order goes on by one of the ways from its state. */
export async function moveOrder(branch: SimBranch, one: number, way: number): Promise<void> {
  const row = picked(await ownOrders(branch), one);
  const ways: Readonly<Record<string, readonly string[]>> = labOrderStates.transitions;
  const to = picked(ways[row?.status ?? ""] ?? [], way);
  if (row === undefined || to === undefined) return;
  await branch.write("lab_order.update", (write) => {
    const status_history = [...row.status_history, step(write, to)];
    write.update(labOrdersTable, row, { status: to, status_history });
  });
}

/** What was found is entered, and its order goes along: a fact and a record of the branch in one operation. */
export async function enterResult(branch: SimBranch, one: number, value: number): Promise<void> {
  const row = picked(await ownOrders(branch), one);
  const [test] = row?.tests ?? [];
  if (row === undefined || test === undefined) return;
  await branch.write("lab_result.create", (write) => {
    write.insert(labResultsTable, write.runtime.newId("lrs"), {
      branch_id: row.branch_id,
      metadata: {},
      order_id: row.id,
      test_id: test.id,
      test_code: test.test_code,
      patient_id: row.patient_id,
      encounter_id: null,
      specimen_id: null,
      revision: 1,
      amends_result_id: null,
      status: "preliminary",
      status_reason: null,
      observations: [found(10 + value)],
      conclusion: null,
      attachments: [],
      performed_by: branch.authorId,
      performed_at: write.at,
      verified_by: null,
      verified_at: null,
      critical: false,
      critical_ack: null,
    });
    const tests = row.tests.map((each) => ({ ...each, status: "preliminary" as const }));
    write.update(labOrdersTable, row, { tests });
  });
}

function found(value_num: number): LabResultRow["observations"][number] {
  return {
    loinc: "718-7",
    name: "Haemoglobin",
    value_type: "numeric",
    value_num,
    comparator: null,
    value_text: null,
    value_code: null,
    value_bool: null,
    unit: "g/dL",
    method: null,
    instrument_id: null,
    ref_low: 12,
    ref_high: 15.5,
    ref_text: null,
    flag: "L",
    delta: null,
  };
}

/** A doctor prescribes in a visit. */
export async function prescribe(branch: SimBranch, one: number): Promise<void> {
  const visit = picked(await branch.rows(encountersTable), one);
  if (visit === undefined) return;
  await branch.write("prescription.create", (write) => {
    const id = write.runtime.newId("rx");
    write.insert(prescriptionsTable, id, {
      branch_id: branch.identity.branchId,
      metadata: {},
      patient_id: String(visit["patient_id"]),
      encounter_id: visit.id,
      prescriber_id: branch.authorId,
      rx_no: numberOf(id),
      items: [paracetamol(write.runtime.newId("rxi"))],
      allergies_checked: true,
      interaction_alerts: [],
      override: null,
      weight_kg: null,
      status: "issued",
      status_history: [step(write, "issued" as const)],
      issued_at: write.at,
      valid_until: "2026-12-23",
      expires_at: "2026-12-23T18:30:00.000Z",
      replaces_id: null,
    });
  });
}

/** A prescription is stopped, or called off. */
export async function stopPrescription(branch: SimBranch, one: number, way: number): Promise<void> {
  const row = picked(await issuedAt(branch), one);
  if (row === undefined) return;
  await branch.write("prescription.update", (write) => {
    const status = way % 2 === 0 ? ("stopped" as const) : ("cancelled" as const);
    const status_history = [...row.status_history, step(write, status)];
    write.update(prescriptionsTable, row, { status, status_history });
  });
}
