import { useMutation, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import {
  appointmentsContract,
  type Appointment,
  type createAppointmentBody,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { waitlistContract } from "@edgeward/shared/clinical/waitlist/waitlist.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { forgetOffers } from "#ui/kit/toast.tsx";

type Body = z.input<typeof createAppointmentBody>;

/** A time of somebody's, wanted for somebody. */
export interface Wish extends Pick<Body, "encounter_type" | "reason" | "online_reason"> {
  readonly patientId: string;
  readonly providerId: string;
  readonly slotTime: string;
  /** The entry of the waiting list that the booking fulfils. */
  readonly entryId?: string;
}

async function bookEntry(client: Client, wish: Wish & { readonly entryId: string }, key: string) {
  const { entryId, providerId, slotTime, reason, online_reason } = wish;
  const body = {
    provider_id: providerId,
    slot_time: slotTime,
    reason: reason ?? undefined,
    online_reason,
  };
  const request = { params: { id: entryId }, body };
  const entry = (await client.call(waitlistContract.book, request, { idempotencyKey: key })).body;
  const params = { id: entry.appointment_id ?? "" };
  return (await client.call(appointmentsContract.get, { params })).body;
}

/** Books a later visit at the front desk. */
export function useBook(onBooked: (appointment: Appointment) => void) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async ({ entryId, ...wish }: Wish) => {
      if (entryId !== undefined) return bookEntry(client, { ...wish, entryId }, intent.key());
      const { patientId, providerId, slotTime, ...details } = wish;
      const body = {
        patient_id: patientId,
        provider_id: providerId,
        slot_time: slotTime,
        source: "front_desk",
        ...details,
      } as const;
      const options = { idempotencyKey: intent.key() };
      return (await client.call(appointmentsContract.create, { body }, options)).body;
    },
    onSuccess: (appointment) => {
      intent.finish();
      forgetOffers();
      void queries.invalidateQueries({ queryKey: queryKeys.appointments });
      onBooked(appointment);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
    // Not waited for: a refusal is stated at once, also where reading the slots again is slow.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.waitlist });
      void queries.invalidateQueries({ queryKey: queryKeys.slots });
    },
  });
}
