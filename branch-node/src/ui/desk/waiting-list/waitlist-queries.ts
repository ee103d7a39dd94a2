import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import {
  waitlistContract,
  type WaitlistEntry,
} from "@edgeward/shared/clinical/waitlist/waitlist.contract.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

const limit = "100";
const nobody: readonly WaitlistEntry[] = [];

interface Wanted {
  /** The first day, and the last where there is one, on which a time would do. */
  readonly from: string;
  readonly to?: string;
}

/** Who waits for a time of some days, the first of them by their days; of nobody who may not see it. */
export function useWaiting({ from, to }: Wanted) {
  const client = useClient();
  const mayRead = useMay("waitlist_entries", "read");
  const found = useQuery({
    queryKey: [...queryKeys.waitlist, from, to ?? "on"],
    queryFn: async ({ signal }): Promise<readonly WaitlistEntry[]> => {
      const days = { date_from: from, ...(to === undefined ? {} : { date_to: to }) };
      const query = { ...days, open: "true", sort: "from_day", limit } as const;
      return (await client.call(waitlistContract.list, { query }, { signal })).body.data;
    },
    enabled: mayRead,
  });
  return { entries: found.data ?? nobody, isRead: found.isSuccess, error: found.error };
}

function useWaitlistWrite<Body>(
  write: (body: Body, key: string) => Promise<WaitlistEntry>,
  onDone: (entry: WaitlistEntry) => void,
) {
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: (body: Body) => write(body, intent.key()),
    onSuccess: (entry) => {
      intent.finish();
      onDone(entry);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
    onSettled: () => {
      for (const queryKey of [queryKeys.waitlist, queryKeys.slots, queryKeys.appointments])
        void queries.invalidateQueries({ queryKey });
    },
  });
}

type CreateBody = z.input<typeof waitlistContract.create.body>;
type ChangeBody = z.input<typeof waitlistContract.update.body>;
type BookBody = z.input<typeof waitlistContract.book.body>;

/** Puts a patient on the waiting list. */
export function useAddEntry(onDone: (entry: WaitlistEntry) => void) {
  const client = useClient();
  return useWaitlistWrite(async (body: CreateBody, idempotencyKey) => {
    return (await client.call(waitlistContract.create, { body }, { idempotencyKey })).body;
  }, onDone);
}

/** Notes that a time was offered, that it was not taken, or that somebody waits no more. */
export function useChangeEntry(id: string, onDone: (entry: WaitlistEntry) => void) {
  const client = useClient();
  return useWaitlistWrite(async (body: ChangeBody, idempotencyKey) => {
    const request = { params: { id }, body };
    return (await client.call(waitlistContract.update, request, { idempotencyKey })).body;
  }, onDone);
}

/** Turns an entry into an appointment. */
export function useBookEntry(id: string, onDone: (entry: WaitlistEntry) => void) {
  const client = useClient();
  return useWaitlistWrite(async (body: BookBody, idempotencyKey) => {
    const request = { params: { id }, body };
    return (await client.call(waitlistContract.book, request, { idempotencyKey })).body;
  }, onDone);
}
