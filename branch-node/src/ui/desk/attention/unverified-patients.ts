import { useQuery } from "@tanstack/react-query";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

const shown = "20";

/** Those who have registered themselves and of whom nobody has seen a proof yet, the latest first. */
export function useUnverifiedPatients() {
  const client = useClient();
  // Whoever may not confirm an identity has nothing to do about it.
  const mayVerify = useMay("patients", "update");
  return useQuery({
    queryKey: [...queryKeys.patients, "unverified"],
    queryFn: async ({ signal }) => {
      const query = { identity_unverified: "true", limit: shown } as const;
      const { body } = await client.call(patientsContract.list, { query }, { signal });
      return { patients: body.data, hasMore: body.has_more };
    },
    enabled: mayVerify,
  });
}
