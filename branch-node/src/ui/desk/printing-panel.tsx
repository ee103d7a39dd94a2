import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "react-aria-components/Button";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { decidePrintJob, listPrintJobs, type PrintJob } from "#ui/wire/print-jobs.ts";
import { useIntent, wasAnswered } from "./intent.ts";
import { useBranchClock } from "./moments.ts";
import { FaultNotice } from "./notice.tsx";
import { queryKeys } from "./query-keys.ts";
import { useClient } from "./session-context.tsx";
import { SidePanel } from "./side-panel.tsx";

/** The slips of which nobody knows whether they came out. */
export function usePrintsToReview(): readonly PrintJob[] {
  const client = useClient();
  const { data } = useQuery({
    queryKey: queryKeys.printJobs,
    queryFn: async ({ signal }) => {
      const query = { status: "needs_review" };
      return (await client.call(listPrintJobs, { query }, { signal })).body.data;
    },
    // A desk without printers, or without the right to them, works all the same.
    retry: false,
  });
  return data ?? [];
}

type Decision = "confirm_printed" | "reprint";

function useDecide(jobId: string) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async (action: Decision) => {
      const body = { action, ...(action === "reprint" ? { reason: "not_printed" } : {}) };
      const options = { idempotencyKey: intent.key() };
      return (await client.call(decidePrintJob, { params: { id: jobId }, body }, options)).body;
    },
    onSuccess: intent.settle,
    onError: (error) => {
      if (wasAnswered(error)) intent.settle();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.printJobs }),
  });
}

function JobToReview({ job }: { readonly job: PrintJob }) {
  const say = useSay();
  const clock = useBranchClock();
  const decide = useDecide(job.id);
  const title = job.title ?? say("printing.slip");
  const act = (action: Decision) => {
    if (!decide.isPending) decide.mutate(action);
  };
  return (
    <li className="print-job" data-testid={testNames.printJob}>
      <strong>{title}</strong>
      {job.created_at ? <span className="muted">{clock.time(job.created_at)}</span> : null}
      <p>{say("printing.question")}</p>
      <div className="form-actions">
        <Button className="button button-primary" onPress={() => act("confirm_printed")}>
          {say("printing.there")}
        </Button>
        <Button className="button" onPress={() => act("reprint")}>
          {say("printing.again")}
        </Button>
      </div>
      <FaultNotice error={decide.error} />
    </li>
  );
}

/** The slips that need somebody to look: a printer fell silent while they were on their way. */
export function PrintingPanel({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const jobs = usePrintsToReview();
  return (
    <SidePanel title={say("printing.title")} testName={testNames.printingPanel} onClose={onClose}>
      {jobs.length === 0 ? <p className="lead">{say("printing.none")}</p> : null}
      <ul className="print-jobs">
        {jobs.map((job) => (
          <JobToReview key={job.id} job={job} />
        ))}
      </ul>
    </SidePanel>
  );
}
