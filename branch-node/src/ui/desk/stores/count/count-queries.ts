import { useQuery } from "@tanstack/react-query";
import { stockContract } from "@edgeward/shared/clinical/stock/stock.contract.ts";
import { stockMovesContract } from "@edgeward/shared/clinical/stock/stock-moves.contract.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readPages } from "#ui/desk/data/read-all.ts";
import { useSaving, type KeptSending } from "#ui/desk/data/saving.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import type { CountBody } from "./count-draft.ts";

// As many as are sent at once.
const mostPages = 5;

/** The batches that stand at a place, those that expire first before the others. */
export function useStanding(place: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.stock, "standing", place],
    queryFn: ({ signal }) =>
      readPages(async (page) => {
        const query = {
          ...page,
          location_id: place,
          in_stock: "true",
          sort: "expiry_date",
        } as const;
        return (await client.call(stockContract.list, { query }, { signal })).body;
      }, mostPages),
  });
}

/** Puts down what was counted. */
export function useCountPlace(kept: KeptSending, onSaved: () => void) {
  return useSaving({
    stale: [queryKeys.stock],
    kept,
    onSaved,
    send: async (client, body: CountBody, options) =>
      (await client.call(stockMovesContract.countPlace, { body }, options)).body,
  });
}
