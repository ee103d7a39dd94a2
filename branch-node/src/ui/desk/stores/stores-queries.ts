import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { stockContract } from "@edgeward/shared/clinical/stock/stock.contract.ts";
import { stockMovesContract } from "@edgeward/shared/clinical/stock/stock-moves.contract.ts";
import {
  stockLocationsContract,
  type LocationKind,
} from "@edgeward/shared/clinical/stock-locations/stock-locations.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readPages, type ReadList } from "#ui/desk/data/read-all.ts";
import { useSaving } from "#ui/desk/data/saving.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import type { Batch } from "#ui/desk/stock/stock-queries.ts";
import type { StorePart, StoresSearch } from "./stores-list.ts";

/** What is done with a batch. */
export type MoveBody = NonNullable<RequestOf<typeof stockMovesContract.create>["body"]>;

type StockQuery = NonNullable<RequestOf<typeof stockContract.list>["query"]>;

// So many are on the screen; whoever has more chooses an item or a place.
const mostPages = 3;

function queriesOf(part: StorePart, until: string): readonly StockQuery[] {
  if (part === "expiring")
    return [{ in_stock: "true", expiring_before: until, sort: "expiry_date" }];
  if (part === "low") return [{ low: "true" }];
  if (part === "aside") return [{ status: "quarantined" }, { status: "recalled" }];
  return [{ in_stock: "true", sort: "expiry_date" }];
}

/** The batches of one part of the stores. @param until before which day what expires soon expires */
export function useStock(part: StorePart, { item, place }: StoresSearch, until: string) {
  const client = useClient();
  const narrow = {
    ...(item === undefined ? {} : { item_id: item }),
    ...(place === undefined ? {} : { location_id: place }),
  };
  return useQuery({
    queryKey: [...queryKeys.stock, "list", part, narrow, until],
    enabled: part !== "orders" && part !== "transit" && part !== "count",
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ReadList<Batch>> => {
      const lists = await Promise.all(
        queriesOf(part, until).map((query) =>
          readPages(
            async (page) =>
              (
                await client.call(
                  stockContract.list,
                  { query: { ...query, ...narrow, ...page } },
                  { signal },
                )
              ).body,
            mostPages,
          ),
        ),
      );
      return {
        rows: lists.flatMap(({ rows }) => rows),
        isCut: lists.some(({ isCut }) => isCut),
      };
    },
  });
}

/** One batch at its place. */
export function useBatch(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.stock, "one", id],
    queryFn: async ({ signal }) =>
      (await client.call(stockContract.get, { params: { id } }, { signal })).body,
  });
}

/** What came and went of a batch, the newest first. */
export function useMoves(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.stock, "moves", id],
    queryFn: ({ signal }) =>
      readPages(async (page) => {
        const request = { params: { id }, query: { ...page, sort: "-created_at" } } as const;
        return (await client.call(stockMovesContract.ofBatch, request, { signal })).body;
      }, 1),
  });
}

/** Counts, moves, writes off or blocks a batch. */
export function useMoveStock(id: string, onSaved: () => void) {
  return useSaving({
    stale: [queryKeys.stock],
    onSaved,
    send: async (client, body: MoveBody, options) =>
      (await client.call(stockMovesContract.create, { params: { id }, body }, options)).body,
  });
}

/** Sets up a place where goods are kept. */
export function useAddPlace(onSaved: () => void) {
  return useSaving({
    stale: [queryKeys.stockLocations],
    onSaved,
    send: async (
      client,
      body: { readonly code: string; readonly name: string; readonly kind: LocationKind },
      options,
    ) => (await client.call(stockLocationsContract.create, { body }, options)).body,
  });
}
