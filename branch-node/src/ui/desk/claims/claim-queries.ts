import { useQuery } from "@tanstack/react-query";
import { claimsContract } from "@edgeward/shared/clinical/claims/claims.contract.ts";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import { payersContract } from "@edgeward/shared/clinical/payers/payers.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useSaving } from "#ui/desk/data/saving.ts";
import { useClient } from "#ui/desk/shell/session-context.tsx";
import type { PayersClaim } from "./claim-list.ts";

type ClaimPatch = NonNullable<RequestOf<typeof claimsContract.update>["body"]>;

/** All claims that may be seen here, the newest first. */
export function useClaims() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.claims, "list"],
    queryFn: ({ signal }) =>
      readAll(
        async (page) => (await client.call(claimsContract.list, { query: page }, { signal })).body,
      ),
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

/** What payers are called, by their ids. */
export function usePayerNames(): ReadonlyMap<string, string> {
  const client = useClient();
  const { data = [] } = useQuery({
    queryKey: [...queryKeys.payers, "names"],
    queryFn: ({ signal }) =>
      readAll(
        async (page) => (await client.call(payersContract.list, { query: page }, { signal })).body,
      ),
  });
  return new Map(data.map(({ id, name }) => [id, name]));
}

/** The currency of a claim's bills. */
export function useClaimCurrency(claim: PayersClaim | undefined): string {
  const client = useClient();
  const id = claim?.invoice_ids[0];
  const { data } = useQuery({
    queryKey: [...queryKeys.invoices, id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) =>
      (await client.call(invoicesContract.get, { params: { id: id ?? "" } }, { signal })).body,
  });
  return data?.currency ?? "INR";
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
