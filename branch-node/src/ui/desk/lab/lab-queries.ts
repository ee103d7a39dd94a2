import { queryOptions, useQuery } from "@tanstack/react-query";
import {
  labOrdersContract,
  type LabOrder,
} from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import {
  labResultsContract,
  type LabResult,
} from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import { labTestsContract } from "@edgeward/shared/clinical/lab-tests/lab-tests.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useSaving, type KeptSending } from "#ui/desk/data/saving.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** What is changed of an order. */
export type OrderPatch = NonNullable<RequestOf<typeof labOrdersContract.update>["body"]>;

/** A result as it is entered. */
export type ResultBody = NonNullable<RequestOf<typeof labResultsContract.create>["body"]>;

/** What the next version of a result says. */
export type ResultPatch = NonNullable<RequestOf<typeof labResultsContract.update>["body"]>;

const stale = [queryKeys.labOrders, queryKeys.labResults];

/** The orders that still have to be answered: the most urgent first, then the oldest. */
export function useOpenOrders() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.labOrders, "open"],
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, open: "true", sort: "work_order" } as const;
        return (await client.call(labOrdersContract.list, { query }, { signal })).body;
      }),
  });
}

/** The orders that were answered last. */
export function useDoneOrders() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.labOrders, "done"],
    queryFn: async ({ signal }) => {
      const query = { status: "completed", limit: "50" } as const;
      return (await client.call(labOrdersContract.list, { query }, { signal })).body.data;
    },
  });
}

/** One order. */
export function useLabOrder(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.labOrders, id],
    queryFn: async ({ signal }) =>
      (await client.call(labOrdersContract.get, { params: { id } }, { signal })).body,
  });
}

/** The results of an order in all their versions, the newest first; none for whom they are not to be read. */
export function useOrderResults(orderId: string) {
  const client = useClient();
  const mayRead = useMay("lab_results", "read");
  return useQuery({
    queryKey: [...queryKeys.labResults, "order", orderId],
    enabled: mayRead,
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, order_id: orderId, history: "true" } as const;
        return (await client.call(labResultsContract.list, { query }, { signal })).body;
      }),
  });
}

/** The critical results of which nobody has been told yet. */
export function useOpenCriticals() {
  const client = useClient();
  const mayRead = useMay("lab_results", "read");
  return useQuery({
    queryKey: [...queryKeys.labResults, "critical"],
    enabled: mayRead,
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, unacknowledged_critical: "true" } as const;
        return (await client.call(labResultsContract.list, { query }, { signal })).body;
      }),
  });
}

/** How a test of the catalogue is read by its code; null where it is gone. */
export function labTestOptions(client: Client, code: string) {
  return queryOptions({
    queryKey: [...queryKeys.labTests, code],
    queryFn: async ({ signal }) => {
      const { body } = await client.call(labTestsContract.list, { query: { code } }, { signal });
      return body.data[0] ?? null;
    },
    staleTime: 10 * 60_000,
  });
}

/** A test of the catalogue by its code; null where it is gone. */
export function useLabTest(code: string) {
  return useQuery(labTestOptions(useClient(), code));
}

/** Takes an order a step further. */
export function useOrderStep(id: string, onSaved?: (order: LabOrder) => void) {
  return useSaving({
    stale,
    onSaved,
    send: async (client, body: OrderPatch, options) =>
      (await client.call(labOrdersContract.update, { params: { id }, body }, options)).body,
  });
}

/** Enters the result of a test. */
export function useEnterResult(onSaved: (result: LabResult) => void, kept?: KeptSending) {
  return useSaving({
    stale,
    kept,
    onSaved,
    send: async (client, body: ResultBody, options) =>
      (await client.call(labResultsContract.create, { body }, options)).body,
  });
}

/** Makes the next version of a result: verified, corrected, acknowledged or withdrawn. */
export function useNextVersion(
  id: string,
  onSaved?: (result: LabResult) => void,
  kept?: KeptSending,
) {
  return useSaving({
    stale,
    kept,
    onSaved,
    send: async (client, body: ResultPatch, options) =>
      (await client.call(labResultsContract.update, { params: { id }, body }, options)).body,
  });
}
