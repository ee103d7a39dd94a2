import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { monthsBetween } from "@edgeward/shared/clinical/encounters/vital-ranges.contract.ts";
import { useToday } from "#ui/desk/shell/moments.ts";

/** A patient's age today in months; null where it is not known. */
export function useAgeInMonths(patient: Pick<Patient, "dob"> | undefined): number | null {
  const today = useToday();
  const born = patient?.dob ?? null;
  return born === null ? null : monthsBetween(born, today);
}
