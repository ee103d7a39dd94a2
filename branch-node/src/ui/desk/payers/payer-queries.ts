import { useCallback } from "react";
import { useQuery } from "@tanstack/react-query";
import type * as z from "zod";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import { payersContract } from "@edgeward/shared/clinical/payers/payers.contract.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** Who pays for patients. */
export type Payer = z.output<typeof payersContract.get.response>;

const none: readonly Payer[] = [];

/** Those who pay for patients, by name; of somebody who may not read that, nothing is asked. */
export function usePayerList() {
  const client = useClient();
  const mayRead = useMay("payers", "read");
  return useQuery({
    queryKey: queryKeys.payers,
    enabled: mayRead,
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readAll(
        async (page) => (await client.call(payersContract.list, { query: page }, { signal })).body,
      ),
  });
}

/** Those who pay for patients; nobody until they are read, and to somebody who may not read that. */
export function usePayers(): readonly Payer[] {
  return usePayerList().data ?? none;
}

/** What payers are called; "" for one that is not known here. */
export function usePayerName(): (id: string) => string {
  const payers = usePayers();
  return useCallback((id) => payers.find((one) => one.id === id)?.name ?? "", [payers]);
}

/** The currency in which bills are made, as the bills of any patient say it; rupees until that is known. */
export function useBillCurrency(patientId: string | null | undefined): string {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [...queryKeys.invoices, "currency"],
    enabled: patientId !== null && patientId !== undefined,
    queryFn: async ({ signal }) => {
      const request = { params: { id: patientId ?? "" }, query: { limit: "1" } } as const;
      const { body } = await client.call(invoicesContract.billing, request, { signal });
      return body.summary.currency;
    },
    // A tenant has one, for good.
    staleTime: Infinity,
  });
  return data ?? "INR";
}
