import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  savedSearchesContract,
  type SavedSearch,
} from "@edgeward/shared/clinical/saved-searches/saved-searches.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { useIntent, wasAnswered } from "./intent.ts";
import { queryKeys } from "./query-keys.ts";

const pageLimit = "100";

/** The searches of a list that the person at the desk has saved, by name; none where they may save none. */
export function useSavedSearches(page: SavedSearch["page"]): readonly SavedSearch[] {
  const client = useClient();
  const mayRead = useMay("saved_searches", "read");
  const { data } = useQuery({
    queryKey: [...queryKeys.savedSearches, page],
    queryFn: async ({ signal }) => {
      const query = { page, limit: pageLimit } as const;
      const { data: found } = (await client.call(savedSearchesContract.list, { query }, { signal }))
        .body;
      return found.toSorted((one, other) => one.name.localeCompare(other.name));
    },
    enabled: mayRead,
  });
  return data ?? [];
}

/** What is done with a search: saved under a name, given another one, or removed. */
export type SearchChange =
  | Readonly<{ kind: "save"; page: SavedSearch["page"]; name: string; filters: object }>
  | Readonly<{ kind: "rename"; id: string; name: string }>
  | Readonly<{ kind: "remove"; id: string }>;

async function send(client: Client, change: SearchChange, key: string): Promise<SavedSearch> {
  const options = { idempotencyKey: key };
  if (change.kind === "save") {
    const { page, name, filters } = change;
    const body = { page, name, filters: Object.fromEntries(Object.entries(filters)) };
    return (await client.call(savedSearchesContract.create, { body }, options)).body;
  }
  const body = change.kind === "rename" ? { name: change.name } : { status: "removed" as const };
  const request = { params: { id: change.id }, body };
  return (await client.call(savedSearchesContract.update, request, options)).body;
}

/** Changes the saved searches. @param onDone given what the search is now */
export function useSearchChange(onDone: (search: SavedSearch) => void) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: (change: SearchChange) => send(client, change, intent.key()),
    onSuccess: (search) => {
      intent.finish();
      onDone(search);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.savedSearches }),
  });
}
