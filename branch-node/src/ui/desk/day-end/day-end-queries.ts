import { useQuery } from "@tanstack/react-query";
import { dispensesContract } from "@edgeward/shared/clinical/dispenses/dispenses.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { labOrdersContract } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { paymentsContract } from "@edgeward/shared/clinical/payments/payments.contract.ts";
import { radiologyContract } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readPages } from "#ui/desk/data/read-all.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import type { DaySpan } from "./day-end-rows.ts";

// A day of a busy branch; where there is more, that is said.
const mostPages = 30;

/** The payments of a day. */
export function useDayPayments(day: string) {
  const client = useClient();
  const mayRead = useMay("payments", "read");
  return useQuery({
    queryKey: [...queryKeys.payments, "day", day],
    enabled: mayRead,
    queryFn: ({ signal }) =>
      readPages(async (page) => {
        const query = { ...page, receipt_date: day };
        return (await client.call(paymentsContract.list, { query }, { signal })).body;
      }, mostPages),
  });
}

/** The visits that began in a day, the first first. */
export function useDayVisits({ from, to }: DaySpan) {
  const client = useClient();
  const mayRead = useMay("encounters", "read");
  return useQuery({
    queryKey: [...queryKeys.encounters, "day", from],
    enabled: mayRead,
    queryFn: ({ signal }) =>
      readPages(async (page) => {
        const query = { ...page, started_from: from, started_to: to, sort: "created_at" } as const;
        return (await client.call(encountersContract.list, { query }, { signal })).body;
      }, mostPages),
  });
}

/** The orders that were answered whole, as far as they have changed since a day began. */
export function useDayOrders({ from }: DaySpan) {
  const client = useClient();
  const mayRead = useMay("lab_orders", "read");
  return useQuery({
    queryKey: [...queryKeys.labOrders, "day", from],
    enabled: mayRead,
    queryFn: ({ signal }) =>
      readPages(async (page) => {
        const query = { ...page, status: "completed", updated_from: from } as const;
        return (await client.call(labOrdersContract.list, { query }, { signal })).body;
      }, mostPages),
  });
}

/** The radiology studies, as far as they have changed since a day began. */
export function useDayStudies({ from }: DaySpan) {
  const client = useClient();
  const mayRead = useMay("radiology_studies", "read");
  return useQuery({
    queryKey: [...queryKeys.radiologyStudies, "day", from],
    enabled: mayRead,
    queryFn: ({ signal }) =>
      readPages(async (page) => {
        const query = { ...page, updated_from: from };
        return (await client.call(radiologyContract.list, { query }, { signal })).body;
      }, mostPages),
  });
}

/** What was given out, as far as it has changed since a day began. */
export function useDayDispenses({ from }: DaySpan) {
  const client = useClient();
  const mayRead = useMay("dispenses", "read");
  return useQuery({
    queryKey: [...queryKeys.dispenses, "day", from],
    enabled: mayRead,
    queryFn: ({ signal }) =>
      readPages(async (page) => {
        const query = { ...page, updated_from: from };
        return (await client.call(dispensesContract.list, { query }, { signal })).body;
      }, mostPages),
  });
}
