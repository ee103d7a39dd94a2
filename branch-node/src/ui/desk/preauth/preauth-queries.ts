import { useQuery } from "@tanstack/react-query";
import { preauthContract } from "@edgeward/shared/clinical/preauth/preauth.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll, readPages } from "#ui/desk/data/read-all.ts";
import { useSaving, type KeptSending } from "#ui/desk/data/saving.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import type { Preauth } from "./preauth-list.ts";

/** What an authorisation is asked for with. */
export type PreauthBody = NonNullable<RequestOf<typeof preauthContract.create>["body"]>;

type PreauthPatch = NonNullable<RequestOf<typeof preauthContract.update>["body"]>;
type ListQuery = NonNullable<RequestOf<typeof preauthContract.list>["query"]>;

// So many are looked through by nobody.
const mostPages = 5;

/** Authorisations that fit, the newest first. */
export function usePreauths(query: ListQuery) {
  const client = useClient();
  const mayRead = useMay("preauth", "read");
  return useQuery({
    queryKey: [...queryKeys.preauth, "list", query],
    enabled: mayRead,
    queryFn: ({ signal }) =>
      readPages(async (page) => {
        const request = { query: { ...query, ...page } };
        return (await client.call(preauthContract.list, request, { signal })).body;
      }, mostPages),
  });
}

/** A patient's authorisations, the newest first. */
export function usePreauthsOf(patientId: string | null) {
  const client = useClient();
  const mayRead = useMay("preauth", "read");
  return useQuery({
    queryKey: [...queryKeys.preauth, "patient", patientId],
    enabled: mayRead && patientId !== null,
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, patient_id: patientId ?? "" };
        return (await client.call(preauthContract.list, { query }, { signal })).body;
      }),
  });
}

/** One authorisation; of nothing nothing is read. */
export function usePreauth(id: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.preauth, id],
    enabled: id !== null,
    queryFn: async ({ signal }) =>
      (await client.call(preauthContract.get, { params: { id: id ?? "" } }, { signal })).body,
  });
}

/** Asks for an authorisation, or draws the request up. */
export function useAskPreauth(kept: KeptSending, onSaved: (preauth: Preauth) => void) {
  return useSaving({
    stale: [queryKeys.preauth],
    kept,
    onSaved,
    send: async (client, body: PreauthBody, options) =>
      (await client.call(preauthContract.create, { body }, options)).body,
  });
}

/** Takes a request a step further, or notes what the payer says of it. */
export function usePreauthStep(id: string, onSaved?: (preauth: Preauth) => void) {
  return useSaving({
    stale: [queryKeys.preauth],
    onSaved,
    send: async (client, body: PreauthPatch, options) =>
      (await client.call(preauthContract.update, { params: { id }, body }, options)).body,
  });
}
