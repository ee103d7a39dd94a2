import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import type * as z from "zod";
import { itemsContract } from "@edgeward/shared/clinical/items/items.contract.ts";
import { suppliersContract } from "@edgeward/shared/clinical/suppliers/suppliers.contract.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useSaving } from "#ui/desk/data/saving.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import type { ItemsSearch, SuppliersSearch } from "./catalogue-address.ts";

const pageLimit = "100";
const first = "";

/** The items that fit, by their names, page after page as somebody scrolls. */
export function useItemPages({ q, kind }: ItemsSearch) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: [...queryKeys.items, "pages", q, kind],
    initialPageParam: first,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: pageLimit,
        ...(q === undefined ? {} : { q }),
        ...(kind === undefined ? {} : { kind }),
        ...(pageParam === first ? {} : { cursor: pageParam }),
      };
      return (await client.call(itemsContract.list, { query }, { signal })).body;
    },
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
    placeholderData: keepPreviousData,
  });
}

/** The suppliers that fit, by their names, page after page as somebody scrolls. */
export function useSupplierPages({ q }: SuppliersSearch) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: [...queryKeys.suppliers, "pages", q],
    initialPageParam: first,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: pageLimit,
        ...(q === undefined ? {} : { q }),
        ...(pageParam === first ? {} : { cursor: pageParam }),
      };
      return (await client.call(suppliersContract.list, { query }, { signal })).body;
    },
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
    placeholderData: keepPreviousData,
  });
}

/** One item, as it is now. */
export function useItemNow(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.items, "one", id],
    queryFn: async ({ signal }) =>
      (await client.call(itemsContract.get, { params: { id } }, { signal })).body,
  });
}

/** One supplier, as it is now. */
export function useSupplierNow(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.suppliers, "one", id],
    queryFn: async ({ signal }) =>
      (await client.call(suppliersContract.get, { params: { id } }, { signal })).body,
  });
}

/** All items as a file for a table program. */
export function useItemsFile(onRead: (file: Blob) => void) {
  const client = useClient();
  return useMutation({
    mutationFn: async () => (await client.call(itemsContract.exportCsv, {})).body,
    onSuccess: (file) => {
      if (file instanceof Blob) onRead(file);
    },
  });
}

/** What became, or would become, of the rows of a file. */
export type CsvOutcome = z.output<typeof itemsContract.importCsv.response>;

interface CsvRows {
  readonly csv: string;
  /** Only says what would become of the rows. */
  readonly isTrial: boolean;
}

/** Adds and changes items by the rows of a file. */
export function useTakeItems(onTaken: (outcome: CsvOutcome) => void) {
  return useSaving({
    stale: [queryKeys.items],
    onSaved: onTaken,
    send: async (client, { csv, isTrial }: CsvRows, options) => {
      const body = { csv, ...(isTrial ? { is_trial: true } : {}) };
      return (await client.call(itemsContract.importCsv, { body }, options)).body;
    },
  });
}
