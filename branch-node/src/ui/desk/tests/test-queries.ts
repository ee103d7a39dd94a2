import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import {
  labOrdersContract,
  type LabOrder,
} from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { labResultsContract } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import {
  labTestsContract,
  type LabTest,
} from "@edgeward/shared/clinical/lab-tests/lab-tests.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useSaving, type KeptSending } from "#ui/desk/data/saving.ts";
import { labTestOptions } from "#ui/desk/lab/lab-queries.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** An order as it is placed. */
export type OrderBody = NonNullable<RequestOf<typeof labOrdersContract.create>["body"]>;

const shortestName = 2;
const mostOffered = "8";
const codeForm = /^[a-z0-9][a-z0-9_-]{1,30}$/u;

/** The tests and panels of the catalogue that fit what is typed: the one of that code first, then those by name. */
export function useFoundTests(typed: string) {
  const client = useClient();
  const q = typed.trim();
  const { data } = useQuery({
    queryKey: [...queryKeys.labTests, "found", q],
    enabled: q.length >= shortestName,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const status = "active" as const;
      const read = async (query: NonNullable<RequestOf<typeof labTestsContract.list>["query"]>) =>
        (await client.call(labTestsContract.list, { query }, { signal })).body.data;
      const code = q.toLowerCase();
      const named = await read({ status, q, limit: mostOffered });
      const coded = codeForm.test(code) ? await read({ status, code }) : [];
      return [...coded, ...named.filter((each) => each.code !== code)];
    },
  });
  return q.length >= shortestName ? (data ?? []) : [];
}

/** Whether the patient must have eaten nothing for a test, or for one of a panel's. */
export function useFasting({ fasting, tests }: Pick<LabTest, "fasting" | "tests">): boolean {
  const client = useClient();
  const known = useQueries({ queries: tests.map((code) => labTestOptions(client, code)) });
  return fasting || known.some(({ data }) => data?.fasting === true);
}

/** What was ordered for a patient at this branch, the newest first. */
export function usePatientOrders(patientId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.labOrders, "patient", patientId],
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, patient_id: patientId };
        return (await client.call(labOrdersContract.list, { query }, { signal })).body;
      }),
  });
}

/** What was found in a patient at this branch, the newest first; nothing for whom it is not to be read. */
export function usePatientResults(patientId: string) {
  const client = useClient();
  const mayRead = useMay("lab_results", "read");
  return useQuery({
    queryKey: [...queryKeys.labResults, "patient", patientId],
    enabled: mayRead,
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, patient_id: patientId };
        return (await client.call(labResultsContract.list, { query }, { signal })).body;
      }),
  });
}

/** Places an order. */
export function usePlaceOrder(kept: KeptSending, onSaved: (order: LabOrder) => void) {
  return useSaving({
    kept,
    stale: [queryKeys.labOrders],
    onSaved,
    send: async (client, body: OrderBody, options) =>
      (await client.call(labOrdersContract.create, { body }, options)).body,
  });
}
