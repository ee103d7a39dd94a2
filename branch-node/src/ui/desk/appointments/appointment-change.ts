import { useMutation, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import {
  appointmentsContract,
  type Appointment,
  type updateAppointmentBody,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { newsOf, writtenAppointment } from "#ui/desk/data/news.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { forgetOffers } from "#ui/kit/toast.tsx";

/** What is changed of an appointment. */
export type AppointmentChange = z.input<typeof updateAppointmentBody>;

/**
 * Changes one appointment; every list that shows it is read again.
 * @param onDone given what it is now
 * @param onRefused where no dialog stands to say why
 */
export function useAppointmentChange(
  appointmentId: string,
  onDone: (changed: Appointment) => void = () => {},
  onRefused: (error: unknown) => void = () => {},
) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async (body: AppointmentChange) => {
      const request = { params: { id: appointmentId }, body };
      const options = { idempotencyKey: intent.key() };
      return (await client.call(appointmentsContract.update, request, options)).body;
    },
    onSuccess: (changed) => {
      intent.finish();
      forgetOffers();
      onDone(changed);
      return newsOf(queries).tell(writtenAppointment(changed));
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
      onRefused(error);
      void queries.invalidateQueries({ queryKey: queryKeys.slots });
      return queries.invalidateQueries({ queryKey: queryKeys.appointments });
    },
  });
}
