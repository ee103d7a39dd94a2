import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  appointmentsContract,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { useFindFree } from "#ui/desk/calendar/calendar-queries.ts";
import { usePatientAppointments } from "#ui/desk/data/queries.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** Under which a visit is saved, its follow-up with it: until then nobody knows whether it is booked. */
export function savingOf(visitId: string): readonly string[] {
  return ["save-visit", visitId];
}

// In the appointment's metadata: the visit whose follow-up it is.
const visitKey = "follow_up_of";
const pageLimit = "100";

/** The appointments that were made as the follow-up of a visit, those cancelled among them. */
function followUpsOf(
  appointments: readonly Appointment[],
  visitId: string,
): readonly Appointment[] {
  return appointments.filter(({ metadata }) => metadata[visitKey] === visitId);
}

/** The follow-up that holds; null where none is booked. */
function heldFollowUp(appointments: readonly Appointment[], visitId: string): Appointment | null {
  const own = followUpsOf(appointments, visitId);
  return own.find(({ status }) => status !== "cancelled") ?? null;
}

/** The next free time of a doctor from a day on; null where none is free for weeks. Of no doctor or day nothing is read. */
export function useFollowUpTime(doctorId: string | null, day: string, isWanted: boolean) {
  const findFree = useFindFree();
  return useQuery({
    queryKey: [...queryKeys.slots, "follow-up", doctorId, day],
    queryFn: () => findFree(doctorId ?? "", day),
    enabled: isWanted && doctorId !== null && day !== "",
    // What stands there is what will be booked; whether it cannot be read is said at once.
    retry: false,
  });
}

/** What a visit's follow-up needs to be known of it. */
export type FollowedVisit = Pick<
  Encounter,
  "id" | "patient_id" | "doctor_id" | "encounter_type" | "chief_complaint"
>;

function bodyFor(visit: FollowedVisit, slotTime: string) {
  const { id, patient_id, doctor_id, encounter_type: type, chief_complaint: reason } = visit;
  return {
    patient_id,
    provider_id: doctor_id ?? "",
    slot_time: slotTime,
    source: "front_desk",
    encounter_type: type === "telehealth" ? type : "OPD",
    ...(reason === null ? {} : { reason }),
    metadata: { [visitKey]: id },
  } as const;
}

/**
 * Books the follow-up of a visit, or finds the one that is booked: its key follows from the visit and from how many
 * of its follow-ups were cancelled, so that neither a retry nor another desk books a second.
 * @throws ApiError slot_unavailable where the time was taken meanwhile
 */
export async function bookFollowUp(
  client: Client,
  visit: FollowedVisit,
  slotTime: string,
): Promise<Appointment> {
  const query = { patient_id: visit.patient_id, sort: "-slot_time", limit: pageLimit } as const;
  const { data } = (await client.call(appointmentsContract.list, { query })).body;
  const held = heldFollowUp(data, visit.id);
  if (held !== null) return held;
  const idempotencyKey = `follow-up-${visit.id}-${followUpsOf(data, visit.id).length}`;
  const request = { body: bodyFor(visit, slotTime) };
  return (await client.call(appointmentsContract.create, request, { idempotencyKey })).body;
}

/** Books a visit's follow-up by itself, after the visit has ended. */
export function useBookFollowUp(visit: FollowedVisit) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (slotTime: string) => bookFollowUp(client, visit, slotTime),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.slots });
      return queries.invalidateQueries({ queryKey: queryKeys.appointments });
    },
  });
}

/** The follow-up of a visit that is booked; null for none, undefined while that is not known. */
export function useBookedFollowUp(visit: FollowedVisit): Appointment | null | undefined {
  const { data } = usePatientAppointments(visit.patient_id);
  return data === undefined ? undefined : heldFollowUp(data, visit.id);
}
