import { useQuery } from "@tanstack/react-query";
import { goodsReceiptsContract } from "@edgeward/shared/clinical/goods-receipts/goods-receipts.contract.ts";
import { purchaseOrdersContract } from "@edgeward/shared/clinical/purchase-orders/purchase-orders.contract.ts";
import { suppliersContract } from "@edgeward/shared/clinical/suppliers/suppliers.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll, readPages } from "#ui/desk/data/read-all.ts";
import { useSaving, type KeptSending } from "#ui/desk/data/saving.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import type { Order, Receipt } from "./orders-list.ts";

/** What is ordered. */
export type OrderBody = NonNullable<RequestOf<typeof purchaseOrdersContract.create>["body"]>;

/** What becomes of an order. */
export type OrderPatch = NonNullable<RequestOf<typeof purchaseOrdersContract.update>["body"]>;

/** What has come. */
export type ReceiptBody = NonNullable<RequestOf<typeof goodsReceiptsContract.create>["body"]>;

/** What becomes of a receipt. */
export type ReceiptPatch = NonNullable<RequestOf<typeof goodsReceiptsContract.update>["body"]>;

const mostPages = 3;

/** The orders of the branch, the newest first. */
export function useOrders() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.purchaseOrders, "list"],
    queryFn: ({ signal }) =>
      readPages(async (page) => {
        const query = { ...page, sort: "-created_at" } as const;
        return (await client.call(purchaseOrdersContract.list, { query }, { signal })).body;
      }, mostPages),
  });
}

/** One order. */
export function useOrder(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.purchaseOrders, id],
    queryFn: async ({ signal }) =>
      (await client.call(purchaseOrdersContract.get, { params: { id } }, { signal })).body,
  });
}

/** What has come for an order, the newest first. */
export function useReceiptsOf(orderId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.goodsReceipts, "of", orderId],
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, purchase_order_id: orderId, sort: "-created_at" } as const;
        return (await client.call(goodsReceiptsContract.list, { query }, { signal })).body;
      }),
  });
}

/** One receipt. */
export function useReceipt(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.goodsReceipts, id],
    queryFn: async ({ signal }) =>
      (await client.call(goodsReceiptsContract.get, { params: { id } }, { signal })).body,
  });
}

/** The suppliers of the tenant, by their names. */
export function useSuppliers() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.suppliers, "all"],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readAll(
        async (query) => (await client.call(suppliersContract.list, { query }, { signal })).body,
      ),
  });
}

/** What a supplier is called; nothing while that is not known. */
export function useSupplierName(): (id: string) => string {
  const { data = [] } = useSuppliers();
  return (id) => data.find((each) => each.id === id)?.name ?? "";
}

const stale = [queryKeys.purchaseOrders, queryKeys.goodsReceipts, queryKeys.stock];

/** Draws up an order. */
export function useDrawOrder(kept: KeptSending, onSaved: (order: Order) => void) {
  return useSaving({
    stale,
    kept,
    onSaved,
    send: async (client, body: OrderBody, options) =>
      (await client.call(purchaseOrdersContract.create, { body }, options)).body,
  });
}

/** Takes an order a step further. */
export function useOrderStep(id: string, onSaved?: (order: Order) => void) {
  return useSaving({
    stale,
    onSaved,
    send: async (client, body: OrderPatch, options) =>
      (await client.call(purchaseOrdersContract.update, { params: { id }, body }, options)).body,
  });
}

/** Notes what has come. */
export function useReceive(kept: KeptSending, onSaved: (receipt: Receipt) => void) {
  return useSaving({
    stale,
    kept,
    onSaved,
    send: async (client, body: ReceiptBody, options) =>
      (await client.call(goodsReceiptsContract.create, { body }, options)).body,
  });
}

/** Posts, reverses or cancels a receipt. */
export function useReceiptStep(id: string, onSaved?: (receipt: Receipt) => void) {
  return useSaving({
    stale,
    onSaved,
    send: async (client, body: ReceiptPatch, options) =>
      (await client.call(goodsReceiptsContract.update, { params: { id }, body }, options)).body,
  });
}
