import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { queuePart } from "./queue.ts";

type Visit = Pick<Appointment, "id" | "patient_id" | "status">;

/** The visit that a scan is about: the slip's own, else the one that the patient is booked for, else where the patient is by now. */
export function visitOf<V extends Visit>(
  appointments: readonly V[],
  appointmentId: string | null,
  patientId: string,
): V | undefined {
  const own = appointments.filter((each) => each.patient_id === patientId);
  return (
    appointments.find(({ id }) => id === appointmentId) ??
    own.find(({ status }) => queuePart(status) === "booked") ??
    own.find(({ status }) => queuePart(status) !== "done")
  );
}
