import { useQuery } from "@tanstack/react-query";
import {
  admissionsContract,
  type Admission,
} from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { bedsContract, type Bed } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import { wardsContract } from "@edgeward/shared/clinical/wards/wards.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useSaving, type KeptSending } from "#ui/desk/data/saving.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** What a stay begins with. */
export type AdmissionBody = NonNullable<RequestOf<typeof admissionsContract.create>["body"]>;

/** What is changed of a stay. */
export type AdmissionPatch = NonNullable<RequestOf<typeof admissionsContract.update>["body"]>;

/** What is changed of a bed. */
export type BedPatch = NonNullable<RequestOf<typeof bedsContract.update>["body"]>;

const stale = [queryKeys.admissions, queryKeys.beds, queryKeys.encounters];

/** The wards of the branch, by their codes. */
export function useWards() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.wards,
    queryFn: ({ signal }) =>
      readAll(async (query) => (await client.call(wardsContract.list, { query }, { signal })).body),
    staleTime: 60_000,
  });
}

/** The beds of the branch with whoever lies in them, by their codes. */
export function useBeds() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.beds,
    queryFn: ({ signal }) =>
      readAll(async (query) => (await client.call(bedsContract.list, { query }, { signal })).body),
  });
}

/** Those for whom a bed was asked and who have none yet, the longest first. */
export function useBedRequests() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.admissions, "requested"],
    queryFn: async ({ signal }) => {
      const found = await readAll(async (page) => {
        const query = { ...page, status: "requested" } as const;
        return (await client.call(admissionsContract.list, { query }, { signal })).body;
      });
      return found.toReversed();
    },
  });
}

/** One stay. */
export function useAdmission(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.admissions, id],
    queryFn: async ({ signal }) =>
      (await client.call(admissionsContract.get, { params: { id } }, { signal })).body,
  });
}

/** Admits somebody, keeps a bed or asks for one. */
export function useAdmit(kept: KeptSending, onSaved: (stay: Admission) => void) {
  return useSaving({
    stale,
    kept,
    onSaved,
    send: async (client, body: AdmissionBody, options) =>
      (await client.call(admissionsContract.create, { body }, options)).body,
  });
}

/** Changes a stay: moves, clears, discharges. */
export function useAdmissionChange(
  id: string,
  onSaved?: (stay: Admission) => void,
  kept?: KeptSending,
) {
  return useSaving({
    stale,
    kept,
    onSaved,
    send: async (client, body: AdmissionPatch, options) =>
      (await client.call(admissionsContract.update, { params: { id }, body }, options)).body,
  });
}

/** Changes a bed: blocks it, has it cleaned, gives it back. */
export function useBedChange(id: string, onSaved?: (bed: Bed) => void) {
  return useSaving({
    stale,
    onSaved,
    send: async (client, body: BedPatch, options) =>
      (await client.call(bedsContract.update, { params: { id }, body }, options)).body,
  });
}
