import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Client } from "@edgeward/shared/contract/client.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import {
  appointmentsContract,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { staffContract } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { operationsContract } from "@edgeward/shared/sync/wire/operations.contract.ts";
import { syncStatusContract } from "@edgeward/shared/sync/wire/sync-status.contract.ts";
import { listQuery, type PatientFilters } from "#ui/desk/search/patient-filters.ts";
import { isSearchable, readQuery } from "#ui/desk/search/patient-query.ts";
import { loadPatient } from "./patient-loader.ts";
import { queryKeys } from "./query-keys.ts";
import { sameRows } from "./same-rows.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** As many as fit on a screen; whoever does not see the person types another letter. */
const mostResults = 12;
const pageLimit = "100";
const nothingBefore: string | null = null;
// A day of a busy branch; the queue is not the place for more.
const mostOfADay = 1000;

/** The patients that fit what is being typed. Earlier results stay until the next ones are there; an overtaken request is cancelled. */
export function usePatientSearch(typed: string, most = mostResults) {
  const client = useClient();
  const mayRead = useMay("patients", "read");
  const query = readQuery(typed);
  return useQuery({
    queryKey: [...queryKeys.patients, "search", query.text, most],
    queryFn: async ({ signal }) => {
      const request = { query: { q: query.text, limit: String(most) } };
      const { body } = await client.call(patientsContract.search, request, { signal });
      return { patients: body.data, hasMore: body.has_more };
    },
    enabled: mayRead && isSearchable(query),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
}

/** One patient, read with others that are asked for at the same moment; of nobody nothing is read. */
export function usePatient(id: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.patients, id],
    queryFn: () => loadPatient(client, id ?? ""),
    enabled: id !== null,
  });
}

/** A patient's appointments of every day, the latest first; of nobody nothing is read. */
export function usePatientAppointments(patientId: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.appointments, "patient", patientId],
    queryFn: async ({ signal }) => {
      const query = { patient_id: patientId ?? "", sort: "-slot_time", limit: pageLimit } as const;
      return (await client.call(appointmentsContract.list, { query }, { signal })).body.data;
    },
    enabled: patientId !== null,
  });
}

/** One appointment. */
export function useAppointment(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.appointments, id],
    queryFn: async ({ signal }) =>
      (await client.call(appointmentsContract.get, { params: { id } }, { signal })).body,
  });
}

/** The patients that fit some filters, page by page. Earlier ones stay until the next are there. */
export function usePatientList(filters: PatientFilters) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: [...queryKeys.patients, "list", filters],
    queryFn: async ({ signal, pageParam }) => {
      const request = { query: listQuery(filters, pageParam) };
      return (await client.call(patientsContract.list, request, { signal })).body;
    },
    initialPageParam: nothingBefore,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

type DuplicateTerms = NonNullable<RequestOf<typeof patientsContract.duplicates>["query"]>;

/** The patients who may already be the person described. */
export function useDuplicates(terms: DuplicateTerms | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.patients, "duplicates", terms],
    queryFn: async ({ signal }) => {
      const request = { query: { ...terms } };
      return (await client.call(patientsContract.duplicates, request, { signal })).body.data;
    },
    enabled: terms !== null,
    placeholderData: keepPreviousData,
    // Advice must never get in the way: when it fails, there is none.
    retry: false,
  });
}

async function readDay(
  client: Client,
  day: string,
  signal: AbortSignal,
  found: readonly Appointment[] = [],
  cursor: string | null = null,
): Promise<readonly Appointment[]> {
  const query = {
    date_from: day,
    date_to: day,
    sort: "slot_time",
    limit: pageLimit,
    ...(cursor === null ? {} : { cursor }),
  } as const;
  const { body } = await client.call(appointmentsContract.list, { query }, { signal });
  const all = [...found, ...body.data];
  const isLast = body.next_cursor === null || all.length >= mostOfADay;
  return isLast ? all : readDay(client, day, signal, all, body.next_cursor);
}

/** The appointments of one day at this branch, by time. */
export function useAppointmentsOn(day: string) {
  const client = useClient();
  const mayRead = useMay("appointments", "read");
  return useQuery({
    queryKey: [...queryKeys.appointments, "day", day],
    // The laboratory and the stores have nothing to do with who comes when.
    enabled: mayRead,
    queryFn: ({ signal }) => readDay(client, day, signal),
    structuralSharing: sameRows,
  });
}

/** A patient's encounters, newest first. */
export function usePatientEncounters(patientId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.encounters, "patient", patientId],
    queryFn: async ({ signal }) => {
      const request = { params: { id: patientId }, query: { limit: "10" } };
      return (await client.call(patientsContract.encounters, request, { signal })).body.data;
    },
  });
}

/** One encounter. */
export function useEncounter(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.encounters, id],
    queryFn: async ({ signal }) =>
      (await client.call(encountersContract.get, { params: { id } }, { signal })).body,
  });
}

/** The doctors who see patients at this branch, by name. */
export function useProviders() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.staff, "doctors"],
    queryFn: async ({ signal }) => {
      const query = { role: "doctor", status: "active", limit: pageLimit } as const;
      return (await client.call(staffContract.list, { query }, { signal })).body.data;
    },
    staleTime: 10 * 60_000,
  });
}

/** A provider's slots on one day. */
export function useSlots(providerId: string, day: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.slots, providerId, day],
    queryFn: async ({ signal }) => {
      const query = { provider_id: providerId, date: day };
      return (await client.call(appointmentsContract.slots, { query }, { signal })).body.data;
    },
    enabled: providerId !== "",
  });
}

/** How the branch stands towards the hub: asked once, then updated by the live connection, and asked again now and then. */
export function useSyncStatus() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.syncStatus,
    queryFn: async ({ signal }) =>
      (await client.call(syncStatusContract.status, {}, { signal })).body,
    refetchInterval: 20_000,
  });
}

/** The conflicts that wait for a person, newest first. */
export function useOpenConflicts() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.conflicts, "open"],
    queryFn: async ({ signal }) => {
      const query = { status: "open", limit: pageLimit } as const;
      return (await client.call(conflictsContract.list, { query }, { signal })).body.data;
    },
    refetchInterval: 20_000,
  });
}

/** One conflict, with what the record holds now and what led to it. */
export function useConflict(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.conflicts, id],
    queryFn: async ({ signal }) =>
      (await client.call(conflictsContract.get, { params: { id } }, { signal })).body,
  });
}

/** What was saved here and the hub has not taken, newest first. */
export function useQuarantinedOperations() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.quarantinedOperations,
    queryFn: async ({ signal }) => {
      const query = { limit: pageLimit };
      return (await client.call(operationsContract.list, { query }, { signal })).body.data;
    },
    refetchInterval: 20_000,
  });
}
