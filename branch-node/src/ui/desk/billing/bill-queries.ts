import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type * as z from "zod";
import { creditNotesContract } from "@edgeward/shared/clinical/credit-notes/credit-notes.contract.ts";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import { itemsContract } from "@edgeward/shared/clinical/items/items.contract.ts";
import { paymentsContract } from "@edgeward/shared/clinical/payments/payments.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll, readPart } from "#ui/desk/data/read-all.ts";
import { useSaving, type KeptSending } from "#ui/desk/data/saving.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** A bill. */
export type Invoice = z.output<typeof invoicesContract.get.response>;

/** What was paid, paid ahead, paid back or voided. */
export type Payment = z.output<typeof paymentsContract.get.response>;

/** What was taken back of a bill. */
export type CreditNote = z.output<typeof creditNotesContract.get.response>;

/** What was done for a patient and is on no bill yet. */
export type Charge = z.output<typeof invoicesContract.charges.response>["data"][number];

/** A patient's bills with what they come to. */
export type Billing = z.output<typeof invoicesContract.billing.response>;

/** What a bill is made with. */
export type InvoiceBody = NonNullable<RequestOf<typeof invoicesContract.create>["body"]>;

/** What is changed of a bill. */
export type InvoicePatch = NonNullable<RequestOf<typeof invoicesContract.update>["body"]>;

/** What is paid. */
export type PaymentBody = NonNullable<RequestOf<typeof paymentsContract.create>["body"]>;

/** What is taken back of a bill. */
export type CreditBody = NonNullable<RequestOf<typeof creditNotesContract.create>["body"]>;

type ListQuery = NonNullable<RequestOf<typeof invoicesContract.list>["query"]>;

const stale = [queryKeys.invoices, queryKeys.payments];

/** The bills of the branch that fit, the newest first. */
export function useInvoices(query: ListQuery, isAsked = true) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.invoices, "list", query],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      readAll(
        async (page) =>
          (await client.call(invoicesContract.list, { query: { ...query, ...page } }, { signal }))
            .body,
      ),
  });
}

const nothingBefore: string | null = null;

/** The bills of the branch that fit, the newest first, so many pages at once and the next as somebody scrolls to them. */
export function useInvoicePages(query: ListQuery, pagesAtOnce: number) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: [...queryKeys.invoices, "pages", query],
    initialPageParam: nothingBefore,
    queryFn: ({ pageParam, signal }) =>
      readPart(
        async (page) =>
          (await client.call(invoicesContract.list, { query: { ...query, ...page } }, { signal }))
            .body,
        pagesAtOnce,
        pageParam,
      ),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

/** One bill. */
export function useInvoice(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.invoices, id],
    queryFn: async ({ signal }) =>
      (await client.call(invoicesContract.get, { params: { id } }, { signal })).body,
  });
}

/** What was paid of a bill, or of a patient. */
export function usePayments(of: { readonly invoice_id: string } | { readonly patient_id: string }) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.payments, of],
    queryFn: ({ signal }) =>
      readAll(
        async (page) =>
          (await client.call(paymentsContract.list, { query: { ...of, ...page } }, { signal }))
            .body,
      ),
  });
}

/** What was taken back of a bill, the newest first. */
export function useCreditNotes(invoiceId: string, isAsked: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.invoices, invoiceId, "credit-notes"],
    enabled: isAsked,
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { invoice_id: invoiceId, ...page };
        return (await client.call(creditNotesContract.list, { query }, { signal })).body;
      }),
  });
}

/** A patient's bills with what has become of them, the newest first. */
export function useBilling(patientId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.invoices, "patient", patientId],
    queryFn: async ({ signal }) => {
      const request = { params: { id: patientId }, query: { limit: "100" } } as const;
      return (await client.call(invoicesContract.billing, request, { signal })).body;
    },
  });
}

/** What was done for a patient and is on no bill yet, the oldest first. */
export function useOpenCharges(patientId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.invoices, "charges", patientId],
    // What another desk has put on a bill meanwhile must not come to stand on this one.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const request = { params: { id: patientId } };
      return (await client.call(invoicesContract.charges, request, { signal })).body.data;
    },
  });
}

const mostOffered = "8";

/** What the catalogue has by some words. */
export function useFoundItems(typed: string) {
  const client = useClient();
  const mayRead = useMay("items", "read");
  const q = typed.trim();
  const { data } = useQuery({
    queryKey: [...queryKeys.items, "bill", q],
    enabled: mayRead && q !== "",
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { q, limit: mostOffered } as const;
      return (await client.call(itemsContract.list, { query }, { signal })).body.data;
    },
  });
  return q === "" ? [] : (data ?? []);
}

/** Issues a bill, or draws one up. */
export function useBill(kept: KeptSending, onSaved: (invoice: Invoice) => void) {
  return useSaving({
    stale,
    kept,
    onSaved,
    send: async (client, body: InvoiceBody, options) =>
      (await client.call(invoicesContract.create, { body }, options)).body,
  });
}

/** Takes a bill a step further. */
export function useInvoiceStep(id: string, onSaved?: (invoice: Invoice) => void) {
  return useSaving({
    stale,
    onSaved,
    send: async (client, body: InvoicePatch, options) =>
      (await client.call(invoicesContract.update, { params: { id }, body }, options)).body,
  });
}

/** Records what is paid, paid ahead, paid back or voided. */
export function usePay(onSaved: (payment: Payment) => void) {
  return useSaving({
    stale: [...stale, queryKeys.cashierShifts],
    onSaved,
    send: async (client, body: PaymentBody, options) =>
      (await client.call(paymentsContract.create, { body }, options)).body,
  });
}

/** Takes back some or all of a bill. */
export function useCredit(invoiceId: string, onSaved: () => void) {
  return useSaving({
    stale,
    onSaved,
    send: async (client, body: CreditBody, options) => {
      const params = { id: invoiceId };
      return (await client.call(creditNotesContract.create, { params, body }, options)).body;
    },
  });
}
