import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import type { PrintWish } from "#ui/desk/data/print-queries.ts";

type Labelled = Pick<LabOrder, "specimens" | "tests" | "priority">;
type Named = Pick<Patient, "id" | "name" | "uhid" | "gender" | "dob" | "phone">;

const mostOnLabel = 20;

/** What is printed for each usable specimen of an order. */
export function labelsOf(order: Labelled, patient: Named, now: string): readonly PrintWish[] {
  const { name, uhid, gender, dob, phone } = patient;
  return order.specimens
    .filter(({ rejected }) => !rejected)
    .map(({ barcode, type, collected_at: collectedAt }) => ({
      document_type: "lab_label",
      source_id: patient.id,
      data: {
        specimen_code: barcode,
        specimen_type: type,
        patient: { name, uhid, gender, dob, phone },
        tests: order.tests
          .filter((test) => (test.specimen_type ?? "other") === type)
          .map(({ test_code: code }) => code.slice(0, 32))
          .slice(0, mostOnLabel),
        collected_at: collectedAt,
        is_urgent: order.priority !== "routine",
        printed_at: now,
      },
    }));
}
