import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import type * as z from "zod";
import { itemsContract } from "@edgeward/shared/clinical/items/items.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { RecordLoader } from "#ui/desk/data/record-loader.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** An item of the tenant's list. */
export type Item = z.output<typeof itemsContract.get.response>;

const loaders = new WeakMap<Client, RecordLoader<Item>>();

function loaderOf(client: Client): RecordLoader<Item> {
  const one = async (id: string) => (await client.call(itemsContract.get, { params: { id } })).body;
  const known =
    loaders.get(client) ??
    new RecordLoader<Item>({
      alone: one,
      one,
      several: async (ids, most) => {
        const query = { ids: ids.join(","), limit: String(most) };
        return (await client.call(itemsContract.list, { query })).body.data;
      },
    });
  loaders.set(client, known);
  return known;
}

/** How one item is asked for, together with others that are wanted at the same moment. */
export function itemQuery(client: Client, id: string) {
  return {
    queryKey: [...queryKeys.items, id],
    staleTime: 60_000,
    queryFn: () => loaderOf(client).load(id),
  } as const;
}

/** One item; nothing while it is not known. @param id "" while that is not known either */
export function useItem(id: string): Item | undefined {
  return useQuery({ ...itemQuery(useClient(), id), enabled: id !== "" }).data;
}

const dated: ReadonlySet<string> = new Set(["drug", "reagent"]);

/** Which of some items expire, as far as they are known. */
export function useExpiring(itemIds: readonly string[]): ReadonlySet<string> {
  const client = useClient();
  return useQueries({
    queries: [...new Set(itemIds)].map((id) => itemQuery(client, id)),
    combine: (results) =>
      new Set(results.flatMap(({ data }) => (data && dated.has(data.kind) ? [data.id] : []))),
  });
}

const mostOffered = "8";

/** What can be kept in stock of the list whose name fits what is typed. */
export function useStockedItems(typed: string): readonly Item[] {
  const client = useClient();
  const q = typed.trim();
  const { data } = useQuery({
    queryKey: [...queryKeys.items, "stocked", q],
    enabled: q !== "",
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { q, limit: mostOffered } as const;
      return (await client.call(itemsContract.list, { query }, { signal })).body.data;
    },
  });
  return q === "" ? [] : (data ?? []).filter(({ kind }) => kind !== "service");
}
