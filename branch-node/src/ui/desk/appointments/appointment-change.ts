import { useMutation, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import {
  appointmentsContract,
  type Appointment,
  type updateAppointmentBody,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { faultText } from "#ui/desk/data/faults.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { useClient } from "#ui/desk/shell/session-context.tsx";

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
      onDone(changed);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
      onRefused(error);
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.slots });
      return queries.invalidateQueries({ queryKey: queryKeys.appointments });
    },
  });
}

/** Where an appointment goes, and whose it is. */
interface Move {
  readonly id: string;
  readonly name: string;
  readonly providerId: string;
  readonly slotTime: string;
}

/** Moves whichever appointment is let go somewhere else, and says where to, or why not. */
export function useMove(): (move: Move) => void {
  const say = useSay();
  const clock = useBranchClock();
  const client = useClient();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async ({ id, providerId, slotTime }: Move) => {
      const request = { params: { id }, body: { slot_time: slotTime, provider_id: providerId } };
      return (await client.call(appointmentsContract.update, request)).body;
    },
    onSuccess: ({ slot_time: at }, { name }) => {
      const when = `${clock.day(at)}, ${clock.time(at)}`;
      notify({ text: say("appointment.movedNow", { name, when }), tone: "good" });
    },
    onError: (error, { name }) => {
      const reason = faultText(error, say);
      notify({ text: say("calendar.notMoved", { name, reason }), tone: "warning" });
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.slots });
      return queries.invalidateQueries({ queryKey: queryKeys.appointments });
    },
  });
  return mutate;
}
