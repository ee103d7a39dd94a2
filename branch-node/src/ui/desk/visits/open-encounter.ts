import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Client } from "@edgeward/shared/contract/client.ts";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import {
  encountersContract,
  type VisitStatus,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient, useSignedIn } from "#ui/desk/session/session-context.tsx";

const over: readonly VisitStatus[] = ["completed", "cancelled", "no_show", "entered_in_error"];

/** For whom an encounter is opened, and for which appointment, if any. */
export interface EncounterWish {
  readonly patientId: string;
  readonly appointment: Appointment | null;
  readonly providerId: string;
}

async function existingEncounter(client: Client, { patientId, appointment }: EncounterWish) {
  const query = { patient_id: patientId, limit: "20" };
  const { body } = await client.call(encountersContract.list, { query });
  return body.data.find(
    (each) =>
      !over.includes(each.visit_status) &&
      (appointment === null || each.appointment_id === appointment.id),
  );
}

/** Opens the encounter of a visit: the one that is open already, or a new one. */
export function useOpenEncounter(onOpen: (encounterId: string) => void) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  const { staff } = useSignedIn();
  return useMutation({
    mutationFn: async (wish: EncounterWish) => {
      const existing = await existingEncounter(client, wish);
      if (existing !== undefined) return existing;
      const { appointment, patientId } = wish;
      const ownId = staff.roles.includes("doctor") ? staff.id : wish.providerId;
      const doctorId = appointment?.provider_id ?? ownId;
      const body = {
        patient_id: patientId,
        encounter_type: appointment?.encounter_type ?? "OPD",
        ...(doctorId === "" ? {} : { doctor_id: doctorId }),
        ...(appointment === null ? {} : { appointment_id: appointment.id }),
        ...(appointment?.reason ? { chief_complaint: appointment.reason } : {}),
      } as const;
      const options = { idempotencyKey: intent.key() };
      return (await client.call(encountersContract.create, { body }, options)).body;
    },
    onSuccess: (encounter) => {
      intent.finish();
      void queries.invalidateQueries({ queryKey: queryKeys.encounters });
      void queries.invalidateQueries({ queryKey: queryKeys.appointments });
      onOpen(encounter.id);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
  });
}
