import {
  keepPreviousData,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { Client } from "@edgeward/shared/contract/client.ts";
import {
  appointmentsContract,
  type Appointment,
  type Slot,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { staffContract, type Staff } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { loadPatient } from "#ui/desk/data/patient-loader.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { addDays } from "#ui/desk/patients/birth.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { queuePart } from "#ui/desk/today/queue.ts";
import type { ListSearch } from "./calendar-address.ts";

const pageLimit = "100";
// As far as a desk looks for a free time at once; the most days that one answer has.
const daysAhead = 30;

/** The days that are looked at, first and last included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The doctors of the branch by name, those on leave among them. */
export function useCalendarDoctors() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.staff, "calendar"],
    queryFn: async ({ signal }): Promise<readonly Staff[]> => {
      const query = { role: "doctor", limit: pageLimit } as const;
      const { data } = (await client.call(staffContract.list, { query }, { signal })).body;
      return data.filter(({ status }) => status === "active" || status === "on_leave");
    },
    staleTime: 10 * 60_000,
  });
}

async function readSlots(
  client: Client,
  providerId: string,
  { from, to }: Days,
  signal?: AbortSignal,
): Promise<readonly Slot[]> {
  const query = { provider_id: providerId, date_from: from, date_to: to };
  const options = signal === undefined ? {} : { signal };
  return (await client.call(appointmentsContract.slots, { query }, options)).body.data;
}

/** The times of several doctors; of one whose times are not read yet there is no entry. */
export function useSlotsOf(providerIds: readonly string[], days: Days) {
  const client = useClient();
  return useQueries({
    queries: providerIds.map((id) => ({
      queryKey: [...queryKeys.slots, "days", id, days.from, days.to],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        readSlots(client, id, days, signal),
    })),
    combine: (results) => ({
      slots: new Map(
        results.flatMap(({ data }, place) => {
          const id = providerIds[place];
          return data === undefined || id === undefined ? [] : [[id, data] as const];
        }),
      ),
      error: results.find(({ error }) => error !== null)?.error ?? null,
    }),
  });
}

/** Finds a doctor's next free time from a day on, or null where there is none for weeks. */
export function useFindFree() {
  const client = useClient();
  const queries = useQueryClient();
  return async (providerId: string, from: string): Promise<string | null> => {
    const days = { from, to: addDays(from, daysAhead) };
    const slots = await queries.fetchQuery({
      queryKey: [...queryKeys.slots, "next", providerId, from],
      queryFn: () => readSlots(client, providerId, days),
      staleTime: 0,
    });
    return slots.find(({ available }) => available)?.start_at ?? null;
  };
}

interface Wanted {
  readonly days: Days;
  readonly providerId: string | undefined;
}

async function readAll(
  client: Client,
  wanted: Wanted,
  signal: AbortSignal,
  found: readonly Appointment[] = [],
  cursor: string | null = null,
): Promise<readonly Appointment[]> {
  const { days, providerId } = wanted;
  const query = {
    date_from: days.from,
    date_to: days.to,
    sort: "slot_time",
    limit: pageLimit,
    ...(providerId === undefined ? {} : { provider_id: providerId }),
    ...(cursor === null ? {} : { cursor }),
  } as const;
  const { body } = await client.call(appointmentsContract.list, { query }, { signal });
  const all = [...found, ...body.data];
  const { next_cursor: next } = body;
  return next === null ? all : readAll(client, wanted, signal, all, next);
}

/** Every appointment of some days, by time; of one doctor where one is given. */
export function useAppointmentsIn(days: Days, providerId: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.appointments, "days", days.from, days.to, providerId ?? "all"],
    queryFn: ({ signal }) => readAll(client, { days, providerId }, signal),
  });
}

/** The appointments that the list's filters leave, by time, page after page as somebody scrolls. */
export function useAppointmentList({ doctor, state, from, to, displaced }: ListSearch) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: [...queryKeys.appointments, "list", doctor, state, from, to, displaced],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        sort: "slot_time",
        limit: pageLimit,
        ...(doctor === undefined ? {} : { provider_id: doctor }),
        ...(state === undefined ? {} : { status: state }),
        ...(from === undefined ? {} : { date_from: from }),
        ...(to === undefined ? {} : { date_to: to }),
        ...(displaced === true ? { displaced: "true" as const } : {}),
        ...(pageParam === "" ? {} : { cursor: pageParam }),
      } as const;
      return (await client.call(appointmentsContract.list, { query }, { signal })).body;
    },
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
    placeholderData: keepPreviousData,
  });
}

async function readComing(client: Client, patientId: string, today: string, signal: AbortSignal) {
  const query = {
    patient_id: patientId,
    date_from: today,
    sort: "slot_time",
    limit: pageLimit,
  } as const;
  const { data } = (await client.call(appointmentsContract.list, { query }, { signal })).body;
  return data.filter(({ status }) => queuePart(status) === "booked");
}

/** What is booked for several patients from today on, by time. */
export function useComingOf(patientIds: readonly string[], today: string) {
  const client = useClient();
  return useQueries({
    queries: patientIds.map((id) => ({
      queryKey: [...queryKeys.appointments, "coming", id, today],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        readComing(client, id, today, signal),
    })),
    combine: (results) => ({
      of: new Map(
        results.flatMap(({ data }, place) => {
          const id = patientIds[place];
          return data === undefined || id === undefined ? [] : [[id, data] as const];
        }),
      ),
      isRead: results.every(({ isSuccess }) => isSuccess),
      error: results.find(({ error }) => error !== null)?.error ?? null,
    }),
  });
}

/** The patients of several appointments by their ids, as far as they are read. */
export function usePatientsOf(appointments: readonly Appointment[]): ReadonlyMap<string, Patient> {
  const client = useClient();
  const ids = [...new Set(appointments.map(({ patient_id: id }) => id))];
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: [...queryKeys.patients, id],
      queryFn: () => loadPatient(client, id),
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])),
      ),
  });
}
