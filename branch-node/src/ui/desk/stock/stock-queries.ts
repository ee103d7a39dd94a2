import { useQueries } from "@tanstack/react-query";
import type * as z from "zod";
import { stockContract } from "@edgeward/shared/clinical/stock/stock.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** A batch at one place. */
export type Batch = z.output<typeof stockContract.get.response>;

/**
 * The batches of some items that stand on a shelf, by their items; of one that is still being read nothing.
 * @param locationId null for those of all places
 */
export function useShelf(
  locationId: string | null,
  itemIds: readonly string[],
): ReadonlyMap<string, readonly Batch[]> {
  const client = useClient();
  const ids = [...new Set(itemIds)];
  const place = locationId === null ? {} : { location_id: locationId };
  return useQueries({
    queries: ids.map((item_id) => ({
      queryKey: [...queryKeys.stock, "shelf", locationId, item_id],
      enabled: locationId !== "",
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        readAll(async (page) => {
          const query = { ...page, item_id, ...place, in_stock: "true" } as const;
          return (await client.call(stockContract.list, { query }, { signal })).body;
        }),
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, nth) => {
          const id = ids[nth];
          return data === undefined || id === undefined ? [] : [[id, data] as const];
        }),
      ),
  });
}

/** The ways to write one trade item's number: of eight, twelve, thirteen or fourteen digits. */
export function writtenGtins(gtin: string): readonly string[] {
  const plain = gtin.padStart(14, "0");
  return [14, 13, 12, 8].flatMap((length) => {
    const zeros = plain.slice(0, 14 - length);
    return /^0*$/u.test(zeros) ? [plain.slice(14 - length)] : [];
  });
}

/** All batches of the branch whose pack says a trade item's number. */
export async function batchesOfGtin(client: Client, gtin: string): Promise<readonly Batch[]> {
  const lists = await Promise.all(
    writtenGtins(gtin).map((written) =>
      readAll(async (page) => {
        const query = { ...page, gtin: written };
        return (await client.call(stockContract.list, { query })).body;
      }),
    ),
  );
  return lists.flat();
}
