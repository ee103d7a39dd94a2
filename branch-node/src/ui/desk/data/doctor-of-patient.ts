import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { queuePart } from "#ui/desk/today/queue.ts";

type Met = Pick<Appointment, "provider_id" | "slot_time" | "status">;

const unmet: ReadonlySet<string> = new Set(["cancelled", "no_show"]);

/**
 * The doctor whom a patient comes for: with whom they are booked next, or whom they have last been with. Never the doctor of
 * whoever stood at the desk before them.
 * @param theirs the patient's appointments, in any order
 * @param dayOf the branch's calendar day of an instant
 */
export function doctorOfPatient(
  theirs: readonly Met[],
  today: string,
  dayOf: (instant: string) => string,
): string | null {
  const byTime = theirs
    .filter(({ status }) => !unmet.has(status))
    .toSorted((one, other) => Date.parse(one.slot_time) - Date.parse(other.slot_time));
  // Who was booked for this morning is booked still.
  const next = byTime.find(
    ({ slot_time: at, status }) => queuePart(status) !== "done" && dayOf(at) >= today,
  );
  return (next ?? byTime.at(-1))?.provider_id ?? null;
}
