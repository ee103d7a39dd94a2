import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { consoleBranchesContract } from "@edgeward/shared/console/console-branches.contract.ts";
import { consoleWebhooksContract } from "@edgeward/shared/console/console-webhooks.contract.ts";
import type { RequestOf, ResponseOf } from "@edgeward/shared/contract/endpoint.ts";
import { useConsoleSession } from "./console-context.tsx";

// As often as a branch gets in touch by itself.
const everyMs = 10_000;

const keys = {
  overview: ["overview"],
  branches: ["branches"],
  findings: ["audit-findings"],
  receivers: ["receivers"],
  deliveries: ["deliveries"],
  eventTypes: ["event-types"],
} as const;

/** Where a list of pages goes on. */
const paging = {
  initialPageParam: "",
  getNextPageParam: ({ next_cursor: next }: { readonly next_cursor: string | null }) => next,
} as const;

function from(cursor: string): { readonly cursor?: string } {
  return cursor === "" ? {} : { cursor };
}

/** What needs somebody, with how far the hub's clock is ahead of this machine's. */
export function useOverview() {
  const { client } = useConsoleSession();
  return useQuery({
    queryKey: keys.overview,
    refetchInterval: everyMs,
    queryFn: async ({ signal }) => {
      const { body } = await client.call(consoleBranchesContract.overview, {}, { signal });
      return { ...body, aheadMs: Date.parse(body.server_time) - Date.now() };
    },
  });
}

/** The branches, page by page. */
export function useBranches() {
  const { client } = useConsoleSession();
  return useInfiniteQuery({
    ...paging,
    queryKey: keys.branches,
    refetchInterval: everyMs,
    queryFn: async ({ pageParam, signal }) =>
      (
        await client.call(
          consoleBranchesContract.list,
          { query: { limit: "50", ...from(pageParam) } },
          { signal },
        )
      ).body,
  });
}

/** Makes a code with which a machine becomes a branch's node. The key is the dialog's: a second press is the same intent. */
export function useOfferEnrolment(idempotencyKey: string) {
  const { client } = useConsoleSession();
  return useMutation({
    mutationFn: async (id: string) =>
      (
        await client.call(
          consoleBranchesContract.enrolmentCode,
          { params: { id } },
          { idempotencyKey },
        )
      ).body,
  });
}

/** What was found of the audit, page by page. */
export function useFindings() {
  const { client } = useConsoleSession();
  return useInfiniteQuery({
    ...paging,
    queryKey: keys.findings,
    queryFn: async ({ pageParam, signal }) =>
      (await client.call(consoleBranchesContract.findings, { query: from(pageParam) }, { signal }))
        .body,
  });
}

/** The tenant's receivers of webhooks, page by page. */
export function useReceivers() {
  const { client } = useConsoleSession();
  return useInfiniteQuery({
    ...paging,
    queryKey: keys.receivers,
    refetchInterval: everyMs,
    queryFn: async ({ pageParam, signal }) =>
      (
        await client.call(
          consoleWebhooksContract.list,
          { query: { limit: "50", ...from(pageParam) } },
          { signal },
        )
      ).body,
  });
}

/** The events that a receiver can be sent. */
export function useEventTypes() {
  const { client } = useConsoleSession();
  return useQuery({
    queryKey: keys.eventTypes,
    // Another release of the hub has another catalogue, and the page is read anew with it.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await client.call(consoleWebhooksContract.eventTypes, {}, { signal })).body.data,
  });
}

/** A receiver of webhooks as it is listed. */
export type Receiver = ResponseOf<typeof consoleWebhooksContract.list>["data"][number];

/** One event for one receiver as it is listed. */
export type Delivery = ResponseOf<typeof consoleWebhooksContract.deliveries>["data"][number];

/** What receivers were sent, page by page. @param receiverId empty for all of them */
export function useDeliveries(receiverId: string) {
  const { client } = useConsoleSession();
  return useInfiniteQuery({
    ...paging,
    queryKey: [...keys.deliveries, receiverId],
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam, signal }) => {
      const chosen = receiverId === "" ? {} : { endpoint_id: receiverId };
      const query = { ...chosen, ...from(pageParam) };
      return (await client.call(consoleWebhooksContract.deliveries, { query }, { signal })).body;
    },
  });
}

/** Has an event sent to its receiver once more. */
export function useResend() {
  const { client } = useConsoleSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      (await client.call(consoleWebhooksContract.resend, { params: { id } })).body,
    onSettled: () => queries.invalidateQueries({ queryKey: keys.deliveries }),
  });
}

function useReceiversChanged() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keys.receivers });
}

/** What is sent to register a receiver. */
export type NewReceiver = NonNullable<RequestOf<typeof consoleWebhooksContract.add>["body"]>;

/** Registers a receiver. The key is the form's: a second press is the same intent. */
export function useAddReceiver(idempotencyKey: string) {
  const { client } = useConsoleSession();
  return useMutation({
    mutationFn: async (body: NewReceiver) =>
      (await client.call(consoleWebhooksContract.add, { body }, { idempotencyKey })).body,
    onSuccess: useReceiversChanged(),
  });
}

/** Gives a receiver another secret. */
export function useRotateSecret() {
  const { client } = useConsoleSession();
  return useMutation({
    mutationFn: async (id: string) =>
      (await client.call(consoleWebhooksContract.rotateSecret, { params: { id } })).body,
  });
}

/** Ends what a receiver is sent. */
export function useStopReceiver() {
  const { client } = useConsoleSession();
  return useMutation({
    mutationFn: async (id: string) =>
      (await client.call(consoleWebhooksContract.disable, { params: { id } })).body,
    onSuccess: useReceiversChanged(),
  });
}
