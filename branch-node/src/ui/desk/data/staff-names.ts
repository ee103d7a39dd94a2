import { useCallback } from "react";
import { useQuery } from "@tanstack/react-query";
import { staffContract } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { queryKeys } from "./query-keys.ts";
import { readAll } from "./read-all.ts";

/** Everybody who works for the tenant. */
export function useEverybody() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.staff, "everybody"],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readAll(async (query) => (await client.call(staffContract.list, { query }, { signal })).body),
  });
}

/** What one of the staff is called; nothing while that is not known. */
export function useStaffName(): (staffId: string) => string {
  const { data } = useEverybody();
  return useCallback((staffId) => data?.find(({ id }) => id === staffId)?.name ?? "", [data]);
}
