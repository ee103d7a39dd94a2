import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import {
  appointmentsContract,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { holidaysContract } from "@edgeward/shared/clinical/holidays/holidays.contract.ts";
import {
  scheduleExceptionsContract,
  type ScheduleException,
} from "@edgeward/shared/clinical/schedule-exceptions/schedule-exceptions.contract.ts";
import type { Days } from "#ui/desk/calendar/calendar-queries.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient, useSignedIn } from "#ui/desk/session/session-context.tsx";
import type { Closures } from "./closures.ts";

const limit = "100";
const nothing: Closures = { exceptions: [], holidays: [] };

/** The holidays and exceptions of some days, by time: of the busiest year more than anybody reads at once. */
export function useClosures({ from, to }: Days) {
  const client = useClient();
  const { branch } = useSignedIn();
  const found = useQuery({
    queryKey: [...queryKeys.closures, from, to],
    queryFn: async ({ signal }): Promise<Closures> => {
      const query = { date_from: from, date_to: to, status: "active", limit } as const;
      const [exceptions, holidays] = await Promise.all([
        client.call(scheduleExceptionsContract.list, { query }, { signal }),
        client.call(holidaysContract.list, { query }, { signal }),
      ]);
      const isKept = (branches: readonly string[] | null) => branches?.includes(branch.id) ?? true;
      return {
        exceptions: exceptions.body.data,
        holidays: holidays.body.data.filter(({ branches }) => isKept(branches)),
      };
    },
  });
  return { closures: found.data ?? nothing, isRead: found.isSuccess, error: found.error };
}

/** Those whom an exception stands in the way of, the first of them by time. */
export function useAffected({ id, affected_count: count }: ScheduleException) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.appointments, "affected", id],
    queryFn: async ({ signal }): Promise<readonly Appointment[]> => {
      const query = { schedule_exception_id: id, sort: "slot_time", limit } as const;
      return (await client.call(appointmentsContract.list, { query }, { signal })).body.data;
    },
    enabled: count > 0,
  });
}

function useHoursWrite<Body>(
  write: (body: Body, key: string) => Promise<ScheduleException>,
  onDone: (exception: ScheduleException) => void,
) {
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: (body: Body) => write(body, intent.key()),
    onSuccess: (exception) => {
      intent.finish();
      onDone(exception);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
    onSettled: () => {
      for (const queryKey of [queryKeys.closures, queryKeys.slots, queryKeys.appointments])
        void queries.invalidateQueries({ queryKey });
    },
  });
}

type CreateBody = z.input<typeof scheduleExceptionsContract.create.body>;

/** Keeps that somebody is away, that nobody is booked, or that a holiday is worked. */
export function useAddException(onDone: (exception: ScheduleException) => void) {
  const client = useClient();
  return useHoursWrite(async (body: CreateBody, idempotencyKey) => {
    const options = { idempotencyKey };
    return (await client.call(scheduleExceptionsContract.create, { body }, options)).body;
  }, onDone);
}

/** Withdraws an exception, for a reason. */
export function useWithdrawException(id: string, onDone: (exception: ScheduleException) => void) {
  const client = useClient();
  return useHoursWrite(async (reason: string, idempotencyKey) => {
    const body = {
      status: "withdrawn",
      ...(reason === "" ? {} : { status_reason: reason }),
    } as const;
    const request = { params: { id }, body };
    return (await client.call(scheduleExceptionsContract.update, request, { idempotencyKey })).body;
  }, onDone);
}
