import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { consoleHolidaysContract } from "@edgeward/shared/clinical/holidays/holidays.console.contract.ts";
import type { Holiday } from "@edgeward/shared/clinical/holidays/holidays.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { useConsoleSession } from "./console-context.tsx";

const key = ["holidays"] as const;

/** The holidays from a day on, page by page. @param branchId for which branch it is asked; null while none is known */
export function useHolidays(branchId: string | null, from: string) {
  const { client } = useConsoleSession();
  return useInfiniteQuery({
    queryKey: [...key, branchId, from],
    enabled: branchId !== null,
    initialPageParam: "",
    getNextPageParam: ({ next_cursor: next }: { readonly next_cursor: string | null }) => next,
    queryFn: async ({ pageParam, signal }) => {
      const more = pageParam === "" ? {} : { cursor: pageParam };
      const query = { date_from: from, sort: "date", limit: "100", ...more };
      const headers = { "x-branch-id": branchId ?? "" };
      return (await client.call(consoleHolidaysContract.list, { query }, { signal, headers })).body;
    },
  });
}

/** What is sent of a new holiday. */
export type HolidayBody = NonNullable<RequestOf<typeof consoleHolidaysContract.create>["body"]>;

/** What is sent of a holiday that is changed. */
export type HolidayChange = NonNullable<RequestOf<typeof consoleHolidaysContract.update>["body"]>;

/** Adds a holiday. The key is the form's: a second press is the same intent. */
export function useAddHoliday(branchId: string, idempotencyKey: string) {
  const { client } = useConsoleSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: HolidayBody) => {
      const options = { idempotencyKey, headers: { "x-branch-id": branchId } };
      return (await client.call(consoleHolidaysContract.create, { body }, options)).body;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}

/** Changes a holiday as it was seen: what somebody else has changed since is not written over. */
export function useChangeHoliday(branchId: string) {
  const { client } = useConsoleSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({
      seen,
      body,
    }: {
      readonly seen: Holiday;
      readonly body: HolidayChange;
    }) => {
      const request = { params: { id: seen.id }, body };
      const headers = { "x-branch-id": branchId, "if-match": `"v${seen.version}"` };
      return (await client.call(consoleHolidaysContract.update, request, { headers })).body;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
