import { useCallback } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { payersContract } from "@edgeward/shared/clinical/payers/payers.contract.ts";
import { revenueContract } from "@edgeward/shared/clinical/revenue/revenue.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { useClient } from "#ui/desk/shell/session-context.tsx";

type Query = NonNullable<RequestOf<typeof revenueContract.summary>["query"]>;

/** What a time has come to. Bills and payments make it stale, and so does what is sent to the hub. */
export function useRevenue(query: Query) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.invoices, "revenue", query],
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await client.call(revenueContract.summary, { query }, { signal })).body,
  });
}

/** What payers are called; of somebody who may not read them, and while that is not known, nothing. */
export function usePayerName(): (id: string) => string {
  const client = useClient();
  const mayRead = useMay("payers", "read");
  const { data } = useQuery({
    queryKey: ["payers"],
    enabled: mayRead,
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readAll(
        async (query) => (await client.call(payersContract.list, { query }, { signal })).body,
      ),
  });
  return useCallback((id) => data?.find((one) => one.id === id)?.name ?? "", [data]);
}
