import type { LabTest } from "@edgeward/shared/clinical/lab-tests/lab-tests.contract.ts";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import type { OrderBody } from "./test-queries.ts";

/** A test or a panel that is to be ordered. */
export type ChosenTest = Pick<
  LabTest,
  "code" | "name" | "kind" | "fasting" | "specimen_type" | "tests"
>;

/** An order as it is being written. */
export interface OrderDraft {
  /** What is typed to find a test. */
  readonly typed: string;
  readonly chosen: readonly ChosenTest[];
  readonly priority: LabOrder["priority"];
  readonly notes: string;
  /** The doctor for whom somebody else orders. */
  readonly doctorId: string;
}

/** An order of which nothing is written. @param doctorId who is likely to have asked for it */
export function emptyOrder(doctorId: string): OrderDraft {
  return { typed: "", chosen: [], priority: "routine", notes: "", doctorId };
}

/** A test of the catalogue as it is chosen. */
export function chosenOf({ code, name, kind, fasting, specimen_type, tests }: LabTest): ChosenTest {
  return { code, name, kind, fasting, specimen_type, tests };
}

/** With one more test; one that is there stays where it is. */
export function withTest(chosen: readonly ChosenTest[], test: ChosenTest): readonly ChosenTest[] {
  return chosen.some(({ code }) => code === test.code) ? chosen : [...chosen, test];
}

/** Why an order cannot be sent as it is, by the name of its field. */
export type OrderGap = "tests" | "unadded" | "ordered_by";

/** What is missing of an order. */
export function gapsOf({ typed, chosen, doctorId }: OrderDraft): readonly OrderGap[] {
  const isUnadded = typed.trim() !== "";
  return [
    ...(isUnadded ? (["unadded"] as const) : []),
    ...(chosen.length === 0 && !isUnadded ? (["tests"] as const) : []),
    ...(doctorId === "" ? (["ordered_by"] as const) : []),
  ];
}

/** What is sent. @param visitId the visit that is under way; null where there is none */
export function bodyOf(
  { chosen, priority, notes, doctorId }: OrderDraft,
  { patientId, visitId }: { readonly patientId: string; readonly visitId: string | null },
): OrderBody {
  const words = notes.trim();
  return {
    patient_id: patientId,
    ordered_by: doctorId,
    priority,
    tests: chosen.map(({ code }) => ({ test_code: code })),
    ...(visitId === null ? {} : { encounter_id: visitId }),
    ...(words === "" ? {} : { clinical_notes: words }),
  };
}
