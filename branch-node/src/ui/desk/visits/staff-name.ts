import { useQuery } from "@tanstack/react-query";
import { staffContract } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

function useStaffNameQuery(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.staff, id],
    queryFn: async ({ signal }) =>
      (await client.call(staffContract.get, { params: { id } }, { signal })).body.name,
    enabled: id.startsWith("stf_"),
    staleTime: Infinity,
  });
}

/** The name of a member of staff; programs have none. */
export function useStaffName(id: string): string | null {
  return useStaffNameQuery(id).data ?? null;
}

/** The name of a member of staff, or other words for who has none; empty while the name is still being asked for. */
export function useStaffNameOr(id: string, other: string): string {
  const { data, isLoading } = useStaffNameQuery(id);
  return data ?? (isLoading ? "" : other);
}
