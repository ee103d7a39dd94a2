import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";

/** An appointment that was found, and whose it is. */
export interface Found {
  readonly appointment: Appointment;
  readonly patient: Patient;
}

/**
 * Of those who fit what is typed: every appointment that is still to come, the best match first, and who has none.
 * @param coming what is booked for each, by the patient's id
 */
export function foundOf(
  people: readonly Patient[],
  coming: ReadonlyMap<string, readonly Appointment[]>,
): { readonly booked: readonly Found[]; readonly without: readonly Patient[] } {
  const of = ({ id }: Patient) => coming.get(id) ?? [];
  return {
    booked: people.flatMap((patient) =>
      of(patient).map((appointment) => ({ appointment, patient })),
    ),
    without: people.filter((patient) => of(patient).length === 0),
  };
}
