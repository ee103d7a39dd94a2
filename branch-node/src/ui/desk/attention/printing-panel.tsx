import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "#ui/kit/button.tsx";
import {
  printJobsContract,
  type PrintJob,
  type PrintJobAction,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { printFaultText } from "#ui/desk/data/print-fault-texts.ts";
import { PreviewButton } from "#ui/desk/preview/print-preview.tsx";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { usePrintsToReview } from "./prints-to-review.ts";

function useDecide(jobId: string) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async (action: PrintJobAction) => {
      const body = { action, ...(action === "reprint" ? { reason: "not_printed" } : {}) };
      const options = { idempotencyKey: intent.key(action) };
      const request = { params: { id: jobId }, body };
      return (await client.call(printJobsContract.update, request, options)).body;
    },
    onSuccess: (_job, action) => intent.finish(action),
    onError: (error, action) => {
      if (wasAnswered(error)) intent.finish(action);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.printJobs }),
  });
}

/** What documents without a number of their own are called. */
const documentTexts: Readonly<Record<string, TextId>> = {
  wristband: "documents.wristband",
  label: "documents.label",
  queue_token: "documents.token",
  appointment_slip: "documents.booking",
};

interface Question {
  readonly text: TextId;
  readonly answers: readonly (readonly [PrintJobAction, TextId])[];
}

const doubt: Question = {
  text: "printing.question",
  answers: [
    ["confirm_printed", "printing.there"],
    ["reprint", "printing.again"],
  ],
};

const failure: Question = {
  text: "printing.failed",
  answers: [
    ["retry", "printing.retry"],
    ["cancel", "printing.cancel"],
  ],
};

function JobToReview({ job }: { readonly job: PrintJob }) {
  const say = useSay();
  const clock = useBranchClock();
  const mayDecide = useMay("print_jobs", "update");
  const mayPreview = useMay("print_jobs", "create");
  const decide = useDecide(job.id);
  const { text, answers } = job.status === "failed" ? failure : doubt;
  const title = job.title ?? say(documentTexts[job.document_type] ?? "printing.slip");
  const act = (action: PrintJobAction) => {
    if (!decide.isPending) decide.mutate(action);
  };
  return (
    <li className="print-job" data-testid={testNames.printJob}>
      <strong>{title}</strong>
      <span>{clock.time(job.created_at)}</span>
      <p data-testid={testNames.printReason}>
        {job.error === null ? say(text) : printFaultText(job.error.details, say)}
      </p>
      {mayDecide ? (
        <div className="form-actions">
          {answers.map(([action, answer], index) => (
            <Button
              key={action}
              look={index === 0 ? "primary" : "plain"}
              onPress={() => act(action)}
              testName={`print-${action}`}
            >
              {say(answer)}
            </Button>
          ))}
          {mayPreview && job.error === null && job.document_type !== "drawer" ? (
            <PreviewButton title={title} wish={() => ({ print_job_id: job.id })} />
          ) : null}
        </div>
      ) : null}
      <FaultNotice error={decide.error} />
    </li>
  );
}

/** The slips that need somebody to look: a printer fell silent while they were on their way, or would not take them. */
export function PrintingPanel() {
  const say = useSay();
  const jobs = usePrintsToReview();
  if (jobs.length === 0) return null;
  return (
    <Card title={say("printing.title")} testName={testNames.printingPanel}>
      <ul className="print-jobs">
        {jobs.map((job) => (
          <JobToReview key={job.id} job={job} />
        ))}
      </ul>
    </Card>
  );
}
