import type { PrescriptionRow } from "@edgeward/shared/clinical/prescriptions/prescriptions.table.ts";

/** A line of a prescription: paracetamol, a tablet three times a day for five days. */
export function paracetamol(id: string): PrescriptionRow["items"][number] {
  return {
    id,
    item_id: null,
    drug_name: "Calpol",
    generic_name: "Paracetamol",
    strength: "500 mg",
    form: "tablet",
    route: "oral",
    dose: 1,
    dose_unit: "tablet",
    frequency: "tds",
    custom_text: null,
    duration_days: 5,
    quantity: 15,
    quantity_unit: "tablet",
    refills: 0,
    as_needed: false,
    instructions: null,
    substitution_allowed: true,
    start_date: null,
  };
}
