import { useQueries } from "@tanstack/react-query";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { queryKeys } from "./query-keys.ts";

/**
 * When each of some patients was last seen, by their ids: one question for each page of them, after the page is shown.
 * Nobody has an entry where the person at the desk may not read visits, and who was never seen has none.
 */
export function useLastVisits(pages: readonly (readonly string[])[]): ReadonlyMap<string, string> {
  const client = useClient();
  const mayRead = useMay("encounters", "read");
  return useQueries({
    queries: pages
      .filter((ids) => mayRead && ids.length > 0)
      .map((ids) => ({
        queryKey: [...queryKeys.encounters, "latest", ...ids],
        queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
          const query = { patient_id: ids.join(",") };
          return (await client.call(encountersContract.latest, { query }, { signal })).body.data;
        },
        // What tells namesakes apart must never get in the way: when it fails, there is none.
        retry: false,
        staleTime: 5000,
      })),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data = [] }) =>
          data.map((each) => [each.patient_id, each.started_at] as const),
        ),
      ),
  });
}
