import type { Invoice } from "#ui/desk/billing/bill-queries.ts";

const unissued: ReadonlySet<Invoice["status"]> = new Set(["draft", "void", "credited"]);

/** What is due of somebody's bills of a day; null where none stands. @param bills those of the day, of anybody */
export function billOfDay(
  bills: readonly Pick<Invoice, "patient_id" | "status" | "due_minor" | "currency">[],
  patientId: string,
): { readonly due: number; readonly currency: string } | null {
  const own = bills.filter((one) => one.patient_id === patientId && !unissued.has(one.status));
  const [first] = own;
  if (first === undefined) return null;
  return { due: own.reduce((sum, { due_minor: each }) => sum + each, 0), currency: first.currency };
}
