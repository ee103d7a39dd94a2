import { useQueries } from "@tanstack/react-query";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { itemQuery } from "#ui/desk/stock/item-queries.ts";
import { emptyOrder, orderLine, type OrderDraft } from "./order-draft.ts";
import { lowItems, suggestedQuantity } from "./stores-list.ts";
import { useStock } from "./stores-queries.ts";

/** With what a new order begins: nothing, or a line of each item that is low; null while that is being read. */
export function useBegunOrder(isLow: boolean): OrderDraft | null {
  const client = useClient();
  const today = useToday();
  const { data } = useStock(isLow ? "low" : "orders", {}, today);
  const low = lowItems(data?.rows ?? []);
  const items = useQueries({ queries: low.map(({ itemId }) => itemQuery(client, itemId)) });
  if (!isLow) return emptyOrder;
  if (data === undefined || items.some((one) => one.data === undefined)) return null;
  const lines = low.map(({ itemId, there }, nth) => {
    const level = items[nth]?.data?.reorder_level ?? null;
    return orderLine(itemId, suggestedQuantity(level, there), nth);
  });
  return { ...emptyOrder, lines };
}
