import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  printJobsContract,
  type PrintJob,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import {
  printTemplatesContract,
  type PrintTemplate,
  type TemplateSubject,
} from "@edgeward/shared/clinical/print-templates/print-templates.contract.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { previewOptions, type PreviewWish } from "#ui/desk/data/print-queries.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { bodyOf, type LookDraft } from "./look-form.ts";

// A tenant and a branch have ten templates each at the most.
const everyTemplate = "100";

/** The templates that are set for the branch, and for the tenant. */
export function useTemplates() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.printTemplates, "set"],
    queryFn: async ({ signal }) => {
      const query = { limit: everyTemplate };
      return (await client.call(printTemplatesContract.list, { query }, { signal })).body.data;
    },
    // Nobody reports a template that another desk has set.
    staleTime: 0,
  });
}

/** How documents of a type would come out if the branch had set nothing itself. */
export function useLookBeneathBranch(subject: TemplateSubject) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.printTemplates, "beneath", subject],
    queryFn: async ({ signal }) => {
      const request = { params: { document_type: subject }, query: { beneath: "branch" } } as const;
      return (await client.call(printTemplatesContract.get, request, { signal })).body;
    },
    staleTime: 0,
  });
}

/** Sets what was typed for documents of a type, if nobody else has changed it since the typing began. */
export function useSetTemplate(subject: TemplateSubject) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async (draft: LookDraft): Promise<PrintTemplate> => {
      const request = { params: { document_type: subject }, body: bodyOf(draft) };
      const headers = { "if-match": `"v${draft.base.version}"` };
      const options = { idempotencyKey: intent.key(), headers };
      return (await client.call(printTemplatesContract.set, request, options)).body;
    },
    onSuccess: () => intent.finish(),
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.printTemplates }),
  });
}

/** A preview that follows what is typed: the picture before it stays until the next is there, an overtaken one is dropped. */
export function useLivePreview(wish: PreviewWish) {
  return useQuery({ ...previewOptions(useClient(), wish), placeholderData: keepPreviousData });
}

/** A job that was just made, as it is by now; live messages say when it has changed. */
export function usePrintJob(made: PrintJob | null) {
  const client = useClient();
  const id = made?.id ?? "";
  const { data } = useQuery({
    queryKey: [...queryKeys.printJobs, "one", id],
    queryFn: async ({ signal }) =>
      (await client.call(printJobsContract.get, { params: { id } }, { signal })).body,
    enabled: made !== null,
    // With something to show, a message that comes while the job is being read has it read again.
    ...(made === null ? {} : { initialData: made }),
    staleTime: 0,
  });
  return data ?? null;
}
