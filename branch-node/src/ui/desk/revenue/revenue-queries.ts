import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { revenueContract } from "@edgeward/shared/clinical/revenue/revenue.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

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
