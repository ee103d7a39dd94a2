import { useQuery } from "@tanstack/react-query";
import { stockTransfersContract } from "@edgeward/shared/clinical/stock-transfers/stock-transfers.contract.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readPages, type ReadList } from "#ui/desk/data/read-all.ts";
import { useSaving } from "#ui/desk/data/saving.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import type { ArrivalBody, SendingBody, Transfer } from "./transfer-draft.ts";

const mostPages = 3;

const open = ["in_transit", "short"] as const;

/**
 * What is on its way from the branch or to it, and that of which some is missing that nobody has accounted for; of each the
 * newest first. @param isShown whether it is looked at
 */
export function useTransfers(isShown: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.stockTransfers, "open"],
    enabled: isShown,
    queryFn: async ({ signal }): Promise<ReadList<Transfer>> => {
      const lists = await Promise.all(
        open.map((status) =>
          readPages(async (page) => {
            const query = { ...page, status, sort: "-created_at" } as const;
            return (await client.call(stockTransfersContract.list, { query }, { signal })).body;
          }, mostPages),
        ),
      );
      return {
        rows: lists.flatMap(({ rows }) => rows),
        isCut: lists.some(({ isCut }) => isCut),
      };
    },
  });
}

const stale = [queryKeys.stockTransfers, queryKeys.stock];

/** Sends stock on its way. */
export function useSendStock(onSaved: () => void) {
  return useSaving({
    stale,
    onSaved,
    send: async (client, body: SendingBody, options) =>
      (await client.call(stockTransfersContract.create, { body }, options)).body,
  });
}

/** Receives what was sent, or accounts for what is missing. */
export function useReceiveStock(id: string, onSaved: () => void) {
  return useSaving({
    stale,
    onSaved,
    send: async (client, body: ArrivalBody, options) =>
      (await client.call(stockTransfersContract.update, { params: { id }, body }, options)).body,
  });
}
