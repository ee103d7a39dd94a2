import { useQuery } from "@tanstack/react-query";
import { staffContract } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/shell/session-context.tsx";

/** The name of a member of staff; programs have none. */
export function useStaffName(id: string): string | null {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [...queryKeys.staff, id],
    queryFn: async ({ signal }) =>
      (await client.call(staffContract.get, { params: { id } }, { signal })).body.name,
    enabled: id.startsWith("stf_"),
    staleTime: Infinity,
  });
  return data ?? null;
}
