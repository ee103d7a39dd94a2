import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { itemsContract } from "@edgeward/shared/clinical/items/items.contract.ts";
import {
  prescriptionsContract,
  type Prescription,
} from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useSaving, type KeptSending } from "#ui/desk/data/saving.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** What a prescription says. */
export type RxBody = NonNullable<RequestOf<typeof prescriptionsContract.create>["body"]>;

/** What becomes of one. */
export type RxPatch = NonNullable<RequestOf<typeof prescriptionsContract.update>["body"]>;

const stale = [queryKeys.prescriptions];

/** What a patient was prescribed at this branch, the newest first. */
export function usePrescriptions(patientId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.prescriptions, "patient", patientId],
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, patient_id: patientId };
        return (await client.call(prescriptionsContract.list, { query }, { signal })).body;
      }),
  });
}

const shortestName = 2;
const mostOffered = "8";

/** The drugs of the clinic's list whose names fit what is typed; none for whom the list is not to be read. */
export function useDrugs(name: string) {
  const client = useClient();
  const mayRead = useMay("items", "read");
  const q = name.trim();
  const { data } = useQuery({
    queryKey: [...queryKeys.items, "drugs", q],
    enabled: mayRead && q.length >= shortestName,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { kind: "drug", q, limit: mostOffered } as const;
      return (await client.call(itemsContract.list, { query }, { signal })).body.data;
    },
  });
  return q.length >= shortestName ? (data ?? []) : [];
}

/** Issues a prescription. */
export function usePrescribe(kept: KeptSending, onSaved: (rx: Prescription) => void) {
  return useSaving({
    stale,
    kept,
    onSaved,
    send: async (client, body: RxBody, options) =>
      (await client.call(prescriptionsContract.create, { body }, options)).body,
  });
}

/** Stops or cancels a prescription. */
export function useRxStep(id: string, onSaved: (rx: Prescription) => void) {
  return useSaving({
    stale,
    onSaved,
    send: async (client, body: RxPatch, options) =>
      (await client.call(prescriptionsContract.update, { params: { id }, body }, options)).body,
  });
}
