import { useQuery } from "@tanstack/react-query";
import {
  printJobsContract,
  type PrintJob,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** The slips that need somebody: of which nobody knows whether they came out, or which did not. */
export function usePrintsToReview(): readonly PrintJob[] {
  const client = useClient();
  const mayRead = useMay("print_jobs", "read");
  const { data } = useQuery({
    queryKey: queryKeys.printJobs,
    queryFn: async ({ signal }) => {
      const query = { status: "needs_review,failed", limit: "50" };
      return (await client.call(printJobsContract.list, { query }, { signal })).body.data;
    },
    enabled: mayRead,
    // A desk without printers works all the same.
    retry: false,
  });
  return data ?? [];
}
