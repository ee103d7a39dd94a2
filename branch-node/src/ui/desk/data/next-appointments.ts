import {
  appointmentsContract,
  type NextAppointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useAboutPatients, type PatientPages } from "./about-patients.ts";
import { queryKeys } from "./query-keys.ts";

/** When each of some patients comes next; who has no appointment ahead has no entry. */
export function useNextAppointments(pages: PatientPages) {
  return useAboutPatients<NextAppointment>(pages, {
    mayRead: useMay("appointments", "read"),
    queryKey: [...queryKeys.appointments, "next"],
    ask: async (client, ids, options) =>
      (await client.call(appointmentsContract.next, { query: { patient_id: ids } }, options)).body
        .data,
  });
}
