import { useQueries } from "@tanstack/react-query";
import {
  appointmentsContract,
  type NextAppointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { queryKeys } from "./query-keys.ts";

/**
 * When each of some patients comes next, by their ids: one question for each page of them, after the page is shown. Who has
 * no appointment ahead has none, and nobody has one where the person at the desk may not read appointments.
 */
export function useNextAppointments(
  pages: readonly (readonly string[])[],
): ReadonlyMap<string, NextAppointment> {
  const client = useClient();
  const mayRead = useMay("appointments", "read");
  return useQueries({
    queries: pages
      .filter((ids) => mayRead && ids.length > 0)
      .map((ids) => ({
        queryKey: [...queryKeys.appointments, "next", ...ids],
        queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
          const query = { patient_id: ids.join(",") };
          return (await client.call(appointmentsContract.next, { query }, { signal })).body.data;
        },
        // What tells namesakes apart must never get in the way: when it fails, there is none.
        retry: false,
        staleTime: 5000,
      })),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data = [] }) => data.map((each) => [each.patient_id, each] as const)),
      ),
  });
}
