import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { printJobsContract } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { printPreviewContract } from "@edgeward/shared/clinical/print-jobs/print-preview.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import type { RequestOf, ResponseOf } from "@edgeward/shared/contract/endpoint.ts";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { faultText } from "./faults.ts";
import { useIntent, wasAnswered } from "./intent.ts";
import { queryKeys } from "./query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** What is to be shown before it is printed. */
export type PreviewWish = NonNullable<RequestOf<typeof printPreviewContract.create>["body"]>;

/** What came out of the printer of software for the very bytes. */
export type PrintPreview = ResponseOf<typeof printPreviewContract.create>;

/** What is to be printed. */
export type PrintWish = NonNullable<RequestOf<typeof printJobsContract.create>["body"]>;

/** How a preview is asked for: made anew each time that it is opened, for it shows somebody's document and is not kept. */
export function previewOptions(client: Client, wish: PreviewWish) {
  return queryOptions({
    queryKey: ["print-preview", wish],
    queryFn: async ({ signal }) =>
      (await client.call(printPreviewContract.create, { body: wish }, { signal })).body,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}

/** A preview. */
export function usePreview(wish: PreviewWish) {
  return useQuery(previewOptions(useClient(), wish));
}

/** Sends the slip of a booking to its printer, and says what became of that, on whichever page somebody is by then. */
export function usePrintSlip(): (appointmentId: string) => void {
  const say = useSay();
  const { mutateAsync } = usePrint();
  return (appointmentId) => {
    mutateAsync({ document_type: "appointment_slip", source_id: appointmentId }).then(
      () => notify({ text: say("documents.slipSent"), tone: "good" }),
      (error: unknown) => notify({ text: faultText(error, say), tone: "warning" }),
    );
  };
}

/** Sends something to its printer. */
export function usePrint() {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async (body: PrintWish) => {
      const options = { idempotencyKey: intent.key(body) };
      return (await client.call(printJobsContract.create, { body }, options)).body;
    },
    onSuccess: (_job, body) => intent.finish(body),
    onError: (error, body) => {
      if (wasAnswered(error)) intent.finish(body);
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.printJobs });
      void queries.invalidateQueries({ queryKey: queryKeys.devices });
    },
  });
}
