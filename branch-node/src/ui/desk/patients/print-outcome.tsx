import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Device } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import {
  printJobsContract,
  type PrintJob,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { printFaultText } from "#ui/desk/data/print-fault-texts.ts";
import { isUnderWay, printStateText, usePrintJob } from "#ui/desk/data/print-state.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useDevices } from "#ui/desk/settings/device-queries.ts";
import { healthText, printersInTrouble } from "#ui/desk/settings/device-texts.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { testNames } from "#ui/test-names.ts";

const icons = { good: "good", busy: "pending", warning: "warning", danger: "danger" } as const;

/** The printers that print such a document, and which of them can do so now. */
function usePrintersOf({ device_role: role }: PrintJob) {
  const printers = useDevices().filter(
    ({ roles, status }) => status === "active" && roles.some((each) => each === role),
  );
  const inTrouble = printersInTrouble(printers);
  const able = printers.filter((each) => !inTrouble.includes(each));
  return { inTrouble, able };
}

/** What can be done with a document that waits: another printer, or no document. */
function useDecide(jobId: string) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async (body: { action: "move"; device_id: string } | { action: "cancel" }) => {
      const request = { params: { id: jobId }, body };
      const options = { idempotencyKey: intent.key() };
      return (await client.call(printJobsContract.update, request, options)).body;
    },
    onSuccess: () => intent.finish(),
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.printJobs }),
  });
}

function PrintElsewhere({
  job,
  able,
}: {
  readonly job: PrintJob;
  readonly able: readonly Device[];
}) {
  const say = useSay();
  const mayDecide = useMay("print_jobs", "update");
  const decide = useDecide(job.id);
  if (!mayDecide) return null;
  const act = (body: Parameters<typeof decide.mutate>[0]) => {
    if (!decide.isPending) decide.mutate(body);
  };
  return (
    <>
      {able.map(({ id, name }) => (
        <Button
          key={id}
          isSmall
          onPress={() => act({ action: "move", device_id: id })}
          testName={testNames.movePrint}
        >
          {say("printState.elsewhere", { name })}
        </Button>
      ))}
      {job.status === "queued" ? (
        <Button
          isSmall
          look="quiet"
          onPress={() => act({ action: "cancel" })}
          testName={testNames.cancelPrint}
        >
          {say("printing.cancel")}
        </Button>
      ) : null}
      <FaultNotice error={decide.error} />
    </>
  );
}

function whyText(job: PrintJob, inTrouble: readonly Device[], say: ReturnType<typeof useSay>) {
  if (job.error !== null) return printFaultText(job.error.details, say);
  const isStuck = isUnderWay(job) || job.status === "failed";
  const [printer] = isStuck ? inTrouble : [];
  return printer === undefined ? null : `${printer.name}: ${say(healthText(printer).text)}`;
}

/** What became of a document that was sent: as its job says, with why it waits and what can be done. Never more than is known. */
export function PrintOutcome({ sent }: { readonly sent: PrintJob }) {
  const say = useSay();
  const job = usePrintJob(sent) ?? sent;
  const { inTrouble, able } = usePrintersOf(job);
  const { text, tone } = printStateText(job);
  const why = whyText(job, inTrouble, say);
  const isStuck = job.status === "failed" || (job.status === "queued" && able.length === 0);
  const needsPerson = job.status === "needs_review" || job.status === "failed";
  const others = isStuck ? able.filter(({ id }) => id !== job.device_id) : [];
  return (
    <div className={`document-state document-${tone}`} data-testid={testNames.printOutcome}>
      <output className="document-word">
        <Icon name={icons[tone]} />
        <span>
          {say(text)}
          {why === null ? null : ` · ${why}`}
        </span>
      </output>
      {needsPerson ? (
        <Link to="/attention" className="link">
          {say("nav.attention")}
        </Link>
      ) : null}
      {isStuck ? <PrintElsewhere job={job} able={others} /> : null}
    </div>
  );
}
