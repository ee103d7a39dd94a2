import { openEncounter } from "@edgeward/shared/clinical/encounters/encounters.commands.ts";
import { createEncounterBody } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import type { LabOrderStatus } from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import { labOrders } from "@edgeward/shared/clinical/lab-orders/lab-orders.record.ts";
import {
  changeOrder,
  placeOrder,
} from "@edgeward/shared/clinical/lab-orders/lab-orders.commands.ts";
import { labOrdersContract } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import type { LabOrderRow } from "@edgeward/shared/clinical/lab-orders/lab-orders.table.ts";
import {
  enterResult,
  nextVersion,
} from "@edgeward/shared/clinical/lab-results/lab-results.commands.ts";
import { labResultsContract } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import { labResults } from "@edgeward/shared/clinical/lab-results/lab-results.record.ts";
import { labTests } from "@edgeward/shared/clinical/lab-tests/lab-tests.record.ts";
import { labTestsContract } from "@edgeward/shared/clinical/lab-tests/lab-tests.contract.ts";
import { labTestsTable } from "@edgeward/shared/clinical/lab-tests/lab-tests.table.ts";
import {
  changePrescription,
  prescribe,
} from "@edgeward/shared/clinical/prescriptions/prescriptions.commands.ts";
import { prescriptionsContract } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { prescriptions } from "@edgeward/shared/clinical/prescriptions/prescriptions.record.ts";
import { deterministicId } from "@edgeward/shared/kernel/deterministic-id.ts";
import { normaliseName } from "@edgeward/shared/kernel/text.ts";
import type { OpenWrite } from "@edgeward/shared/write/model.ts";
import type { Acting } from "./acting.ts";
import { labCatalogue } from "./lab-catalogue.ts";
import type { TenantPlan } from "./plans.ts";

/** The catalogue of a clinic of the demo: what its laboratories can be asked for. */
export function writeCatalogue(write: OpenWrite, plan: TenantPlan): void {
  for (const body of labCatalogue) {
    const test = labTests.records.mapping.first(labTestsContract.create.body.parse(body));
    const id = deterministicId("lbt", "demo", plan.slug, test.code);
    const name_key = normaliseName(test.name);
    write.insert(labTestsTable, id, { ...test, branch_id: null, name_key });
  }
}

/** Who does the work of a branch, by their ids. */
export interface LabPeople {
  readonly doctor: string;
  readonly nurse: string;
  readonly technician: string;
  readonly verifier: string;
}

interface Case {
  readonly tests: readonly string[];
  readonly priority: "routine" | "urgent" | "stat";
  /** What was found of the first tests; of all, where the order is to be complete. */
  readonly values: readonly number[];
  /** Whether somebody has verified it. */
  readonly isVerified: boolean;
  readonly status: LabOrderStatus;
}

const cases: readonly Case[] = [
  { tests: ["cbc"], priority: "routine", values: [], isVerified: false, status: "ordered" },
  { tests: ["renal"], priority: "stat", values: [], isVerified: false, status: "ordered" },
  {
    tests: ["lipids", "hba1c"],
    priority: "routine",
    values: [],
    isVerified: false,
    status: "collected",
  },
  { tests: ["dengue-ns1"], priority: "urgent", values: [], isVerified: false, status: "received" },
  {
    tests: ["electrolytes"],
    priority: "urgent",
    values: [139, 4.4],
    isVerified: false,
    status: "in_process",
  },
  {
    tests: ["thyroid"],
    priority: "routine",
    values: [6.8],
    isVerified: true,
    status: "partially_resulted",
  },
  {
    tests: ["hb", "plt"],
    priority: "routine",
    values: [10.9, 182],
    isVerified: true,
    status: "completed",
  },
  {
    tests: ["potassium"],
    priority: "stat",
    values: [6.6],
    isVerified: true,
    status: "partially_resulted",
  },
  {
    tests: ["urine-culture"],
    priority: "routine",
    values: [],
    isVerified: false,
    status: "recollect_required",
  },
  { tests: ["vitamin-d"], priority: "routine", values: [], isVerified: false, status: "cancelled" },
  { tests: ["liver"], priority: "routine", values: [], isVerified: false, status: "draft" },
  {
    tests: ["psa"],
    priority: "routine",
    values: [],
    isVerified: false,
    status: "entered_in_error",
  },
];

const { create: orderEndpoint, update: stepEndpoint } = labOrdersContract;

function placed(acting: Acting, { doctor }: LabPeople, patientId: string, one: Case) {
  return acting("lab_order.create", doctor, "doctor", (ctx) => {
    const body = orderEndpoint.body.parse({
      patient_id: patientId,
      ordered_by: doctor,
      priority: one.priority,
      tests: one.tests.map((test_code) => ({ test_code })),
      draft: one.status === "draft",
    });
    const { specimens: _specimens, status: _status, ...given } = body;
    return placeOrder(ctx, body, labOrders.records.mapping.first(given));
  });
}

type Step = "collected" | "received" | "recollect_required" | "cancelled" | "entered_in_error";

const inLaboratory: readonly LabOrderStatus[] = [
  "received",
  "in_process",
  "partially_resulted",
  "completed",
];

/** The steps by which people take an order to where its case stands. */
function stepsTo(status: LabOrderStatus): readonly Step[] {
  if (inLaboratory.includes(status)) return ["collected", "received"];
  if (status === "collected") return ["collected"];
  if (status === "recollect_required") return ["collected", "recollect_required"];
  return status === "cancelled" || status === "entered_in_error" ? [status] : [];
}

function actorOf(people: LabPeople, status: Step) {
  if (status === "collected") return [people.nurse, "nurse"] as const;
  const isOfDoctor = status === "cancelled" || status === "entered_in_error";
  return isOfDoctor ? ([people.doctor, "doctor"] as const) : ([people.technician, "lab"] as const);
}

function stepped(acting: Acting, people: LabPeople, row: LabOrderRow, status: Step) {
  const [who, role] = actorOf(people, status);
  const reason = status === "recollect_required" ? { reject_reason: "insufficient" } : {};
  const why = role === "doctor" ? { status_reason: "Asked for the wrong patient" } : {};
  const body = stepEndpoint.body.parse({ status, ...reason, ...why });
  return acting("lab_order.update", who, role, (ctx) => changeOrder(ctx, row, {}, body));
}

async function resulted(acting: Acting, people: LabPeople, row: LabOrderRow, one: Case) {
  for (const [index, value_num] of one.values.entries()) {
    const test_id = row.tests[index]?.id;
    const body = labResultsContract.create.body.parse({
      order_id: row.id,
      test_id,
      observations: [{ value_num }],
    });
    const entered = await acting("lab_result.create", people.technician, "lab", (ctx) => {
      const { observations: _o, status: _s, critical_ack: _c, ...rest } = body;
      return enterResult(ctx, body, labResults.records.mapping.first(rest));
    });
    const verified = labResultsContract.update.body.parse({ status: "final" });
    if (one.isVerified)
      await acting("lab_result.update", people.verifier, "lab", (ctx) =>
        nextVersion(ctx, entered, verified),
      );
  }
}

/** Orders of a branch in every state, each of another patient, with results where it has come so far. */
export async function seedOrders(
  acting: Acting,
  people: LabPeople,
  patientIds: readonly string[],
): Promise<void> {
  for (const [index, one] of cases.entries()) {
    let row = await placed(acting, people, patientIds[index % patientIds.length] ?? "", one);
    for (const status of stepsTo(one.status)) row = await stepped(acting, people, row, status);
    await resulted(acting, people, row, one);
  }
}

const medicines = [
  {
    drug_name: "Calpol",
    generic_name: "Paracetamol",
    strength: "650 mg",
    frequency: "tds",
    duration_days: 3,
  },
  {
    drug_name: "Pan",
    generic_name: "Pantoprazole",
    strength: "40 mg",
    frequency: "od",
    duration_days: 14,
  },
  {
    drug_name: "Glycomet",
    generic_name: "Metformin",
    strength: "500 mg",
    frequency: "bd",
    duration_days: 30,
  },
  {
    drug_name: "Stamlo",
    generic_name: "Amlodipine",
    strength: "5 mg",
    frequency: "od",
    duration_days: 30,
  },
] as const;

/** What becomes of each of a branch's prescriptions. */
const outcomes = ["issued", "issued", "stopped", "cancelled", "draft", "issued"] as const;

/** Prescriptions of a branch, each in a visit of another patient. */
export async function seedPrescriptions(
  acting: Acting,
  { doctor }: LabPeople,
  patientIds: readonly string[],
): Promise<void> {
  for (const [index, outcome] of outcomes.entries()) {
    const patient_id = patientIds[index % patientIds.length] ?? "";
    const opened = { patient_id, encounter_type: "OPD", doctor_id: doctor };
    const visit = await acting("encounter.create", doctor, "doctor", (ctx) =>
      openEncounter(ctx, createEncounterBody.parse(opened)),
    );
    const items = [medicines[index % 4], medicines[(index + 1) % 4]].map((one) => ({
      ...one,
      form: "tablet",
      route: "oral",
      dose: 1,
      dose_unit: "tablet",
    }));
    const body = prescriptionsContract.create.body.parse({
      patient_id,
      encounter_id: visit.id,
      prescriber_id: doctor,
      items,
      allergies_checked: true,
      weight_kg: 60,
      override: { reason: "Taken before without harm" },
      draft: outcome === "draft",
    });
    const made = await acting("prescription.create", doctor, "doctor", (ctx) => {
      const { status: _s, items: _i, override: _o, ...rest } = body;
      return prescribe(ctx, body, prescriptions.records.mapping.first(rest));
    });
    if (outcome !== "stopped" && outcome !== "cancelled") continue;
    const said = { status: outcome, status_reason: "Not tolerated" };
    const step = prescriptionsContract.update.body.parse(said);
    await acting("prescription.update", doctor, "doctor", (ctx) =>
      changePrescription(ctx, made, step, made.status),
    );
  }
}
