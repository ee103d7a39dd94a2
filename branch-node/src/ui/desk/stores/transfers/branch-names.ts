import { useCallback } from "react";
import { useQuery } from "@tanstack/react-query";
import { branchesContract } from "@edgeward/shared/clinical/tenants/branches.contract.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** The tenant's branches, by name. */
export function useBranches() {
  const client = useClient();
  return useQuery({
    queryKey: ["branches"],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readAll(
        async (query) => (await client.call(branchesContract.list, { query }, { signal })).body,
      ),
  });
}

/** What a branch is called; nothing while that is not known. */
export function useBranchName(): (branchId: string) => string {
  const { data } = useBranches();
  return useCallback((branchId) => data?.find(({ id }) => id === branchId)?.name ?? "", [data]);
}
