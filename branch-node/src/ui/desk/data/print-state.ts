import { useQuery } from "@tanstack/react-query";
import {
  printJobsContract,
  type PrintJob,
  type PrintJobStatus,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { faultText } from "./faults.ts";
import { usePrint, type PrintWish } from "./print-queries.ts";
import { queryKeys } from "./query-keys.ts";

/** What a desk is told of a document's state: a sentence, and how urgent it is. */
export interface PrintStateText {
  readonly text: TextId;
  readonly tone: "good" | "busy" | "warning" | "danger";
}

const stateTexts: Readonly<Record<PrintJobStatus, PrintStateText>> = {
  queued: { text: "printState.queued", tone: "busy" },
  printing: { text: "printState.printing", tone: "busy" },
  printed: { text: "printState.printed", tone: "good" },
  sent_unconfirmed: { text: "printState.sent", tone: "good" },
  needs_review: { text: "printState.needsReview", tone: "warning" },
  failed: { text: "printState.failed", tone: "danger" },
  cancelled: { text: "printState.cancelled", tone: "warning" },
  expired: { text: "printState.expired", tone: "warning" },
  superseded: { text: "printState.superseded", tone: "warning" },
};

/** What a document's state is called. */
export function printStateText({ status }: Pick<PrintJob, "status">): PrintStateText {
  return stateTexts[status];
}

const underWay: ReadonlySet<PrintJobStatus> = new Set(["queued", "printing"]);

/** Whether a document is still on its way to the paper. */
export function isUnderWay({ status }: Pick<PrintJob, "status">): boolean {
  return underWay.has(status);
}

const askAgainMs = 1500;

/** A document as it stands, from what the branch answered when it was sent until it is out, or is not. */
export function usePrintJob(sent: PrintJob | undefined): PrintJob | undefined {
  const client = useClient();
  const id = sent?.id ?? "";
  const { data } = useQuery({
    queryKey: [...queryKeys.printJobs, id],
    queryFn: async ({ signal }) =>
      (await client.call(printJobsContract.get, { params: { id } }, { signal })).body,
    enabled: sent !== undefined,
    // The live connection tells of most changes at once; this is for those that it misses.
    refetchInterval: ({ state }) =>
      state.data !== undefined && !isUnderWay(state.data) ? false : askAgainMs,
  });
  return data ?? sent;
}

// Ten seconds: by then a printer at work has taken it, or somebody has to look.
const mostAsked = 7;

/** A document as it stands once it is out, or after as many looks as anybody waits for. */
async function followed(client: Client, job: PrintJob, asked = 0): Promise<PrintJob> {
  if (!isUnderWay(job) || asked >= mostAsked) return job;
  await new Promise((resolve) => {
    setTimeout(resolve, askAgainMs);
  });
  const next = await client.call(printJobsContract.get, { params: { id: job.id } });
  return followed(client, next.body, asked + 1);
}

/** Sends something to its printer from any page, and tells there what became of it as far as that is known by then. */
export function usePrintPaper(): (wish: PrintWish, title: string) => void {
  const say = useSay();
  const client = useClient();
  const { mutateAsync } = usePrint();

  async function print(wish: PrintWish, title: string): Promise<void> {
    try {
      const job = await followed(client, await mutateAsync(wish));
      const { text, tone } = printStateText(job);
      notify({ text: `${title}: ${say(text)}`, tone: tone === "good" ? "good" : "warning" });
    } catch (error) {
      notify({ text: faultText(error, say), tone: "warning" });
    }
  }

  return (wish, title) => void print(wish, title);
}
