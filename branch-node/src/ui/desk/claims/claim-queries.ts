import { useQuery } from "@tanstack/react-query";
import { claimsContract } from "@edgeward/shared/clinical/claims/claims.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll, readPages } from "#ui/desk/data/read-all.ts";
import { useSaving, type KeptSending } from "#ui/desk/data/saving.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import type { PayersClaim } from "./claim-list.ts";

/** What a claim is made with. */
export type ClaimBody = NonNullable<RequestOf<typeof claimsContract.create>["body"]>;

type ClaimPatch = NonNullable<RequestOf<typeof claimsContract.update>["body"]>;

type ListQuery = NonNullable<RequestOf<typeof claimsContract.list>["query"]>;

function useClaimPages(query: ListQuery, mostPages: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.claims, "list", query],
    queryFn: ({ signal }) =>
      readPages(async (page) => {
        const request = { query: { ...query, ...page } };
        return (await client.call(claimsContract.list, request, { signal })).body;
      }, mostPages),
  });
}

const pagesOfOpen = 20;
const pagesOfAll = 5;

/** The claims with which something is to be done yet, whoever has to do it; the newest of all stand beside them. */
export function useClaims() {
  const open = useClaimPages({ open: "true" }, pagesOfOpen);
  const all = useClaimPages({}, pagesOfAll);
  return { open, all, error: open.error ?? all.error };
}

/** A patient's claims, the newest first; none, to somebody who may not read them. */
export function useClaimsOf(patientId: string | null) {
  const client = useClient();
  const mayRead = useMay("claims", "read");
  return useQuery({
    queryKey: [...queryKeys.claims, "patient", patientId],
    enabled: mayRead && patientId !== null,
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, patient_id: patientId ?? "" };
        return (await client.call(claimsContract.list, { query }, { signal })).body;
      }),
  });
}

/** One claim. */
export function useClaim(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.claims, id],
    queryFn: async ({ signal }) =>
      (await client.call(claimsContract.get, { params: { id } }, { signal })).body,
  });
}

/** Submits a claim, or draws one up. */
export function useMakeClaim(kept: KeptSending, onSaved: (claim: PayersClaim) => void) {
  return useSaving({
    stale: [queryKeys.claims, queryKeys.preauth],
    kept,
    onSaved,
    send: async (client, body: ClaimBody, options) =>
      (await client.call(claimsContract.create, { body }, options)).body,
  });
}

/** Takes a claim a step further, or notes what the payer says of it. */
export function useClaimStep(id: string, onSaved?: (claim: PayersClaim) => void) {
  return useSaving({
    stale: [queryKeys.claims, queryKeys.invoices, queryKeys.payments, queryKeys.cashierShifts],
    onSaved,
    send: async (client, body: ClaimPatch, options) =>
      (await client.call(claimsContract.update, { params: { id }, body }, options)).body,
  });
}
